/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What outlives a reset, and what is shown and heard.
 */
#include "bench.h"

static void the_state_is_kept_over_a_reset(void)
{
    start_short_game();
    wait_ms(5000);
    push(XQ_LEFT);
    wait_ms(200);
    switch_on_at(0);
    while (strncmp(next_event(), "xqh", 3) != 0) {
    }
    CHECK(device.restored && !device.clock.running);
    CHECK(device.clock.remaining_ms[XQ_LEFT] == 65000 && device.clock.ply == 1);
    CHECK(device.clock.turn == XQ_RIGHT && device.clock.increment_ms == 10000);
    /* While it runs it is kept every ten seconds. */
    receive("kqr,1,1");
    wait_ms(25200);
    switch_on_at(0);
    CHECK(device.clock.remaining_ms[XQ_RIGHT] == 40000);
    /* A fallen flag is kept as well. */
    receive("kqr,1,1");
    wait_ms(40500);
    CHECK(device.clock.flag == XQ_RIGHT);
    switch_on_at(0);
    CHECK(device.clock.flag == XQ_RIGHT && device.clock.remaining_ms[XQ_RIGHT] == 0);
}

static void a_power_cut_while_writing_costs_one_state(void)
{
    unsigned cut;

    for (cut = 0; cut <= XQ_SLOT_SIZE; cut++) {
        start_short_game();
        wait_ms(5000);
        push(XQ_LEFT);
        wait_ms(200);
        eeprom_writes_left = cut;
        push(XQ_RIGHT);
        wait_ms(200);
        switch_on_at(0);
        CHECK(device.restored);
        /* The state before or the whole new one: 60 - 0.3 + 10 s. */
        CHECK((device.clock.ply == 1 && device.clock.remaining_ms[XQ_RIGHT] == 60000) ||
              (device.clock.ply == 2 && device.clock.remaining_ms[XQ_RIGHT] == 69700));
        CHECK(device.clock.remaining_ms[XQ_LEFT] == 65000);
    }
    CHECK(device.clock.ply == 2);
}

static void slots_are_worn_evenly_and_their_count_wraps(void)
{
    static unsigned touched[1024];
    uint8_t before[1024];
    unsigned n, at;

    start_short_game();
    device.slots.count = 65000;
    for (n = 0; n < 1000; n++) {
        memcpy(before, eeprom_bytes, sizeof before);
        wait_ms(100);
        push(n % 2);
        for (at = 0; at < 1024; at++)
            touched[at] += before[at] != eeprom_bytes[at];
        while (next_line()) {
        }
    }
    CHECK(device.clock.ply == 1000);
    for (at = 0; at < 1024; at++)
        CHECK(touched[at] <= 1000 / XQ_SLOT_COUNT + 1);
    wait_ms(100);
    n = device.clock.remaining_ms[XQ_LEFT];
    switch_on_at(0);
    CHECK(device.clock.ply == 1000 && device.slots.count == (uint16_t)(65000 + 1000));
    CHECK(device.clock.remaining_ms[XQ_LEFT] >= n);
}

static void a_busy_eeprom_delays_nothing(void)
{
    start_short_game();
    eeprom_is_busy = 1;
    wait_ms(5000);
    push(XQ_LEFT);
    push(XQ_RIGHT);
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
    EVENT("xqs,#,t,6100,65000,69900,l-,2,l");
    eeprom_is_busy = 0;
    wait_ms(100);
    switch_on_at(0);
    CHECK(device.clock.ply == 2);
}

static void a_serial_number_is_read_from_the_eeprom(void)
{
    forget_everything();
    memcpy(eeprom_bytes + XQ_SERIAL_AT, "A0000017", 8);
    switch_on_at(0);
    EVENT("xqh,#,1,xqclock-host,1.0,A0000017,new+reset=por");
    memcpy(eeprom_bytes + XQ_SERIAL_AT, "A,*$0017", 8);
    switch_on_at(0);
    EVENT("xqh,#,1,xqclock-host,1.0,A,new+reset=por");
}

static void beeps_follow_each_other(void)
{
    unsigned sounded = 0, changes = 0, before = 0, n;
    struct xq_buzzer buzzer;

    memset(&buzzer, 0, sizeof buzzer);
    for (n = 0; n < 6; n++)
        xq_buzzer_beep(&buzzer, 100);
    for (n = 0; n < 2000; n++) {
        unsigned sounds = xq_buzzer_step(&buzzer, 0xfffffe00u + n);

        sounded += sounds;
        changes += sounds != before;
        before = sounds;
    }
    /* Four fit into the queue. */
    CHECK(sounded == 400 && changes == 8);
}

/* The controller's side: what it would show for the nibbles it gets. */
static char cells[2][40];
static unsigned row, column;

static void controller_takes(int nibble)
{
    static int high = -1;
    int byte;

    if (high < 0) {
        high = nibble;
        return;
    }
    byte = (high & 0x0f) << 4 | (nibble & 0x0f);
    if (nibble & XQ_DATA)
        cells[row][column++] = (char)byte;
    else if (byte & 0x80)
        row = byte >> 6 & 1, column = byte & 0x3f;
    else if (byte == 0x01)
        memset(cells, ' ', sizeof cells), row = column = 0;
    high = -1;
}

static void run_display(unsigned steps)
{
    while (steps--) {
        int nibble = xq_display_step(&device.display);

        if (nibble != XQ_NO_NIBBLE)
            controller_takes(nibble);
    }
}

static void the_display_follows_without_waiting(void)
{
    start_short_game();
    /* The first four nibbles of the start-up are single ones: two pairs for this controller. */
    run_display(200);
    wait_ms(100);
    run_display(80);
    CHECK(memcmp(cells[0], "01:00  <   01:00", 16) == 0);
    CHECK(memcmp(cells[1], "                ", 16) == 0);
    wait_ms(5000);
    push(XQ_LEFT);
    receive("kqd,3,move-1");
    wait_ms(60);
    run_display(80);
    CHECK(memcmp(cells[0], "01:05   >  01:00", 16) == 0);
    CHECK(memcmp(cells[1], "move-1          ", 16) == 0);
    receive("kqd,4,");
    receive("kqr,5,0");
    receive("kqt,6,3723000,19900,0,r,0");
    wait_ms(60);
    run_display(80);
    CHECK(memcmp(cells[0], "1:02:03 >   19.9", 16) == 0);
    CHECK(memcmp(cells[1], "paused          ", 16) == 0);
    receive("kqr,7,1");
    wait_ms(20000);
    run_display(80);
    CHECK(memcmp(cells[0], "1:02:03 >   00.0", 16) == 0);
    CHECK(memcmp(cells[1], "flag right      ", 16) == 0);
}

int main(void)
{
    TEST(the_state_is_kept_over_a_reset);
    TEST(a_power_cut_while_writing_costs_one_state);
    TEST(slots_are_worn_evenly_and_their_count_wraps);
    TEST(a_busy_eeprom_delays_nothing);
    TEST(a_serial_number_is_read_from_the_eeprom);
    TEST(beeps_follow_each_other);
    TEST(the_display_follows_without_waiting);
    return 0;
}
