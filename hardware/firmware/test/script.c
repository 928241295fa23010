/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plays a script to the core and prints each line it sends, to compare it with another clock:
 *   wait MS | close BUTTON | open BUTTON | say BODY
 */
#include "bench.h"

static void print_lines(void)
{
    const char *line;

    while ((line = next_line()))
        printf("%s\n", line);
}

int main(void)
{
    char order[128], verb[16];
    int number;

    memset(eeprom_bytes, 0xff, sizeof eeprom_bytes);
    switch_on_at(0);
    while (fgets(order, sizeof order, stdin)) {
        order[strcspn(order, "\n")] = 0;
        if (!strncmp(order, "say ", 4))
            receive(order + 4);
        else if (sscanf(order, "%15s %d", verb, &number) != 2)
            return 2;
        else if (!strcmp(verb, "wait"))
            wait_ms((uint32_t)number);
        else
            contact((uint8_t)number, !strcmp(verb, "close"));
        print_lines();
    }
    return 0;
}
