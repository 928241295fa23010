/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two lines of sixteen characters on an HD44780, sent as one nibble a millisecond: only what has
 * changed, and never a wait.
 */
#ifndef XQ_DISPLAY_H
#define XQ_DISPLAY_H

#include <stdint.h>

#include "clock_core.h"
#include "xqc1.h"

#define XQ_COLUMNS 16
#define XQ_CELLS (2 * XQ_COLUMNS)
#define XQ_NO_NIBBLE (-1)
/* Set in a nibble that belongs to a character and not to an instruction. */
#define XQ_DATA 0x10

struct xq_display {
    char wanted[XQ_CELLS];
    char shown[XQ_CELLS];
    uint8_t cursor; /* where the controller writes next */
    uint8_t start;  /* progress of the start-up sequence */
    uint8_t rest_ms;
    int8_t low; /* the second nibble of a byte on its way, XQ_NO_NIBBLE if none */
    uint8_t low_is_data;
};

/* The controller needs its start-up sequence, and its cells are empty. */
void xq_display_init(struct xq_display *display);

/* What should be shown: the times, who runs, and a text or the state below. */
void xq_display_compose(struct xq_display *display, const struct xq_clock *clock,
                        const char *text);

/* The nibble to send in this millisecond, or XQ_NO_NIBBLE. */
int8_t xq_display_step(struct xq_display *display);

#endif
