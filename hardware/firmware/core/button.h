/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A contact that bounces. A press is certain only once the contact has been still for a while,
 * but it counts from the first touch: no player pays for the bouncing.
 */
#ifndef XQ_BUTTON_H
#define XQ_BUTTON_H

#include <stdint.h>

#define XQ_STILL_MS 20
/* A contact that is never still is taken as it is after this long. */
#define XQ_PATIENCE_MS 100

struct xq_button {
    uint32_t edge_ms;    /* the first touch */
    uint32_t changed_ms; /* the last change of the contact */
    uint8_t phase;
    uint8_t closed;
};

/* A lever holds one of its contacts closed: what is closed at the start is no press. */
void xq_button_init(struct xq_button *button, uint8_t closed, uint32_t now_ms);

/* The contact is now closed or open. */
void xq_button_contact(struct xq_button *button, uint8_t closed, uint32_t at_ms);

/* Lets time pass. */
void xq_button_settle(struct xq_button *button, uint32_t now_ms);

/* Touched, and not yet known whether it is a press. */
uint8_t xq_button_is_pending(const struct xq_button *button);

/* A press that is certain and has not been taken. */
uint8_t xq_button_is_pressed(const struct xq_button *button);

/* Takes the press. */
void xq_button_take(struct xq_button *button);

#endif
