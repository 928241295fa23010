/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of the protocol XQC1, both ways; ../../protocol/XQC1.md describes them.
 */
#ifndef XQ_XQC1_H
#define XQ_XQC1_H

#include <stdint.h>

#define XQ_MAX_LINE 80
#define XQ_MAX_TEXT 16

/* CRC-16, polynomial 1021, start FFFF, one byte on. */
uint16_t xq_crc(uint16_t crc, uint8_t byte);

/* A line being written. What does not fit is cut; the check digits always fit. */
struct xq_line {
    char bytes[XQ_MAX_LINE];
    uint8_t length;
};

void xq_line_begin(struct xq_line *line, const char *tag, uint16_t seq);
void xq_line_number(struct xq_line *line, uint32_t number);
void xq_line_word(struct xq_line *line, const char *word);
void xq_line_char(struct xq_line *line, char byte);
void xq_line_end(struct xq_line *line);

/* Cuts bytes into lines. */
struct xq_reader {
    char bytes[XQ_MAX_LINE];
    uint8_t length; /* 0: waiting for the next '$' */
};

#define XQ_READING 0
#define XQ_GOOD_LINE 1
#define XQ_BAD_LINE 2

/* Takes a byte. After XQ_GOOD_LINE the body stands in bytes, from 1, ended by a zero. */
uint8_t xq_reader_push(struct xq_reader *reader, uint8_t byte);

enum xq_command { XQ_HELLO, XQ_STATE, XQ_TIMES, XQ_RUN, XQ_TEXT, XQ_BEEP };

/* What a terminal asks for. */
struct xq_request {
    enum xq_command command;
    uint16_t number;
    uint8_t has_number;
    uint8_t side_or_run; /* who moves first, or whether to run */
    uint16_t ply_or_beep_ms;
    uint32_t left_ms, right_ms, increment_ms;
    char text[XQ_MAX_TEXT + 1];
};

/* Reads the body of a line. Zero if it is a request, else the word to refuse it with. */
const char *xq_request_parse(struct xq_request *request, const char *body);

#endif
