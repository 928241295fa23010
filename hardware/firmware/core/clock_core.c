/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clock_core.h"

void xq_clock_init(struct xq_clock *clock, uint32_t now_ms)
{
    clock->remaining_ms[XQ_LEFT] = 1800000UL;
    clock->remaining_ms[XQ_RIGHT] = 1800000UL;
    clock->increment_ms = 10000UL;
    clock->now_ms = now_ms;
    clock->turn_since_ms = now_ms;
    clock->ply = 0;
    clock->turn = XQ_LEFT;
    clock->running = 0;
    clock->flag = XQ_NOBODY;
}

char xq_clock_advance(struct xq_clock *clock, uint32_t now_ms)
{
    /* Differences stay right when the count wraps after 49.7 days. */
    uint32_t passed_ms = now_ms - clock->now_ms;
    uint32_t *remaining_ms = &clock->remaining_ms[clock->turn];

    /* A moment before the last one is late news, not 49 days. */
    if ((int32_t)passed_ms < 0)
        return XQ_NOTHING;
    if (!clock->running) {
        clock->now_ms = now_ms;
        return XQ_NOTHING;
    }
    if (passed_ms < *remaining_ms) {
        *remaining_ms -= passed_ms;
        clock->now_ms = now_ms;
        return XQ_NOTHING;
    }
    *remaining_ms = 0;
    clock->running = 0;
    clock->flag = clock->turn;
    clock->now_ms = now_ms;
    return XQ_FLAG;
}

char xq_clock_press(struct xq_clock *clock, uint8_t side)
{
    uint32_t *remaining_ms = &clock->remaining_ms[side];

    /* Who pressed before, or just when, it became their move has not moved. */
    if (!clock->running || clock->turn != side || clock->now_ms == clock->turn_since_ms)
        return XQ_NOTHING;
    *remaining_ms += clock->increment_ms;
    if (*remaining_ms > XQ_MAX_MS)
        *remaining_ms = XQ_MAX_MS;
    clock->turn = side == XQ_LEFT ? XQ_RIGHT : XQ_LEFT;
    clock->turn_since_ms = clock->now_ms;
    clock->ply++;
    return XQ_PRESSED;
}

char xq_clock_run(struct xq_clock *clock, uint8_t run)
{
    if (clock->flag != XQ_NOBODY || clock->running == run)
        return XQ_NOTHING;
    clock->running = run;
    clock->turn_since_ms = clock->now_ms;
    return run ? XQ_STARTED : XQ_PAUSED;
}

uint8_t xq_clock_set(struct xq_clock *clock, uint32_t left_ms, uint32_t right_ms,
                     uint32_t increment_ms, uint8_t first, uint16_t ply)
{
    if (clock->running || left_ms > XQ_MAX_MS || right_ms > XQ_MAX_MS ||
        increment_ms > XQ_MAX_INCREMENT_MS || first > XQ_RIGHT)
        return 0;
    clock->remaining_ms[XQ_LEFT] = left_ms;
    clock->remaining_ms[XQ_RIGHT] = right_ms;
    clock->increment_ms = increment_ms;
    clock->turn = first;
    clock->flag = XQ_NOBODY;
    clock->ply = ply;
    return 1;
}
