/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <simavr/avr_eeprom.h>

#include "board.h"

#define EEPROM_SIZE 1024

static int eeprom_file = -1;
static uint8_t eeprom_kept[EEPROM_SIZE];

void load_eeprom(const char *name)
{
    avr_eeprom_desc_t all = {.ee = eeprom_kept, .offset = 0, .size = EEPROM_SIZE};

    memset(eeprom_kept, 0xff, sizeof eeprom_kept);
    if (name) {
        eeprom_file = open(name, O_RDWR | O_CREAT, 0644);
        if (eeprom_file < 0 || pread(eeprom_file, eeprom_kept, EEPROM_SIZE, 0) < 0)
            perror(name);
    }
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
}

void keep_eeprom(void)
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = EEPROM_SIZE};

    if (eeprom_file < 0)
        return;
    /* The simulator gives its own array, and -1 whether or not it does. */
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    if (!all.ee || !memcmp(eeprom_kept, all.ee, EEPROM_SIZE))
        return;
    memcpy(eeprom_kept, all.ee, EEPROM_SIZE);
    if (pwrite(eeprom_file, eeprom_kept, EEPROM_SIZE, 0) != EEPROM_SIZE)
        perror("eeprom");
}

