/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "buzzer.h"

void xq_buzzer_beep(struct xq_buzzer *buzzer, uint16_t ms)
{
    if (ms && buzzer->count < XQ_BEEPS)
        buzzer->waiting_ms[buzzer->count++] = ms;
}

uint8_t xq_buzzer_step(struct xq_buzzer *buzzer, uint32_t now_ms)
{
    uint8_t n;

    if (buzzer->sounding && (int32_t)(now_ms - buzzer->until_ms) >= 0) {
        buzzer->sounding = 0;
        buzzer->until_ms = now_ms + XQ_BETWEEN_BEEPS_MS;
    }
    if (!buzzer->sounding && buzzer->count && (int32_t)(now_ms - buzzer->until_ms) >= 0) {
        buzzer->sounding = 1;
        buzzer->until_ms = now_ms + buzzer->waiting_ms[0];
        buzzer->count--;
        for (n = 0; n < buzzer->count; n++)
            buzzer->waiting_ms[n] = buzzer->waiting_ms[n + 1];
    }
    return buzzer->sounding;
}
