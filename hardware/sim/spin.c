/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board.h"

#define SPIN_FOR_EVER 0xcfff /* rjmp to itself */

static avr_flashaddr_t spins_at;
static uint8_t overwritten[2];
static int is_spinning;

void hang(void)
{
    /* A sleeping one with its interrupts off would be taken for switched off. */
    while (avr->state != cpu_Running)
        avr_run(avr);
    spins_at = avr->pc;
    memcpy(overwritten, avr->flash + spins_at, 2);
    avr->flash[spins_at] = SPIN_FOR_EVER & 0xff;
    avr->flash[spins_at + 1] = SPIN_FOR_EVER >> 8;
    avr->sreg[S_I] = 0;
    is_spinning = 1;
}

void notice_reset(void)
{
    if (!is_spinning || avr->pc == spins_at)
        return;
    is_spinning = 0;
    memcpy(avr->flash + spins_at, overwritten, 2);
    /* The simulator forgets the outer world at a reset. */
    connect_line();
    set_contacts_again();
}
