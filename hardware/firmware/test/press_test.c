/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presses, bouncing contacts, flags and the passing of time.
 */
#include "bench.h"

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
    TEST(the_count_of_milliseconds_wraps);
    TEST(late_news_does_not_turn_time_back);
    TEST(a_late_tick_charges_the_right_side);
    TEST(a_lever_that_is_down_at_the_start_is_no_press);
    return 0;
}
