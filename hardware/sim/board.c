/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock's circuit board, simulated: an ATmega328P in simavr with its serial line on a pseudo
 * terminal, fingers on its contacts, its display, its buzzer and an EEPROM that outlives it.
 * A test program of its own: simavr is never linked into Qipu.
 *
 *   board FIRMWARE.elf [--port LINK] [--eeprom FILE] [--log FILE] [--speed X]
 *
 * It prints "port NAME" once it runs, then obeys lines on its standard input:
 *   push CONTACT [MS]   closes a contact (left, right, pause) for 60 ms or so many
 *   bounce CONTACT      the same, bouncing for 12 ms first
 *   close/open CONTACT  leaves it so
 *   hang                lets the processor spin for ever with interrupts off
 *   time                prints "time SIMULATED WALL", in seconds
 *   display             prints "display |line|line|"
 *   beeps               prints "beeps COUNT": how often the buzzer has sounded
 *   quit
 * The log has a line for each line the firmware sent: the time in milliseconds at which its first
 * byte left, and the line.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <simavr/sim_elf.h>

#include "board.h"

avr_t *avr;
static double speed = 1;
static double started;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double wall_time(void)
{
    return now() - started;
}

static void no_sleep(avr_t *of, avr_cycle_count_t cycles)
{
    /* The main loop keeps the pace. */
    (void)of, (void)cycles;
}

static void keep_pace(void)
{
    double ahead = (double)avr->cycle / HERTZ / speed - wall_time();
    struct timespec pause = {0, 0};

    if (ahead < 0.0005)
        return;
    pause.tv_nsec = (long)((ahead > 0.005 ? 0.005 : ahead) * 1e9);
    nanosleep(&pause, NULL);
}

int main(int count, char **arguments)
{
    const char *link = NULL, *eeprom = NULL;
    FILE *log = NULL;
    elf_firmware_t firmware;
    int n;

    if (count < 2 || count % 2) {
        fprintf(stderr, "board FIRMWARE.elf [--port LINK] [--eeprom FILE] [--log FILE] [--speed X]\n");
        return 2;
    }
    for (n = 2; n < count; n += 2) {
        const char *value = arguments[n + 1];

        if (!strcmp(arguments[n], "--port"))
            link = value;
        else if (!strcmp(arguments[n], "--eeprom"))
            eeprom = value;
        else if (!strcmp(arguments[n], "--log"))
            log = fopen(value, "a");
        else if (!strcmp(arguments[n], "--speed"))
            speed = atof(value);
    }
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(arguments[1], &firmware) || !(avr = avr_make_mcu_by_name("atmega328p"))) {
        fprintf(stderr, "%s: no firmware for this processor\n", arguments[1]);
        return 2;
    }
    avr_init(avr);
    firmware.frequency = HERTZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = HERTZ;
    avr->log = LOG_ERROR;
    avr->sleep = no_sleep;
    set_contacts_again();
    load_eeprom(eeprom);
    connect_parts();
    if (open_line(link, log)) {
        perror("port");
        return 3;
    }
    started = now();
    do {
        avr_cycle_count_t end = avr->cycle + MS(1);

        read_terminal();
        while (avr->cycle < end) {
            int state = avr_run(avr);

            if (state == cpu_Done || state == cpu_Crashed) {
                fprintf(stderr, "the processor stopped in state %d\n", state);
                return 1;
            }
            notice_reset();
            touch_what_is_due();
            feed_firmware();
        }
        keep_eeprom();
        keep_pace();
    } while (read_orders());
    return 0;
}
