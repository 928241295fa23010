/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A clock on the host: an EEPROM in memory and a time that the test turns.
 */
#ifndef XQ_BENCH_H
#define XQ_BENCH_H

#include <stdio.h>
#include <string.h>

#include "../core/device.h"

static uint8_t eeprom_bytes[1024];
static unsigned eeprom_writes;
static unsigned eeprom_writes_left = ~0u; /* then the power fails */
static uint8_t eeprom_is_busy;

static uint8_t bench_read(uint16_t at) { return eeprom_bytes[at]; }

static uint8_t bench_ready(void) { return !eeprom_is_busy; }

static void bench_write(uint16_t at, uint8_t byte)
{
    if (!eeprom_writes_left)
        return;
    eeprom_writes_left--;
    eeprom_writes++;
    eeprom_bytes[at] = byte;
}

static const struct xq_eeprom bench_eeprom = {bench_read, bench_ready, bench_write};

static struct xq_device device;
static uint32_t now_ms;

/* What the clock has sent and the test has not looked at yet. */
static char heard[1 << 16];
static unsigned heard_to, heard_from;
static uint8_t nobody_listens;

static void listen(void)
{
    int byte;

    while (!nobody_listens && (byte = xq_device_transmit(&device)) != XQ_NO_BYTE)
        heard[heard_to++ % sizeof heard] = (char)byte;
}

static void switch_on_at(uint32_t ms)
{
    heard_from = heard_to;
    now_ms = ms;
    xq_device_start(&device, "xqclock-host", "por", &bench_eeprom, 0, now_ms);
}

static void wait_ms(uint32_t ms)
{
    while (ms--) {
        xq_device_tick(&device, ++now_ms);
        listen();
    }
}

static void contact(uint8_t button, uint8_t closed)
{
    xq_device_contact(&device, button, closed, now_ms);
}

static void receive(const char *body)
{
    struct xq_line line;
    uint8_t n;

    line.length = 0;
    line.bytes[line.length++] = '$';
    while (*body && line.length < XQ_MAX_LINE - 7)
        line.bytes[line.length++] = *body++;
    xq_line_end(&line);
    for (n = 0; n < line.length; n++)
        xq_device_receive(&device, (uint8_t)line.bytes[n], now_ms);
}

/* Takes one line that was sent, without its check and end; 0 if there is none. */
static const char *next_line(void)
{
    static char body[XQ_MAX_LINE + 1];
    int length = 0;

    listen();
    while (heard_from != heard_to) {
        char byte = heard[heard_from++ % sizeof heard];

        if (byte == '\n') {
            body[length - 6] = 0; /* '*', four digits, CR */
            return body + 1;
        }
        body[length++] = byte;
    }
    return 0;
}

#endif
