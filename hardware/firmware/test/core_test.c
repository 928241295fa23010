/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the core on the host. The expected times are worked out by hand beside each.
 */
#include <stdlib.h>

#include "bench.h"

static const char *current;

static void fail(int line, const char *what, const char *found)
{
    printf("FAILED %s, line %d: %s%s%s\n", current, line, what, found ? ", found " : "",
           found ? found : "");
    exit(1);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition, 0))

/* The next line that is no periodical state, '#' standing for its number. */
static const char *next_event(void)
{
    static char text[XQ_MAX_LINE + 1];
    const char *line;
    char *rest;

    while ((line = next_line())) {
        char tag[5] = {0};

        memcpy(tag, line, 4);
        rest = strchr(line + 4, ',');
        snprintf(text, sizeof text, "%s#%s", tag, rest ? rest : "");
        if (strncmp(text, "xqs,#,.", 7) != 0)
            return text;
    }
    return "none";
}

static void check_event(int line, const char *expected)
{
    const char *found = next_event();

    if (strcmp(found, expected) != 0)
        fail(line, expected, found);
}

#define EVENT(expected) check_event(__LINE__, expected)

static void forget_everything(void)
{
    memset(eeprom_bytes, 0xff, sizeof eeprom_bytes);
    eeprom_writes = 0;
    eeprom_writes_left = ~0u;
    eeprom_is_busy = 0;
    switch_on_at(0);
    EVENT("xqh,#,1,xqclock-host,1.0,0,new+reset=por");
}

/* Closes a contact, holds it for 60 ms and opens it. */
static void push(uint8_t button)
{
    contact(button, 1);
    wait_ms(60);
    contact(button, 0);
    wait_ms(40);
}

/* 60 s each, 10 s a press, left to move, running since 1000 ms. */
static void start_short_game(void)
{
    forget_everything();
    wait_ms(900);
    receive("kqt,1,60000,60000,10000,l,0");
    EVENT("xqs,#,s,900,60000,60000,--,0,l");
    EVENT("xqa,#,1");
    wait_ms(100);
    receive("kqr,2,1");
    EVENT("xqs,#,g,1000,60000,60000,l-,0,l");
    EVENT("xqa,#,2");
}

static void press_adds_the_increment(void)
{
    start_short_game();
    wait_ms(5000);
    push(XQ_LEFT);
    /* 60 - 5 + 10 */
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
    wait_ms(7900);
    push(XQ_RIGHT);
    /* Right ran from 6000 to 14000: 60 - 8 + 10. */
    EVENT("xqs,#,t,14000,65000,62000,l-,2,l");
}

static void bouncing_costs_the_player_nothing(void)
{
    uint8_t n;

    start_short_game();
    wait_ms(5000);
    /* Fifteen milliseconds of bouncing, then still. */
    for (n = 0; n < 5; n++) {
        contact(XQ_LEFT, 1);
        wait_ms(2);
        contact(XQ_LEFT, 0);
        wait_ms(1);
    }
    contact(XQ_LEFT, 1);
    wait_ms(19);
    EVENT("none");
    wait_ms(1);
    /* The first touch was at 6000. */
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
    /* Right's time has run since then: 35 ms. */
    CHECK(device.clock.remaining_ms[XQ_RIGHT] == 59965);
    contact(XQ_LEFT, 0);
    wait_ms(1);
    contact(XQ_LEFT, 1);
    wait_ms(200);
    EVENT("none");
}

static void a_spark_is_no_press(void)
{
    start_short_game();
    wait_ms(5000);
    contact(XQ_LEFT, 1);
    wait_ms(1);
    contact(XQ_LEFT, 0);
    wait_ms(500);
    EVENT("none");
    /* Nor did the clock stand still for it. */
    CHECK(device.clock.remaining_ms[XQ_LEFT] == 54499);
}

static void a_contact_that_is_never_still_is_taken_as_it_is(void)
{
    uint8_t n;

    start_short_game();
    wait_ms(5000);
    /* After a hundred milliseconds it is closed: fourteen times seven and two. */
    for (n = 0; n < 60; n++) {
        contact(XQ_LEFT, 1);
        wait_ms(4);
        contact(XQ_LEFT, 0);
        wait_ms(3);
    }
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
    EVENT("none");
}

static void only_the_side_to_move_can_press(void)
{
    start_short_game();
    wait_ms(5000);
    push(XQ_RIGHT);
    EVENT("none");
    CHECK(device.clock.remaining_ms[XQ_RIGHT] == 60000);
    push(XQ_LEFT);
    EVENT("xqs,#,t,6100,64900,60000,r-,1,r");
    push(XQ_LEFT);
    EVENT("none");
}

static void pressed_together_counts_for_the_side_to_move_alone(void)
{
    start_short_game();
    wait_ms(5000);
    contact(XQ_RIGHT, 1);
    contact(XQ_LEFT, 1);
    wait_ms(60);
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
    EVENT("none");
    contact(XQ_RIGHT, 0);
    contact(XQ_LEFT, 0);
    wait_ms(40);
    /* The waiting side pressed 5 ms before the side to move: that was no move either. */
    contact(XQ_LEFT, 1);
    wait_ms(5);
    contact(XQ_RIGHT, 1);
    wait_ms(60);
    EVENT("xqs,#,t,6105,65000,69895,l-,2,l");
    EVENT("none");
}

static void presses_count_in_the_order_of_their_first_touches(void)
{
    start_short_game();
    wait_ms(5000);
    /* Left bounces for long, right answers at once and is still first. */
    contact(XQ_LEFT, 1);
    wait_ms(10);
    contact(XQ_LEFT, 0);
    wait_ms(2);
    contact(XQ_LEFT, 1);
    contact(XQ_RIGHT, 1);
    wait_ms(8);
    contact(XQ_LEFT, 0);
    wait_ms(1);
    contact(XQ_LEFT, 1);
    wait_ms(12);
    EVENT("none");
    wait_ms(40);
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
    EVENT("xqs,#,t,6012,65000,69988,l-,2,l");
}

static void a_press_with_one_millisecond_left_is_in_time(void)
{
    start_short_game();
    wait_ms(59999);
    push(XQ_LEFT);
    EVENT("xqs,#,t,60999,10001,60000,r-,1,r");
    EVENT("none");
}

static void a_press_at_zero_is_too_late(void)
{
    start_short_game();
    wait_ms(60000);
    EVENT("xqs,#,f,61000,0,60000,-l,0,l");
    push(XQ_LEFT);
    push(XQ_START_PAUSE);
    wait_ms(60000);
    EVENT("none");
    CHECK(device.clock.remaining_ms[XQ_RIGHT] == 60000);
    receive("kqr,3,1");
    EVENT("xqn,#,3,flag");
}

static void a_touch_before_the_flag_is_in_time_though_it_bounces_past_it(void)
{
    start_short_game();
    wait_ms(59990);
    contact(XQ_LEFT, 1);
    wait_ms(15);
    contact(XQ_LEFT, 0);
    wait_ms(1);
    contact(XQ_LEFT, 1);
    wait_ms(30);
    EVENT("xqs,#,t,60990,10010,60000,r-,1,r");
    EVENT("none");
    /* And a spark there saves nobody. */
    start_short_game();
    wait_ms(59990);
    contact(XQ_LEFT, 1);
    wait_ms(2);
    contact(XQ_LEFT, 0);
    wait_ms(30);
    EVENT("xqs,#,f,61012,0,60000,-l,0,l");
}

static void pause_counts_from_its_first_touch(void)
{
    start_short_game();
    wait_ms(5000);
    push(XQ_START_PAUSE);
    EVENT("xqs,#,p,6000,55000,60000,--,0,l");
    wait_ms(10000);
    push(XQ_LEFT);
    EVENT("none");
    CHECK(device.clock.remaining_ms[XQ_LEFT] == 55000);
    push(XQ_START_PAUSE);
    EVENT("xqs,#,g,16200,55000,60000,l-,0,l");
    CHECK(device.clock.remaining_ms[XQ_LEFT] == 54900);
}

static void times_are_not_set_while_the_clock_runs(void)
{
    start_short_game();
    wait_ms(5000);
    receive("kqt,3,1000,2000,0,r,7");
    EVENT("xqn,#,3,run");
    CHECK(device.clock.remaining_ms[XQ_LEFT] == 55000);
    receive("kqr,4,0");
    EVENT("xqs,#,p,6000,55000,60000,--,0,l");
    EVENT("xqa,#,4");
    receive("kqt,5,1000,2000,0,r,7");
    EVENT("xqs,#,s,6000,1000,2000,--,7,r");
    EVENT("xqa,#,5");
}

static void a_command_waits_for_a_press_that_is_not_settled(void)
{
    start_short_game();
    wait_ms(5000);
    contact(XQ_LEFT, 1);
    wait_ms(5);
    receive("kqr,3,0");
    EVENT("none");
    wait_ms(20);
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
    EVENT("xqs,#,p,6020,65000,59980,--,1,r");
    EVENT("xqa,#,3");
}

static void a_repeated_command_is_answered_and_not_repeated(void)
{
    start_short_game();
    wait_ms(1000);
    receive("kqr,3,0");
    EVENT("xqs,#,p,2000,59000,60000,--,0,l");
    EVENT("xqa,#,3");
    push(XQ_START_PAUSE);
    EVENT("xqs,#,g,2000,59000,60000,l-,0,l");
    receive("kqr,3,0");
    EVENT("xqa,#,3");
    CHECK(device.clock.running);
    /* A refusal is repeated as well, though by now it would be done. */
    receive("kqt,4,1,1,0,l,0");
    EVENT("xqn,#,4,run");
    push(XQ_START_PAUSE);
    EVENT("xqs,#,p,2100,58900,60000,--,0,l");
    receive("kqt,4,1,1,0,l,0");
    EVENT("xqn,#,4,run");
    CHECK(device.clock.remaining_ms[XQ_LEFT] == 58900);
    /* The same number with another content is another command. */
    receive("kqt,4,2,2,0,l,0");
    EVENT("xqs,#,s,2200,2,2,--,0,l");
    EVENT("xqa,#,4");
}

static void a_new_connection_begins_its_numbers_anew(void)
{
    start_short_game();
    receive("kqr,3,0");
    EVENT("xqs,#,p,1000,60000,60000,--,0,l");
    EVENT("xqa,#,3");
    push(XQ_START_PAUSE);
    EVENT("xqs,#,g,1000,60000,60000,l-,0,l");
    receive("kqh,1");
    EVENT("xqh,#,1,xqclock-host,1.0,0,new+reset=por");
    EVENT("xqa,#,1");
    receive("kqr,3,0");
    EVENT("xqs,#,p,1100,59900,60000,--,0,l");
    EVENT("xqa,#,3");
    /* Without a hello a number is forgotten after two seconds. */
    push(XQ_START_PAUSE);
    EVENT("xqs,#,g,1100,59900,60000,l-,0,l");
    wait_ms(1900);
    receive("kqr,3,0");
    EVENT("xqs,#,p,3100,57900,60000,--,0,l");
}

static void damaged_and_unknown_commands_are_refused(void)
{
    const char *damaged = "$kqr,3,1*0000\r\n";

    start_short_game();
    while (*damaged)
        xq_device_receive(&device, (uint8_t)*damaged++, now_ms);
    EVENT("xqn,#,crc");
    receive("kqz,5");
    EVENT("xqn,#,5,cmd");
    receive("kqr");
    EVENT("xqn,#,cmd");
    receive("kqb,6,5001");
    EVENT("xqn,#,6,range");
    receive("kqd,7,STOP");
    EVENT("xqn,#,7,range");
    receive("kqt,8,36000000,1,0,l,0");
    EVENT("xqn,#,8,range");
    receive("kqt,9,1,4294967297,0,l,0");
    EVENT("xqn,#,9,range");
    CHECK(device.clock.running);
}

static void noise_and_endless_lines_do_no_harm(void)
{
    uint32_t seed = 1, n;

    start_short_game();
    for (n = 0; n < 200000; n++) {
        seed = seed * 1664525u + 1013904223u;
        xq_device_receive(&device, (uint8_t)(seed >> 24), now_ms);
        while (next_line()) {
        }
    }
    CHECK(device.clock.running && device.clock.ply == 0);
    for (n = 0; n < 300; n++)
        xq_device_receive(&device, n ? 'x' : '$', now_ms);
    receive("kqr,3,0");
    EVENT("xqs,#,p,1000,60000,60000,--,0,l");
}

static void the_count_of_milliseconds_wraps(void)
{
    forget_everything();
    switch_on_at(0xffffffffu - 2999);
    EVENT("xqh,#,1,xqclock-host,1.0,0,new+reset=por");
    receive("kqt,1,60000,60000,10000,l,0");
    EVENT("xqs,#,s,4294964296,60000,60000,--,0,l");
    EVENT("xqa,#,1");
    receive("kqr,2,1");
    EVENT("xqs,#,g,4294964296,60000,60000,l-,0,l");
    EVENT("xqa,#,2");
    /* Touched 5 ms before the wrap, still 5 ms after it. */
    wait_ms(2995);
    contact(XQ_LEFT, 1);
    wait_ms(10);
    contact(XQ_LEFT, 0);
    wait_ms(1);
    contact(XQ_LEFT, 1);
    wait_ms(50);
    EVENT("xqs,#,t,4294967291,67005,60000,r-,1,r");
    CHECK(device.clock.remaining_ms[XQ_RIGHT] == 60000 - 61);
    contact(XQ_LEFT, 0);
    wait_ms(949);
    push(XQ_RIGHT);
    EVENT("xqs,#,t,1005,67005,68990,l-,2,l");
}

static void late_news_does_not_turn_time_back(void)
{
    start_short_game();
    wait_ms(5000);
    xq_device_tick(&device, now_ms - 3);
    CHECK(device.clock.remaining_ms[XQ_LEFT] == 55000);
    xq_device_contact(&device, XQ_LEFT, 1, now_ms - 2);
    wait_ms(60);
    EVENT("xqs,#,t,6000,65000,60000,r-,1,r");
}

static void a_late_tick_charges_the_right_side(void)
{
    start_short_game();
    wait_ms(5000);
    /* The main loop was away for 300 ms; the edges have their own time. */
    xq_device_contact(&device, XQ_LEFT, 1, now_ms + 10);
    xq_device_contact(&device, XQ_LEFT, 0, now_ms + 90);
    xq_device_contact(&device, XQ_RIGHT, 1, now_ms + 200);
    now_ms += 300;
    xq_device_tick(&device, now_ms);
    EVENT("xqs,#,t,6010,64990,60000,r-,1,r");
    EVENT("xqs,#,t,6200,64990,69810,l-,2,l");
}

static void a_lever_that_is_down_at_the_start_is_no_press(void)
{
    forget_everything();
    xq_device_start(&device, "xqclock-host", "por", &bench_eeprom, 1 << XQ_LEFT, 0);
    receive("kqr,1,1");
    wait_ms(500);
    CHECK(device.clock.ply == 0 && device.clock.running);
    contact(XQ_LEFT, 0);
    wait_ms(100);
    contact(XQ_LEFT, 1);
    wait_ms(100);
    CHECK(device.clock.ply == 1);
}

static void states_come_four_times_a_second_with_a_number_each(void)
{
    const char *line;
    unsigned count = 0, seq, expected = 1;

    forget_everything();
    now_ms = 0;
    while (now_ms < 10000) {
        wait_ms(10);
        while ((line = next_line())) {
            CHECK(sscanf(line, "xqs,%u,.,", &seq) == 1);
            CHECK(seq == expected++);
            count++;
        }
    }
    CHECK(count == 40);
    /* Where nobody listens lines are dropped whole, and their numbers tell it. */
    nobody_listens = 1;
    wait_ms(60000);
    nobody_listens = 0;
    count = 0;
    while ((line = next_line())) {
        CHECK(sscanf(line, "xqs,%u,.,", &seq) == 1);
        count++;
    }
    CHECK(count >= 4 && count <= 8);
    wait_ms(250);
    line = next_line();
    CHECK(line && sscanf(line, "xqs,%u,.,", &seq) == 1 && seq == 281);
}

static void the_number_of_lines_wraps(void)
{
    forget_everything();
    device.seq = 65535;
    receive("kqb,1,10");
    CHECK(strcmp(next_line(), "xqa,65535,1") == 0);
    receive("kqb,2,10");
    CHECK(strcmp(next_line(), "xqa,0,2") == 0);
}

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

#define TEST(name) (current = #name, name(), printf("ok %s\n", #name))

int main(void)
{
    TEST(press_adds_the_increment);
    TEST(bouncing_costs_the_player_nothing);
    TEST(a_spark_is_no_press);
    TEST(a_contact_that_is_never_still_is_taken_as_it_is);
    TEST(only_the_side_to_move_can_press);
    TEST(pressed_together_counts_for_the_side_to_move_alone);
    TEST(presses_count_in_the_order_of_their_first_touches);
    TEST(a_press_with_one_millisecond_left_is_in_time);
    TEST(a_press_at_zero_is_too_late);
    TEST(a_touch_before_the_flag_is_in_time_though_it_bounces_past_it);
    TEST(pause_counts_from_its_first_touch);
    TEST(times_are_not_set_while_the_clock_runs);
    TEST(a_command_waits_for_a_press_that_is_not_settled);
    TEST(a_repeated_command_is_answered_and_not_repeated);
    TEST(a_new_connection_begins_its_numbers_anew);
    TEST(damaged_and_unknown_commands_are_refused);
    TEST(noise_and_endless_lines_do_no_harm);
    TEST(the_count_of_milliseconds_wraps);
    TEST(late_news_does_not_turn_time_back);
    TEST(a_late_tick_charges_the_right_side);
    TEST(a_lever_that_is_down_at_the_start_is_no_press);
    TEST(states_come_four_times_a_second_with_a_number_each);
    TEST(the_number_of_lines_wraps);
    TEST(the_state_is_kept_over_a_reset);
    TEST(a_power_cut_while_writing_costs_one_state);
    TEST(slots_are_worn_evenly_and_their_count_wraps);
    TEST(a_busy_eeprom_delays_nothing);
    TEST(a_serial_number_is_read_from_the_eeprom);
    TEST(beeps_follow_each_other);
    TEST(the_display_follows_without_waiting);
    return 0;
}
