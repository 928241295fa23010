/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole clock but for the pins: contacts, bytes and milliseconds in; bytes, beeps, nibbles
 * for the display and bytes for the EEPROM out. Nothing in here ever waits.
 */
#ifndef XQ_DEVICE_H
#define XQ_DEVICE_H

#include <stdint.h>

#include "button.h"
#include "buzzer.h"
#include "clock_core.h"
#include "display.h"
#include "slots.h"
#include "xqc1.h"

#define XQ_FIRMWARE "1.0"

/* The contacts: one of each player, and start/pause. */
#define XQ_START_PAUSE 2
#define XQ_BUTTONS 3

#define XQ_NO_BYTE (-1)

struct xq_device {
    struct xq_clock clock;
    struct xq_button buttons[XQ_BUTTONS];
    struct xq_reader reader;
    struct xq_request request;
    const char *refusal;    /* of the request read last */
    uint8_t has_request;    /* read, and waiting for a press to be settled */
    uint16_t repeat_number; /* the command carried out last, to know it again */
    uint16_t repeat_check;
    uint32_t repeat_ms;
    const char *repeat_refusal;
    uint8_t has_repeat;
    uint16_t request_check;
    uint16_t seq;
    uint32_t said_ms;  /* when a state line was last sent */
    uint32_t composed_ms; /* when the display was last looked over */
    uint32_t saved_ms; /* when the state was last noted for the EEPROM */
    struct xq_slots slots;
    struct xq_buzzer buzzer;
    struct xq_display display;
    char text[XQ_MAX_TEXT + 1];
    const char *model;
    const char *reset_cause;
    uint8_t restored;
    char serial[XQ_SERIAL_SIZE + 1];
    struct xq_line line;
    char sent[256];
    volatile uint8_t sent_to, sent_from;
};

/* Starts, with the state found in the EEPROM or the times of the rule book, stopped.
 * closed has a bit for each contact that is closed already. */
void xq_device_start(struct xq_device *device, const char *model, const char *reset_cause,
                     const struct xq_eeprom *eeprom, uint8_t closed, uint32_t now_ms);

/* A contact changed at a moment not after the next tick. */
void xq_device_contact(struct xq_device *device, uint8_t button, uint8_t closed, uint32_t at_ms);

/* A byte came from the terminal. */
void xq_device_receive(struct xq_device *device, uint8_t byte, uint32_t now_ms);

/* Lets time pass; called about once a millisecond, later if need be. */
void xq_device_tick(struct xq_device *device, uint32_t now_ms);

/* The next byte for the terminal, or XQ_NO_BYTE. May be called from an interrupt. */
int16_t xq_device_transmit(struct xq_device *device);

#endif
