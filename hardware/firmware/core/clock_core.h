/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The two times of a chess clock, their increment and their flags. Time is passed in as a count
 * of milliseconds that may wrap; nothing here knows a processor.
 */
#ifndef XQ_CLOCK_CORE_H
#define XQ_CLOCK_CORE_H

#include <stdint.h>

#define XQ_LEFT 0
#define XQ_RIGHT 1
#define XQ_NOBODY 2

/* 9:59:59.999, the longest time that can be shown and sent. */
#define XQ_MAX_MS 35999999UL
#define XQ_MAX_INCREMENT_MS 600000UL

/* What happened, in the letters of the state line. */
#define XQ_NOTHING 0
#define XQ_PRESSED 't'
#define XQ_STARTED 'g'
#define XQ_PAUSED 'p'
#define XQ_SET 's'
#define XQ_FLAG 'f'

struct xq_clock {
    uint32_t remaining_ms[2];
    uint32_t increment_ms;
    uint32_t now_ms;        /* up to here time has been counted */
    uint32_t turn_since_ms; /* a press must come later than this */
    uint16_t ply;
    uint8_t turn;
    uint8_t running;
    uint8_t flag;
};

/* 30 minutes each and 10 seconds a press, stopped, left to move. */
void xq_clock_init(struct xq_clock *clock, uint32_t now_ms);

/* Counts time up to now_ms; XQ_FLAG if a flag falls on the way. */
char xq_clock_advance(struct xq_clock *clock, uint32_t now_ms);

/* A press of one side at the moment time has been counted to; XQ_PRESSED if it counts. */
char xq_clock_press(struct xq_clock *clock, uint8_t side);

/* Starts or stops; XQ_NOTHING if it does so already or a flag has fallen. */
char xq_clock_run(struct xq_clock *clock, uint8_t run);

/* New times, stopped, without a flag. Refused (0) while running or if a number is too large. */
uint8_t xq_clock_set(struct xq_clock *clock, uint32_t left_ms, uint32_t right_ms,
                     uint32_t increment_ms, uint8_t first, uint16_t ply);

#endif
