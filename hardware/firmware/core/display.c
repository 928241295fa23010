/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display.h"

#define TIME_WIDTH 7
/* From here on tenths are shown. */
#define TENTHS_BELOW_MS 20000UL
#define HOUR_MS 3600000UL
#define SET_CURSOR 0x80
#define SECOND_LINE 0x40

/* The controller's own start-up: nibbles, and the milliseconds it needs after each. */
static const uint8_t start_up[][2] = {
    {0x3, 5}, {0x3, 1}, {0x3, 1}, {0x2, 1}, /* four data lines, whatever was before */
    {0x2, 0}, {0x8, 1},                     /* two lines */
    {0x0, 0}, {0xc, 1},                     /* on, no cursor */
    {0x0, 0}, {0x6, 1},                     /* write to the right */
    {0x0, 0}, {0x1, 3},                     /* clear */
};
#define START_UP_STEPS (sizeof start_up / sizeof start_up[0])
/* After power comes up the controller wants to be left alone for a while. */
#define POWER_UP_MS 50

void xq_display_init(struct xq_display *display)
{
    uint8_t n;

    for (n = 0; n < XQ_CELLS; n++)
        display->wanted[n] = display->shown[n] = ' ';
    display->cursor = 0;
    display->start = 0;
    display->rest_ms = POWER_UP_MS;
    display->low = XQ_NO_NIBBLE;
}

static void two_digits(char *at, uint32_t number)
{
    at[0] = (char)('0' + number / 10);
    at[1] = (char)('0' + number % 10);
}

/* Seven cells: h:mm:ss, mm:ss, or ss.t in the last twenty seconds. */
static void put_time(char *cells, uint32_t ms, uint8_t to_the_right)
{
    char text[TIME_WIDTH];
    uint8_t length, n, from;
    /* A second is shown until it has passed, so that zero means zero. */
    uint32_t seconds = (ms + 999) / 1000;

    if (ms < TENTHS_BELOW_MS) {
        uint32_t tenths = (ms + 99) / 100;

        two_digits(text, tenths / 10);
        text[2] = '.';
        text[3] = (char)('0' + tenths % 10);
        length = 4;
    } else if (seconds < HOUR_MS / 1000) {
        two_digits(text, seconds / 60);
        text[2] = ':';
        two_digits(text + 3, seconds % 60);
        length = 5;
    } else {
        text[0] = (char)('0' + seconds / 3600);
        text[1] = ':';
        two_digits(text + 2, seconds / 60 % 60);
        text[4] = ':';
        two_digits(text + 5, seconds % 60);
        length = 7;
    }
    from = to_the_right ? (uint8_t)(TIME_WIDTH - length) : 0;
    for (n = 0; n < TIME_WIDTH; n++)
        cells[n] = n >= from && n < from + length ? text[n - from] : ' ';
}

static void put_text(char *cells, const char *text)
{
    uint8_t n;

    for (n = 0; n < XQ_COLUMNS; n++)
        cells[n] = *text ? *text++ : ' ';
}

void xq_display_compose(struct xq_display *display, const struct xq_clock *clock,
                        const char *text)
{
    char *first = display->wanted, *second = display->wanted + XQ_COLUMNS;

    put_time(first, clock->remaining_ms[XQ_LEFT], 0);
    first[7] = clock->turn == XQ_LEFT ? '<' : ' ';
    first[8] = clock->turn == XQ_RIGHT ? '>' : ' ';
    put_time(first + 9, clock->remaining_ms[XQ_RIGHT], 1);
    if (*text)
        put_text(second, text);
    else if (clock->flag != XQ_NOBODY)
        put_text(second, clock->flag == XQ_LEFT ? "flag left" : "flag right");
    else
        put_text(second, clock->running ? "" : "paused");
}

static int8_t send(struct xq_display *display, uint8_t byte, uint8_t is_data)
{
    display->low = (int8_t)(byte & 0x0f);
    display->low_is_data = is_data;
    return (int8_t)(byte >> 4 | is_data);
}

int8_t xq_display_step(struct xq_display *display)
{
    uint8_t cell;
    int8_t nibble;

    if (display->rest_ms) {
        display->rest_ms--;
        return XQ_NO_NIBBLE;
    }
    if (display->start < START_UP_STEPS) {
        const uint8_t *step = start_up[display->start++];

        display->rest_ms = step[1];
        return (int8_t)step[0];
    }
    if (display->low != XQ_NO_NIBBLE) {
        nibble = (int8_t)(display->low | display->low_is_data);
        display->low = XQ_NO_NIBBLE;
        return nibble;
    }
    for (cell = 0; cell < XQ_CELLS; cell++)
        if (display->wanted[cell] != display->shown[cell])
            break;
    if (cell == XQ_CELLS)
        return XQ_NO_NIBBLE;
    if (cell != display->cursor) {
        uint8_t line = cell >= XQ_COLUMNS ? SECOND_LINE : 0;

        display->cursor = cell;
        return send(display, (uint8_t)(SET_CURSOR | line | cell % XQ_COLUMNS), 0);
    }
    display->shown[cell] = display->wanted[cell];
    /* The second line does not follow the first in the controller's memory. */
    display->cursor = (uint8_t)(cell + 1 == XQ_COLUMNS ? XQ_CELLS : cell + 1);
    return send(display, (uint8_t)display->shown[cell], XQ_DATA);
}
