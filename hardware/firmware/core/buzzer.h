/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Beeps one after the other, without ever waiting for one.
 */
#ifndef XQ_BUZZER_H
#define XQ_BUZZER_H

#include <stdint.h>

#define XQ_BEEPS 4
#define XQ_BETWEEN_BEEPS_MS 80

struct xq_buzzer {
    uint16_t waiting_ms[XQ_BEEPS];
    uint8_t count;
    uint8_t sounding;
    uint32_t until_ms; /* end of the beep, or of the silence after it */
};

/* One more beep; dropped if too many wait. */
void xq_buzzer_beep(struct xq_buzzer *buzzer, uint16_t ms);

/* Whether it sounds now. */
uint8_t xq_buzzer_step(struct xq_buzzer *buzzer, uint32_t now_ms);

#endif
