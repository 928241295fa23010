/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "button.h"

enum { UP, TOUCHED, PRESSED, HELD };

void xq_button_init(struct xq_button *button, uint8_t closed, uint32_t now_ms)
{
    button->edge_ms = now_ms;
    button->changed_ms = now_ms;
    button->closed = closed;
    button->phase = closed ? HELD : UP;
}

void xq_button_contact(struct xq_button *button, uint8_t closed, uint32_t at_ms)
{
    if (closed == button->closed)
        return;
    xq_button_settle(button, at_ms);
    button->closed = closed;
    button->changed_ms = at_ms;
    if (closed && button->phase == UP) {
        button->phase = TOUCHED;
        button->edge_ms = at_ms;
    }
}

void xq_button_settle(struct xq_button *button, uint32_t now_ms)
{
    uint8_t still = now_ms - button->changed_ms >= XQ_STILL_MS;

    if (button->phase == TOUCHED && (still || now_ms - button->edge_ms >= XQ_PATIENCE_MS))
        button->phase = button->closed ? PRESSED : UP;
    else if (button->phase == HELD && still && !button->closed)
        button->phase = UP;
}

uint8_t xq_button_is_pending(const struct xq_button *button)
{
    return button->phase == TOUCHED;
}

uint8_t xq_button_is_pressed(const struct xq_button *button)
{
    return button->phase == PRESSED;
}

void xq_button_take(struct xq_button *button)
{
    button->phase = HELD;
}
