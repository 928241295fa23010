/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock as an Arduino sketch (Uno, Nano). The core is the folder ../core: copy or link it
 * into the folder "libraries" of your sketchbook under the name XqClock.
 *
 *   D2, D3   the contacts of the left and the right player, to ground
 *   D4       start/pause, to ground
 *   D5       buzzer (active, through a transistor)
 *   D8-D11   display D4-D7, D12 its RS, D13 its E; its R/W is grounded
 *
 * Contacts are read once a loop, a fraction of a millisecond apart. ../avr reads them in its
 * timer interrupt and is the better firmware; this one is for boards programmed over USB.
 */
#include <avr/eeprom.h>
#include <avr/wdt.h>

extern "C" {
#include <device.h>
}

static const uint8_t contact_pins[XQ_BUTTONS] = {2, 3, 4};
static const uint8_t buzzer_pin = 5, first_display_pin = 8, rs_pin = 12, e_pin = 13;

static struct xq_device device;
static uint8_t closed;
static uint32_t last_ms;

static uint8_t read_byte(uint16_t at) { return eeprom_read_byte((const uint8_t *)at); }
static uint8_t is_ready(void) { return eeprom_is_ready(); }
static void write_byte(uint16_t at, uint8_t byte) { eeprom_write_byte((uint8_t *)at, byte); }

static const struct xq_eeprom eeprom = {read_byte, is_ready, write_byte};

static uint8_t read_contacts(void)
{
    uint8_t found = 0;

    for (uint8_t n = 0; n < XQ_BUTTONS; n++)
        if (digitalRead(contact_pins[n]) == LOW)
            found |= 1 << n;
    return found;
}

static void drive_display(void)
{
    int8_t nibble = xq_display_step(&device.display);

    if (nibble == XQ_NO_NIBBLE)
        return;
    for (uint8_t bit = 0; bit < 4; bit++)
        digitalWrite(first_display_pin + bit, nibble >> bit & 1);
    digitalWrite(rs_pin, nibble & XQ_DATA ? HIGH : LOW);
    digitalWrite(e_pin, HIGH);
    digitalWrite(e_pin, LOW);
}

void setup(void)
{
    for (uint8_t n = 0; n < XQ_BUTTONS; n++)
        pinMode(contact_pins[n], INPUT_PULLUP);
    pinMode(buzzer_pin, OUTPUT);
    for (uint8_t pin = first_display_pin; pin <= e_pin; pin++)
        pinMode(pin, OUTPUT);
    Serial.begin(9600);
    closed = read_contacts();
    last_ms = millis();
    /* The boot loader has read and cleared the cause of the reset. */
    xq_device_start(&device, "xqclock-ino", "none", &eeprom, closed, last_ms);
    /* Take this out on boards with the boot loader from before Optiboot, which never comes back
     * from a reset by the watchdog. */
    wdt_enable(WDTO_500MS);
}

void loop(void)
{
    uint32_t now_ms = millis();
    uint8_t contacts = read_contacts();
    int16_t byte;

    for (uint8_t n = 0; n < XQ_BUTTONS; n++)
        if ((contacts ^ closed) >> n & 1)
            xq_device_contact(&device, n, contacts >> n & 1, now_ms);
    closed = contacts;
    while ((byte = Serial.read()) >= 0)
        xq_device_receive(&device, byte, now_ms);
    /* Only as much as fits: writing more would wait. */
    while (Serial.availableForWrite() > 0 && (byte = xq_device_transmit(&device)) != XQ_NO_BYTE)
        Serial.write((uint8_t)byte);
    if (now_ms == last_ms)
        return;
    last_ms = now_ms;
    wdt_reset();
    xq_device_tick(&device, now_ms);
    drive_display();
    digitalWrite(buzzer_pin, xq_buzzer_step(&device.buzzer, now_ms));
}
