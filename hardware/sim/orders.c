/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "board.h"

/* 0 if it is time to quit. */
static int obey(const char *order)
{
    char verb[16] = "", name[16] = "";
    int ms = 60, contact, n;
    avr_cycle_count_t now = avr->cycle;

    sscanf(order, "%15s %15s %d", verb, name, &ms);
    contact = contact_named(name);
    if (!strcmp(verb, "quit"))
        return 0;
    if (!strcmp(verb, "push") && contact >= 0) {
        plan_touch(now, contact, 0);
        plan_touch(now + MS(ms), contact, 1);
    } else if (!strcmp(verb, "bounce") && contact >= 0) {
        for (n = 0; n < 4; n++) {
            plan_touch(now + MS(3 * n), contact, 0);
            plan_touch(now + MS(3 * n + 2), contact, 1);
        }
        plan_touch(now + MS(12), contact, 0);
        plan_touch(now + MS(12 + ms), contact, 1);
    } else if (!strcmp(verb, "close") && contact >= 0) {
        plan_touch(now, contact, 0);
    } else if (!strcmp(verb, "open") && contact >= 0) {
        plan_touch(now, contact, 1);
    } else if (!strcmp(verb, "hang")) {
        hang();
    } else if (!strcmp(verb, "time")) {
        printf("time %.6f %.6f\n", (double)now / HERTZ, wall_time());
    } else if (!strcmp(verb, "display")) {
        print_display();
    } else if (!strcmp(verb, "beeps")) {
        print_beeps();
    } else {
        printf("unknown order: %s\n", order);
    }
    fflush(stdout);
    return 1;
}

/* 0 if it is time to quit: on the order, or when whoever gave orders is gone. */
int read_orders(void)
{
    static char line[128];
    static size_t length;
    struct pollfd in = {.fd = 0, .events = POLLIN};
    char byte;

    while (poll(&in, 1, 0) > 0) {
        if (read(0, &byte, 1) != 1)
            return 0;
        if (byte != '\n') {
            if (length < sizeof line - 1)
                line[length++] = byte;
            continue;
        }
        line[length] = 0;
        length = 0;
        if (!obey(line))
            return 0;
    }
    return 1;
}

