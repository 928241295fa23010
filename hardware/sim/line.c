/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <simavr/avr_uart.h>

#include "board.h"

/* Ten bits a byte at 9600 Bd. */
#define BYTE_CYCLES (HERTZ / 960)

static int terminal;
static FILE *log_file;
static unsigned char host_bytes[4096];
static unsigned host_to, host_from;
static int may_send = 1;
static avr_cycle_count_t next_host_byte;

static void log_byte(char byte)
{
    static char line[256];
    static int length;
    static avr_cycle_count_t since;

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

static void firmware_sends(avr_irq_t *irq, uint32_t value, void *unused)
{
    char byte = (char)value;
    (void)irq, (void)unused;

    /* Logged first: who has read a line finds it in the log. */
    if (log_file)
        log_byte(byte);
    /* With nobody at the other end the byte is lost, as on a wire. */
    if (write(terminal, &byte, 1) < 0 && errno != EAGAIN && errno != EIO)
        perror("port");
}

static void firmware_takes(avr_irq_t *irq, uint32_t value, void *may)
{
    (void)irq, (void)value;
    may_send = may != NULL;
}

void read_terminal(void)
{
    unsigned char bytes[256];
    ssize_t count = read(terminal, bytes, sizeof bytes), n;

    for (n = 0; n < count; n++)
        host_bytes[host_to++ % sizeof host_bytes] = bytes[n];
}

void feed_firmware(void)
{
    if (host_from == host_to || !may_send || avr->cycle < next_host_byte)
        return;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT),
                  host_bytes[host_from++ % sizeof host_bytes]);
    next_host_byte = avr->cycle + BYTE_CYCLES;
}

void connect_line(void)
{
    uint32_t flags = 0;

    may_send = 1;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
}

int open_line(const char *link, FILE *log)
{
    char name[128];
    struct termios raw;
    int near_end;

    log_file = log;
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

