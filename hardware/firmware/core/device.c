/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device.h"

#define PERIOD_MS 250
#define SAVE_PERIOD_MS 10000
/* A terminal has given a command up before this. */
#define REPEAT_KNOWN_MS 2000
#define FLAG_BEEP_MS 1000
/* Writing out two times takes half a millisecond on an AVR. */
#define COMPOSE_PERIOD_MS 50

static const char *side_word(uint8_t side)
{
    return side == XQ_LEFT ? "l" : side == XQ_RIGHT ? "r" : "-";
}

/* A line goes out whole or not at all: its number tells the terminal that one is missing. */
static void send_line(struct xq_device *device)
{
    struct xq_line *line = &device->line;
    uint8_t to = device->sent_to, n;

    xq_line_end(line);
    if ((uint8_t)(device->sent_from - to - 1) < line->length)
        return;
    for (n = 0; n < line->length; n++)
        device->sent[to++] = line->bytes[n];
    device->sent_to = to;
}

static void say_hello(struct xq_device *device)
{
    struct xq_line *line = &device->line;
    const char *word;

    xq_line_begin(line, "xqh", device->seq++);
    xq_line_number(line, 1);
    xq_line_word(line, device->model);
    xq_line_word(line, XQ_FIRMWARE);
    xq_line_word(line, device->serial);
    xq_line_word(line, device->restored ? "kept+reset=" : "new+reset=");
    for (word = device->reset_cause; *word; word++)
        xq_line_char(line, *word);
    send_line(device);
}

static void say_state(struct xq_device *device, char why)
{
    const struct xq_clock *clock = &device->clock;
    struct xq_line *line = &device->line;
    const char why_word[2] = {why, 0};

    xq_line_begin(line, "xqs", device->seq++);
    xq_line_word(line, why_word);
    xq_line_number(line, clock->now_ms);
    xq_line_number(line, clock->remaining_ms[XQ_LEFT]);
    xq_line_number(line, clock->remaining_ms[XQ_RIGHT]);
    xq_line_word(line, clock->running ? side_word(clock->turn) : "-");
    xq_line_char(line, *side_word(clock->flag));
    xq_line_number(line, clock->ply);
    xq_line_word(line, side_word(clock->turn));
    send_line(device);
    device->said_ms = clock->now_ms;
}

static void answer(struct xq_device *device, const char *refusal)
{
    struct xq_line *line = &device->line;

    xq_line_begin(line, refusal ? "xqn" : "xqa", device->seq++);
    if (device->request.has_number)
        xq_line_number(line, device->request.number);
    if (refusal)
        xq_line_word(line, refusal);
    send_line(device);
}

/* What happened to the clock is said, kept and shown. */
static void happened(struct xq_device *device, char why)
{
    if (why == XQ_NOTHING)
        return;
    say_state(device, why);
    xq_slots_save(&device->slots, &device->clock);
    device->saved_ms = device->clock.now_ms;
    if (why == XQ_FLAG)
        xq_buzzer_beep(&device->buzzer, FLAG_BEEP_MS);
}

static void press(struct xq_device *device, uint8_t button)
{
    struct xq_clock *clock = &device->clock;

    if (button == XQ_START_PAUSE)
        happened(device, xq_clock_run(clock, !clock->running));
    else
        happened(device, xq_clock_press(clock, button));
}

/* The earliest touch that is still open or not yet taken; XQ_BUTTONS if there is none. */
static uint8_t earliest_touch(const struct xq_device *device)
{
    uint8_t found = XQ_BUTTONS, n;

    for (n = 0; n < XQ_BUTTONS; n++) {
        const struct xq_button *button = &device->buttons[n];

        if (!xq_button_is_pending(button) && !xq_button_is_pressed(button))
            continue;
        if (found == XQ_BUTTONS ||
            (int32_t)(button->edge_ms - device->buttons[found].edge_ms) < 0)
            found = n;
    }
    return found;
}

/*
 * Counts time, but not past a touch of which it is not known yet whether it is a press: the
 * presses are dealt with in the order of their first touches and each at that moment.
 * Returns whether no touch is open.
 */
static uint8_t count_time(struct xq_device *device, uint32_t now_ms)
{
    uint8_t n, button;

    for (n = 0; n < XQ_BUTTONS; n++)
        xq_button_settle(&device->buttons[n], now_ms);
    for (;;) {
        button = earliest_touch(device);
        happened(device, xq_clock_advance(&device->clock,
                                          button == XQ_BUTTONS ? now_ms
                                                               : device->buttons[button].edge_ms));
        if (button == XQ_BUTTONS)
            return 1;
        if (xq_button_is_pending(&device->buttons[button]))
            return 0;
        xq_button_take(&device->buttons[button]);
        press(device, button);
    }
}

static const char *carry_out(struct xq_device *device)
{
    const struct xq_request *request = &device->request;
    struct xq_clock *clock = &device->clock;
    uint8_t n;

    switch (request->command) {
    case XQ_HELLO:
        say_hello(device);
        return 0;
    case XQ_STATE:
        say_state(device, 'q');
        return 0;
    case XQ_TIMES:
        if (clock->running)
            return "run";
        xq_clock_set(clock, request->left_ms, request->right_ms, request->increment_ms,
                     request->side_or_run, request->ply_or_beep_ms);
        happened(device, XQ_SET);
        return 0;
    case XQ_RUN:
        if (request->side_or_run && clock->flag != XQ_NOBODY)
            return "flag";
        happened(device, xq_clock_run(clock, request->side_or_run));
        return 0;
    case XQ_TEXT:
        for (n = 0; n <= XQ_MAX_TEXT; n++)
            device->text[n] = request->text[n];
        return 0;
    case XQ_BEEP:
        xq_buzzer_beep(&device->buzzer, request->ply_or_beep_ms);
        return 0;
    }
    return "cmd";
}

/*
 * A terminal that missed the answer sends the line again. It is answered again and not carried
 * out again: meanwhile a player may have started the clock. Hello begins a new connection, whose
 * numbers have nothing to do with those before.
 */
static void obey(struct xq_device *device)
{
    const struct xq_request *request = &device->request;
    uint32_t now_ms = device->clock.now_ms;
    const char *refusal = device->refusal;
    uint8_t is_question = request->command == XQ_HELLO || request->command == XQ_STATE;

    if (!refusal && device->has_repeat && device->repeat_number == request->number &&
        device->repeat_check == device->request_check &&
        now_ms - device->repeat_ms < REPEAT_KNOWN_MS) {
        answer(device, device->repeat_refusal);
        return;
    }
    if (!refusal) {
        refusal = carry_out(device);
        device->has_repeat = !is_question;
        device->repeat_number = request->number;
        device->repeat_check = device->request_check;
        device->repeat_ms = now_ms;
        device->repeat_refusal = refusal;
    }
    answer(device, refusal);
}

static void read_serial(struct xq_device *device)
{
    uint8_t n;

    for (n = 0; n < XQ_SERIAL_SIZE; n++) {
        uint8_t byte = device->slots.eeprom->read((uint16_t)(XQ_SERIAL_AT + n));
        uint8_t is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z');

        if (!is_plain)
            break;
        device->serial[n] = (char)byte;
    }
    if (n == 0)
        device->serial[n++] = '0';
    device->serial[n] = 0;
}

void xq_device_start(struct xq_device *device, const char *model, const char *reset_cause,
                     const struct xq_eeprom *eeprom, uint8_t closed, uint32_t now_ms)
{
    uint8_t *byte = (uint8_t *)device;
    uint16_t size = sizeof *device;
    uint8_t n;

    while (size--)
        *byte++ = 0;
    device->model = model;
    device->reset_cause = reset_cause;
    device->said_ms = now_ms;
    device->saved_ms = now_ms;
    device->composed_ms = now_ms;
    xq_clock_init(&device->clock, now_ms);
    device->restored = xq_slots_load(&device->slots, eeprom, &device->clock);
    for (n = 0; n < XQ_BUTTONS; n++)
        xq_button_init(&device->buttons[n], closed >> n & 1, now_ms);
    xq_display_init(&device->display);
    read_serial(device);
    say_hello(device);
}

void xq_device_contact(struct xq_device *device, uint8_t button, uint8_t closed, uint32_t at_ms)
{
    count_time(device, at_ms);
    xq_button_contact(&device->buttons[button], closed, at_ms);
}

void xq_device_receive(struct xq_device *device, uint8_t byte, uint32_t now_ms)
{
    const char *body = device->reader.bytes + 1;
    uint8_t result = xq_reader_push(&device->reader, byte);
    uint16_t check = 0xffff;

    if (result == XQ_READING)
        return;
    if (device->has_request) {
        /* One command at a time; the terminal will send this one again. */
        return;
    }
    if (result == XQ_BAD_LINE) {
        device->request.has_number = 0;
        answer(device, "crc");
        return;
    }
    for (; *body; body++)
        check = xq_crc(check, (uint8_t)*body);
    device->request_check = check;
    device->refusal = xq_request_parse(&device->request, device->reader.bytes + 1);
    device->has_request = 1;
    xq_device_tick(device, now_ms);
}

void xq_device_tick(struct xq_device *device, uint32_t now_ms)
{
    uint8_t is_settled = count_time(device, now_ms);
    const struct xq_clock *clock = &device->clock;

    if (is_settled && device->has_request) {
        device->has_request = 0;
        obey(device);
    }
    if (clock->now_ms - device->said_ms >= PERIOD_MS)
        say_state(device, '.');
    if (clock->running && clock->now_ms - device->saved_ms >= SAVE_PERIOD_MS) {
        xq_slots_save(&device->slots, clock);
        device->saved_ms = clock->now_ms;
    }
    xq_slots_step(&device->slots);
    if (now_ms - device->composed_ms >= COMPOSE_PERIOD_MS) {
        xq_display_compose(&device->display, clock, device->text);
        device->composed_ms = now_ms;
    }
}

int16_t xq_device_transmit(struct xq_device *device)
{
    int16_t byte;

    if (device->sent_from == device->sent_to)
        return XQ_NO_BYTE;
    byte = (uint8_t)device->sent[device->sent_from];
    device->sent_from++;
    return byte;
}
