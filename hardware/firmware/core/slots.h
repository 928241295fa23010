/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of the clock in EEPROM, each time in the next of many slots, so that no cell wears
 * out early and a power cut in the middle of writing costs one state and not all of them.
 */
#ifndef XQ_SLOTS_H
#define XQ_SLOTS_H

#include <stdint.h>

#include "clock_core.h"

#define XQ_SLOT_SIZE 20
#define XQ_SLOT_COUNT 49
/* Behind the slots: up to eight characters of serial number, FF where there are none. */
#define XQ_SERIAL_AT 0x3f0
#define XQ_SERIAL_SIZE 8

/* Access to the EEPROM. Writing a byte takes milliseconds; write is called only when ready. */
struct xq_eeprom {
    uint8_t (*read)(uint16_t at);
    uint8_t (*is_ready)(void);
    void (*write)(uint16_t at, uint8_t byte);
};

struct xq_slots {
    const struct xq_eeprom *eeprom;
    uint8_t record[XQ_SLOT_SIZE];  /* being written */
    uint8_t waiting[XQ_SLOT_SIZE]; /* to be written next; only the newest counts */
    uint8_t at;                    /* XQ_SLOT_SIZE: nothing is being written */
    uint8_t has_waiting;
    uint8_t slot;
    uint16_t count;
};

/* Finds the newest whole state; 0 if there is none, and the clock is left as it was. */
uint8_t xq_slots_load(struct xq_slots *slots, const struct xq_eeprom *eeprom,
                      struct xq_clock *clock);

/* Notes the state for writing. */
void xq_slots_save(struct xq_slots *slots, const struct xq_clock *clock);

/* Writes one byte, if there is one to write and the EEPROM is ready for it. */
void xq_slots_step(struct xq_slots *slots);

#endif
