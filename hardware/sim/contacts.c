/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <simavr/avr_ioport.h>

#include "board.h"

#define FIRST_CONTACT 2
#define CONTACTS 3

static const char *const contact_names[CONTACTS] = {"left", "right", "pause"};

static struct touch {
    avr_cycle_count_t at;
    int contact, level;
} touches[128];
static int touch_count;
static int levels[CONTACTS] = {1, 1, 1};

void set_contact(int contact, int level)
{
    avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), FIRST_CONTACT + contact);
    avr_ioport_external_t outside = {.name = 'D', .mask = 0, .value = 0};
    int n;

    levels[contact] = level;
    /* Or the pull-up would win whenever the firmware writes to another pin of the port. */
    for (n = 0; n < CONTACTS; n++) {
        outside.mask |= 1 << (FIRST_CONTACT + n);
        outside.value |= (levels[n] & 1) << (FIRST_CONTACT + n);
    }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &outside);
    avr_raise_irq(pin, (uint32_t)level);
}

void plan_touch(avr_cycle_count_t at, int contact, int level)
{
    int n = touch_count;

    if (touch_count == (int)(sizeof touches / sizeof touches[0]))
        return;
    while (n && touches[n - 1].at > at) {
        touches[n] = touches[n - 1];
        n--;
    }
    touches[n] = (struct touch){at, contact, level};
    touch_count++;
}

void touch_what_is_due(void)
{
    int due = 0;

    while (due < touch_count && touches[due].at <= avr->cycle) {
        set_contact(touches[due].contact, touches[due].level);
        due++;
    }
    touch_count -= due;
    memmove(touches, touches + due, (size_t)touch_count * sizeof touches[0]);
}

void set_contacts_again(void)
{
    int n;

    for (n = 0; n < CONTACTS; n++)
        set_contact(n, levels[n]);
}

int contact_named(const char *name)
{
    int n;

    for (n = 0; n < CONTACTS; n++)
        if (!strcmp(name, contact_names[n]))
            return n;
    return -1;
}
