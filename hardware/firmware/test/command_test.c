/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Commands of the terminal and the lines sent to it.
 */
#include "bench.h"

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

int main(void)
{
    TEST(times_are_not_set_while_the_clock_runs);
    TEST(a_command_waits_for_a_press_that_is_not_settled);
    TEST(a_repeated_command_is_answered_and_not_repeated);
    TEST(a_new_connection_begins_its_numbers_anew);
    TEST(damaged_and_unknown_commands_are_refused);
    TEST(noise_and_endless_lines_do_no_harm);
    TEST(states_come_four_times_a_second_with_a_number_each);
    TEST(the_number_of_lines_wraps);
    return 0;
}
