/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock on an ATmega328P at 16 MHz. Pins:
 *   PD2, PD3  the contacts of the left and the right player, to ground
 *   PD4       start/pause, to ground
 *   PD5       buzzer (active, through a transistor)
 *   PB0-PB3   display D4-D7, PB4 its RS, PB5 its E; its R/W is grounded
 *   PD0, PD1  serial line, 9600 Bd
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay_basic.h>

#include "device.h"

#define CONTACTS (_BV(PD2) | _BV(PD3) | _BV(PD4))
#define BUZZER _BV(PD5)
#define DISPLAY_DATA 0x0f
#define DISPLAY_RS _BV(PB4)
#define DISPLAY_E _BV(PB5)
#define UBRR_9600 103

/* Time and contacts are taken in the interrupt, so that an edge keeps its millisecond however
 * busy the main loop is. */
static volatile uint32_t milliseconds;
static struct {
    uint32_t at_ms;
    uint8_t contacts;
} volatile edges[16];
static volatile uint8_t edges_to, edges_from, contacts_seen;
static uint8_t contacts_known;

static volatile uint8_t received[64];
static volatile uint8_t received_to, received_from;

static struct xq_device device;

/* Read before the watchdog is stopped, which must happen before anything else: after a reset by
 * it the watchdog runs on at its shortest. */
static uint8_t reset_flags __attribute__((section(".noinit")));

void remember_reset(void) __attribute__((naked, used, section(".init3")));
void remember_reset(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER0_COMPA_vect)
{
    uint8_t contacts = PIND & CONTACTS;
    uint8_t to = edges_to;

    milliseconds++;
    if (contacts == contacts_seen || (uint8_t)(to + 1 - edges_from) >= 16)
        return;
    contacts_seen = contacts;
    edges[to % 16].at_ms = milliseconds;
    edges[to % 16].contacts = contacts;
    edges_to = to + 1;
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0, to = received_to;

    if ((uint8_t)(to - received_from) < sizeof received) {
        received[to % sizeof received] = byte;
        received_to = to + 1;
    }
}

ISR(USART_UDRE_vect)
{
    int16_t byte = xq_device_transmit(&device);

    if (byte == XQ_NO_BYTE)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = (uint8_t)byte;
}

static uint32_t now(void)
{
    uint32_t ms;

    cli();
    ms = milliseconds;
    sei();
    return ms;
}

static uint8_t eeprom_read(uint16_t at)
{
    return eeprom_read_byte((const uint8_t *)(uintptr_t)at);
}

static uint8_t eeprom_ready(void)
{
    return eeprom_is_ready();
}

static void eeprom_write(uint16_t at, uint8_t byte)
{
    eeprom_write_byte((uint8_t *)(uintptr_t)at, byte);
}

static const struct xq_eeprom eeprom = {eeprom_read, eeprom_ready, eeprom_write};

static const char *reset_cause(void)
{
    if (reset_flags & _BV(WDRF))
        return "wdt";
    if (reset_flags & _BV(BORF))
        return "bor";
    if (reset_flags & _BV(EXTRF))
        return "ext";
    return reset_flags & _BV(PORF) ? "por" : "none";
}

static uint8_t closed(uint8_t contacts)
{
    /* A closed contact pulls its pin down. */
    return (uint8_t)(~contacts >> PD2) & 0x07;
}

/* The edges up to a moment that was read before: a later one would turn time back. */
static void take_edges(uint32_t until_ms)
{
    while (edges_from != edges_to) {
        uint8_t from = edges_from, changed, n;
        uint8_t contacts = closed(edges[from % 16].contacts);
        uint32_t at_ms = edges[from % 16].at_ms;

        if ((int32_t)(at_ms - until_ms) > 0)
            return;
        edges_from = from + 1;
        changed = contacts ^ contacts_known;
        contacts_known = contacts;
        for (n = 0; n < XQ_BUTTONS; n++)
            if (changed >> n & 1)
                xq_device_contact(&device, n, contacts >> n & 1, at_ms);
    }
}

static void drive_display(void)
{
    int8_t nibble = xq_display_step(&device.display);

    if (nibble == XQ_NO_NIBBLE)
        return;
    PORTB = (uint8_t)(nibble & DISPLAY_DATA) | (nibble & XQ_DATA ? DISPLAY_RS : 0);
    PORTB |= DISPLAY_E;
    _delay_loop_1(4); /* 0.75 us: the pulse must be longer than 0.45 us */
    PORTB &= (uint8_t)~DISPLAY_E;
}

int main(void)
{
    uint32_t ms = 0, last_ms = 0;

    wdt_enable(WDTO_500MS);
    PORTD = CONTACTS; /* pulled up */
    DDRD = BUZZER;
    DDRB = DISPLAY_DATA | DISPLAY_RS | DISPLAY_E;
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = 249; /* 16 MHz / 64 / 250 = 1 kHz */
    UBRR0 = UBRR_9600;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    _delay_loop_1(20); /* the pull-ups need a moment */
    contacts_seen = PIND & CONTACTS;
    contacts_known = closed(contacts_seen);
    xq_device_start(&device, "xqclock-avr", reset_cause(), &eeprom, contacts_known, 0);
    TIMSK0 = _BV(OCIE0A);
    sei();
    for (;;) {
        sleep_mode();
        ms = now();
        take_edges(ms);
        while (received_from != received_to) {
            uint8_t byte = received[received_from % sizeof received];

            received_from++;
            xq_device_receive(&device, byte, ms);
        }
        if (ms == last_ms)
            continue;
        /* Only a loop whose time goes on keeps the watchdog quiet. */
        wdt_reset();
        last_ms = ms;
        xq_device_tick(&device, ms);
        drive_display();
        if (xq_buzzer_step(&device.buzzer, ms))
            PORTD |= BUZZER;
        else
            PORTD &= (uint8_t)~BUZZER;
        if (device.sent_from != device.sent_to)
            UCSR0B |= _BV(UDRIE0);
    }
}
