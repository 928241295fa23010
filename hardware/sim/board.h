/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the simulated board know of each other.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>
#include <stdio.h>

#include <simavr/sim_avr.h>

#define HERTZ 16000000
#define MS(n) ((avr_cycle_count_t)(n) * (HERTZ / 1000))

extern avr_t *avr;

/* contacts.c: fingers. 0 is pressed down to ground. */
int contact_named(const char *name);
void set_contact(int contact, int level);
void set_contacts_again(void);
void plan_touch(avr_cycle_count_t at, int contact, int level);
void touch_what_is_due(void);

/* line.c: the serial line. */
int open_line(const char *link, FILE *log);
void connect_line(void);
void read_terminal(void);
void feed_firmware(void);

/* parts.c: display and buzzer. */
void connect_parts(void);
void print_display(void);
void print_beeps(void);

/* eeprom.c: the EEPROM, kept in a file. */
void load_eeprom(const char *name);
void keep_eeprom(void);

/* spin.c: a processor that hangs. */
void hang(void);
void notice_reset(void);

/* orders.c: standard input. 0 if it is time to quit. */
int read_orders(void);

/* board.c: seconds since the start. */
double wall_time(void);

#endif
