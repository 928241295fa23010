/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A clock on the host: an EEPROM in memory and a time that the test turns. The times that tests
 * expect are worked out by hand beside each.
 */
#ifndef XQ_BENCH_H
#define XQ_BENCH_H

#include <stdio.h>
#include <stdlib.h>
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

static inline void contact(uint8_t button, uint8_t closed)
{
    xq_device_contact(&device, button, closed, now_ms);
}

static inline void receive(const char *body)
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

static const char *current __attribute__((unused));

static inline void fail(int line, const char *what, const char *found)
{
    printf("FAILED %s, line %d: %s%s%s\n", current, line, what, found ? ", found " : "",
           found ? found : "");
    exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition, 0))

/* The next line that is no periodical state, '#' standing for its number. */
static inline const char *next_event(void)
{
    static char text[XQ_MAX_LINE + 1];
    const char *line;
    char *rest;

    while ((line = next_line())) {
        char tag[5] = {0};

        memcpy(tag, line, 4);
        rest = strchr(line + 4, ',');
        snprintf(text, sizeof text, "%s#%s", tag, rest ? rest : "");
        if (strncmp(text, "xqs,#,.", 7) != 0)
            return text;
    }
    return "none";
}

static inline void check_event(int line, const char *expected)
{
    const char *found = next_event();

    if (strcmp(found, expected) != 0)
        fail(line, expected, found);
}

#define EVENT(expected) check_event(__LINE__, expected)

static inline void forget_everything(void)
{
    memset(eeprom_bytes, 0xff, sizeof eeprom_bytes);
    eeprom_writes = 0;
    eeprom_writes_left = ~0u;
    eeprom_is_busy = 0;
    switch_on_at(0);
    EVENT("xqh,#,1,xqclock-host,1.0,0,new+reset=por");
}

/* Closes a contact, holds it for 60 ms and opens it. */
static inline void push(uint8_t button)
{
    contact(button, 1);
    wait_ms(60);
    contact(button, 0);
    wait_ms(40);
}

/* 60 s each, 10 s a press, left to move, running since 1000 ms. */
static inline void start_short_game(void)
{
    forget_everything();
    wait_ms(900);
    receive("kqt,1,60000,60000,10000,l,0");
    EVENT("xqs,#,s,900,60000,60000,--,0,l");
    EVENT("xqa,#,1");
    wait_ms(100);
    receive("kqr,2,1");
    EVENT("xqs,#,g,1000,60000,60000,l-,0,l");
    EVENT("xqa,#,2");
}

#define TEST(name) (current = #name, name(), printf("ok %s\n", #name))

#endif
