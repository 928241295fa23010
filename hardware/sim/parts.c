/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <simavr/avr_ioport.h>

#include "board.h"

#define BUZZER_PIN 5
#define DISPLAY_RS 0x10
#define DISPLAY_E 0x20

static char cells[2][64];
static unsigned row, column;
static unsigned beeps;

static void display_obeys(unsigned byte, unsigned is_data, int *has_four_lines)
{
    if (is_data)
        cells[row][column++ % 64] = (char)byte;
    else if (byte & 0x80)
        row = byte >> 6 & 1, column = byte & 0x3f;
    else if (byte >= 0x20)
        *has_four_lines = !(byte & 0x10);
    else if (byte == 0x01)
        memset(cells, ' ', sizeof cells), row = column = 0;
}

static void display_pins(avr_irq_t *irq, uint32_t pins, void *unused)
{
    static uint32_t before;
    static int high = -1, has_four_lines = 0;
    uint32_t fell = before & ~pins & DISPLAY_E;
    unsigned nibble = pins & 0x0f, is_data = pins & DISPLAY_RS;
    (void)irq, (void)unused;

    before = pins;
    if (!fell)
        return;
    if (!has_four_lines) {
        display_obeys(nibble << 4, is_data, &has_four_lines);
    } else if (high < 0) {
        high = (int)nibble;
    } else {
        display_obeys((unsigned)high << 4 | nibble, is_data, &has_four_lines);
        high = -1;
    }
}

static void buzzer_pin(avr_irq_t *irq, uint32_t level, void *unused)
{
    (void)irq, (void)unused;
    beeps += level != 0;
}

void connect_parts(void)
{
    avr_irq_t *port_b = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_PIN_ALL);
    avr_irq_t *buzzer = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), BUZZER_PIN);

    memset(cells, ' ', sizeof cells);
    avr_irq_register_notify(port_b, display_pins, NULL);
    avr_irq_register_notify(buzzer, buzzer_pin, NULL);
}

void print_display(void)
{
    printf("display |%.16s|%.16s|\n", cells[0], cells[1]);
}

void print_beeps(void)
{
    printf("beeps %u\n", beeps);
}
