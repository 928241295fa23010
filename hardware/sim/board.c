/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock's circuit board, simulated: an ATmega328P in simavr with its serial line on a pseudo
 * terminal, fingers on its contacts, its display, its buzzer and an EEPROM that outlives it.
 * A test program of its own: simavr is never linked into Qipu.
 *
 *   board FIRMWARE.elf [--port LINK] [--eeprom FILE] [--log FILE] [--speed X]
 *
 * It prints "port NAME" once it runs, then obeys lines on its standard input:
 *   push CONTACT [MS]   closes a contact (left, right, pause) for 60 ms or so many
 *   bounce CONTACT      the same, bouncing for 12 ms first
 *   close/open CONTACT  leaves it so
 *   hang                lets the processor spin for ever with interrupts off
 *   time                prints "time SIMULATED WALL", in seconds
 *   display             prints "display |line|line|"
 *   beeps               prints "beeps COUNT": how often the buzzer has sounded
 *   quit
 * The log has a line for each line the firmware sent: the time in milliseconds at which its first
 * byte left, and the line.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define HERTZ 16000000
#define MS(n) ((avr_cycle_count_t)(n) * (HERTZ / 1000))
/* Ten bits a byte at 9600 Bd. */
#define BYTE_CYCLES (HERTZ / 960)
#define EEPROM_SIZE 1024
#define FIRST_CONTACT 2
#define CONTACTS 3
#define BUZZER_PIN 5
#define DISPLAY_RS 0x10
#define DISPLAY_E 0x20
#define SPIN_FOR_EVER 0xcfff /* rjmp to itself */

static const char *const contact_names[CONTACTS] = {"left", "right", "pause"};

static avr_t *avr;
static int terminal;
static FILE *log_file;
static double speed = 1;

/* ---- what is to happen to the contacts, in the order of time ---- */

static struct touch {
    avr_cycle_count_t at;
    int contact, level;
} touches[128];
static int touch_count;
static int levels[CONTACTS] = {1, 1, 1};

static void set_contact(int contact, int level)
{
    avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), FIRST_CONTACT + contact);
    avr_ioport_external_t outside = {.name = 'D', .mask = 0, .value = 0};
    int n;

    levels[contact] = level;
    /* Or the pull-up would win whenever the firmware writes to another pin of the port. */
    for (n = 0; n < CONTACTS; n++) {
        outside.mask |= 1 << (FIRST_CONTACT + n);
        outside.value |= (levels[n] & 1) << (FIRST_CONTACT + n);
    }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &outside);
    avr_raise_irq(pin, (uint32_t)level);
}

static void plan(avr_cycle_count_t at, int contact, int level)
{
    int n = touch_count;

    if (touch_count == (int)(sizeof touches / sizeof touches[0]))
        return;
    while (n && touches[n - 1].at > at) {
        touches[n] = touches[n - 1];
        n--;
    }
    touches[n] = (struct touch){at, contact, level};
    touch_count++;
}

static void do_what_is_due(void)
{
    int due = 0;

    while (due < touch_count && touches[due].at <= avr->cycle) {
        set_contact(touches[due].contact, touches[due].level);
        due++;
    }
    touch_count -= due;
    memmove(touches, touches + due, (size_t)touch_count * sizeof touches[0]);
}

/* ---- the serial line ---- */

static unsigned char host_bytes[4096];
static unsigned host_to, host_from;
static int may_send = 1;
static avr_cycle_count_t next_host_byte;

static void firmware_sends(avr_irq_t *irq, uint32_t value, void *unused)
{
    static char line[256];
    static int length;
    static avr_cycle_count_t since;
    char byte = (char)value;
    (void)irq, (void)unused;

    /* With nobody at the other end the byte is lost, as on a wire. */
    if (write(terminal, &byte, 1) < 0 && errno != EAGAIN && errno != EIO)
        perror("port");
    if (!log_file)
        return;
    if (byte == '$') {
        length = 0;
        since = avr->cycle;
    }
    if (length < (int)sizeof line - 1)
        line[length++] = byte;
    if (byte == '\n') {
        fprintf(log_file, "%.3f %.*s\n", (double)since / MS(1), length > 2 ? length - 2 : 0, line);
        fflush(log_file);
        length = 0;
    }
}

static void firmware_takes(avr_irq_t *irq, uint32_t value, void *may)
{
    (void)irq, (void)value;
    may_send = may != NULL;
}

static void read_terminal(void)
{
    unsigned char bytes[256];
    ssize_t count = read(terminal, bytes, sizeof bytes), n;

    for (n = 0; n < count; n++)
        host_bytes[host_to++ % sizeof host_bytes] = bytes[n];
}

static void feed_firmware(void)
{
    if (host_from == host_to || !may_send || avr->cycle < next_host_byte)
        return;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT),
                  host_bytes[host_from++ % sizeof host_bytes]);
    next_host_byte = avr->cycle + BYTE_CYCLES;
}

static void connect_line(void)
{
    uint32_t flags = 0;

    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
}

static int open_line(const char *link)
{
    char name[128];
    struct termios raw;
    int near_end;

    memset(&raw, 0, sizeof raw);
    cfmakeraw(&raw);
    /* The near end stays open here, so that a host that closes its own is no end of the line. */
    if (openpty(&terminal, &near_end, name, &raw, NULL))
        return -1;
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            firmware_sends, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON),
                            firmware_takes, &may_send);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF),
                            firmware_takes, NULL);
    connect_line();
    if (link) {
        /* Beside its place and then moved there, as udev does it. */
        char beside[4096];

        snprintf(beside, sizeof beside, "%s.new", link);
        unlink(beside);
        if (symlink(name, beside) || rename(beside, link))
            return -1;
    }
    printf("port %s\n", name);
    fflush(stdout);
    return 0;
}

/* ---- display and buzzer ---- */

static char cells[2][64];
static unsigned row, column;
static unsigned beeps;

static void display_obeys(unsigned byte, unsigned is_data, int *has_four_lines)
{
    if (is_data)
        cells[row][column++ % 64] = (char)byte;
    else if (byte & 0x80)
        row = byte >> 6 & 1, column = byte & 0x3f;
    else if (byte >= 0x20)
        *has_four_lines = !(byte & 0x10);
    else if (byte == 0x01)
        memset(cells, ' ', sizeof cells), row = column = 0;
}

static void display_pins(avr_irq_t *irq, uint32_t pins, void *unused)
{
    static uint32_t before;
    static int high = -1, has_four_lines = 0;
    uint32_t fell = before & ~pins & DISPLAY_E;
    unsigned nibble = pins & 0x0f, is_data = pins & DISPLAY_RS;
    (void)irq, (void)unused;

    before = pins;
    if (!fell)
        return;
    if (!has_four_lines) {
        display_obeys(nibble << 4, is_data, &has_four_lines);
    } else if (high < 0) {
        high = (int)nibble;
    } else {
        display_obeys((unsigned)high << 4 | nibble, is_data, &has_four_lines);
        high = -1;
    }
}

static void buzzer_pin(avr_irq_t *irq, uint32_t level, void *unused)
{
    (void)irq, (void)unused;
    beeps += level != 0;
}

static void connect_parts(void)
{
    avr_irq_t *port_b = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_PIN_ALL);
    avr_irq_t *buzzer = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), BUZZER_PIN);

    memset(cells, ' ', sizeof cells);
    avr_irq_register_notify(port_b, display_pins, NULL);
    avr_irq_register_notify(buzzer, buzzer_pin, NULL);
}

/* ---- the EEPROM, kept in a file ---- */

static int eeprom_file = -1;
static uint8_t eeprom_kept[EEPROM_SIZE];

static void load_eeprom(const char *name)
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

static void keep_eeprom(void)
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = EEPROM_SIZE};

    if (eeprom_file < 0 || avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all) < 0 || !all.ee)
        return;
    if (!memcmp(eeprom_kept, all.ee, EEPROM_SIZE))
        return;
    memcpy(eeprom_kept, all.ee, EEPROM_SIZE);
    if (pwrite(eeprom_file, eeprom_kept, EEPROM_SIZE, 0) != EEPROM_SIZE)
        perror("eeprom");
}

/* ---- a processor that spins ---- */

static avr_flashaddr_t spins_at;
static uint8_t overwritten[2];
static int is_spinning;

static void hang(void)
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

static void notice_reset(void)
{
    int n;

    if (!is_spinning || avr->pc == spins_at)
        return;
    is_spinning = 0;
    memcpy(avr->flash + spins_at, overwritten, 2);
    /* The simulator forgets the outer world at a reset. */
    connect_line();
    for (n = 0; n < CONTACTS; n++)
        set_contact(n, levels[n]);
    may_send = 1;
}

/* ---- orders ---- */

static double wall_start;

static double wall(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int contact_named(const char *name)
{
    int n;

    for (n = 0; n < CONTACTS; n++)
        if (!strcmp(name, contact_names[n]))
            return n;
    return -1;
}

/* 0 if it is time to quit. */
static int obey(const char *order)
{
    char verb[16] = "", name[16] = "";
    int ms = 60, contact, n;
    avr_cycle_count_t now = avr->cycle;

    sscanf(order, "%15s %15s %d", verb, name, &ms);
    contact = contact_named(name);
    if (!strcmp(verb, "quit"))
        return 0;
    if (!strcmp(verb, "push") && contact >= 0) {
        plan(now, contact, 0);
        plan(now + MS(ms), contact, 1);
    } else if (!strcmp(verb, "bounce") && contact >= 0) {
        for (n = 0; n < 4; n++) {
            plan(now + MS(3 * n), contact, 0);
            plan(now + MS(3 * n + 2), contact, 1);
        }
        plan(now + MS(12), contact, 0);
        plan(now + MS(12 + ms), contact, 1);
    } else if (!strcmp(verb, "close") && contact >= 0) {
        plan(now, contact, 0);
    } else if (!strcmp(verb, "open") && contact >= 0) {
        plan(now, contact, 1);
    } else if (!strcmp(verb, "hang")) {
        hang();
    } else if (!strcmp(verb, "time")) {
        printf("time %.6f %.6f\n", (double)now / HERTZ, wall() - wall_start);
    } else if (!strcmp(verb, "display")) {
        printf("display |%.16s|%.16s|\n", cells[0], cells[1]);
    } else if (!strcmp(verb, "beeps")) {
        printf("beeps %u\n", beeps);
    } else {
        printf("unknown order: %s\n", order);
    }
    fflush(stdout);
    return 1;
}

/* 0 if it is time to quit: on the order, or when whoever gave orders is gone. */
static int read_orders(void)
{
    static char line[128];
    static size_t length;
    struct pollfd in = {.fd = 0, .events = POLLIN};
    char byte;

    while (poll(&in, 1, 0) > 0) {
        if (read(0, &byte, 1) != 1)
            return 0;
        if (byte != '\n') {
            if (length < sizeof line - 1)
                line[length++] = byte;
            continue;
        }
        line[length] = 0;
        length = 0;
        if (!obey(line))
            return 0;
    }
    return 1;
}

static void no_sleep(avr_t *of, avr_cycle_count_t cycles)
{
    /* The main loop keeps the pace. */
    (void)of, (void)cycles;
}

static void keep_pace(void)
{
    double ahead = (double)avr->cycle / HERTZ / speed - (wall() - wall_start);
    struct timespec pause = {0, 0};

    if (ahead < 0.0005)
        return;
    pause.tv_nsec = (long)((ahead > 0.005 ? 0.005 : ahead) * 1e9);
    nanosleep(&pause, NULL);
}

int main(int count, char **arguments)
{
    const char *link = NULL, *eeprom = NULL;
    elf_firmware_t firmware;
    int n;

    if (count < 2 || count % 2) {
        fprintf(stderr, "board FIRMWARE.elf [--port LINK] [--eeprom FILE] [--log FILE] [--speed X]\n");
        return 2;
    }
    for (n = 2; n < count; n += 2) {
        const char *value = arguments[n + 1];

        if (!strcmp(arguments[n], "--port"))
            link = value;
        else if (!strcmp(arguments[n], "--eeprom"))
            eeprom = value;
        else if (!strcmp(arguments[n], "--log"))
            log_file = fopen(value, "a");
        else if (!strcmp(arguments[n], "--speed"))
            speed = atof(value);
    }
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(arguments[1], &firmware) || !(avr = avr_make_mcu_by_name("atmega328p"))) {
        fprintf(stderr, "%s: no firmware for this processor\n", arguments[1]);
        return 2;
    }
    avr_init(avr);
    firmware.frequency = HERTZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = HERTZ;
    avr->log = LOG_ERROR;
    avr->sleep = no_sleep;
    for (n = 0; n < CONTACTS; n++)
        set_contact(n, 1);
    load_eeprom(eeprom);
    connect_parts();
    if (open_line(link)) {
        perror("port");
        return 3;
    }
    wall_start = wall();
    do {
        avr_cycle_count_t end = avr->cycle + MS(1);

        read_terminal();
        while (avr->cycle < end) {
            int state = avr_run(avr);

            if (state == cpu_Done || state == cpu_Crashed) {
                fprintf(stderr, "the processor stopped in state %d\n", state);
                return 1;
            }
            notice_reset();
            do_what_is_due();
            feed_firmware();
        }
        keep_eeprom();
        keep_pace();
    } while (read_orders());
    return 0;
}
