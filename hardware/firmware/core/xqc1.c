/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "xqc1.h"

#include "clock_core.h"

#define TAIL 7 /* '*', four digits, CR, LF */
#define MAX_BEEP_MS 5000

uint16_t xq_crc(uint16_t crc, uint8_t byte)
{
    uint8_t bit;

    crc ^= (uint16_t)byte << 8;
    for (bit = 0; bit < 8; bit++)
        crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
    return crc;
}

static uint16_t crc_of(const char *bytes, uint8_t length)
{
    uint16_t crc = 0xffff;

    while (length--)
        crc = xq_crc(crc, (uint8_t)*bytes++);
    return crc;
}

static char hex(uint8_t nibble)
{
    return (char)(nibble < 10 ? '0' + nibble : 'a' + nibble - 10);
}

static void put(struct xq_line *line, char byte)
{
    if (line->length < XQ_MAX_LINE - TAIL)
        line->bytes[line->length++] = byte;
}

void xq_line_begin(struct xq_line *line, const char *tag, uint16_t seq)
{
    line->length = 0;
    put(line, '$');
    while (*tag)
        put(line, *tag++);
    xq_line_number(line, seq);
}

void xq_line_number(struct xq_line *line, uint32_t number)
{
    char digits[10];
    uint8_t count = 0;

    put(line, ',');
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count)
        put(line, digits[--count]);
}

void xq_line_word(struct xq_line *line, const char *word)
{
    put(line, ',');
    while (*word)
        put(line, *word++);
}

void xq_line_char(struct xq_line *line, char byte)
{
    put(line, byte);
}

void xq_line_end(struct xq_line *line)
{
    uint16_t crc = crc_of(line->bytes + 1, (uint8_t)(line->length - 1));
    uint8_t shift;
    char *end = line->bytes + line->length;

    *end++ = '*';
    for (shift = 16; shift; shift -= 4)
        *end++ = hex((uint8_t)(crc >> (shift - 4)) & 0x0f);
    *end++ = '\r';
    *end++ = '\n';
    line->length += TAIL;
}

static uint8_t finish(struct xq_reader *reader)
{
    /* '$' is stored and LF is not. A body has at least one character. */
    uint8_t body = (uint8_t)(reader->length - TAIL);
    const char *tail = reader->bytes + 1 + body;
    uint16_t crc;
    uint8_t n;

    if (reader->length <= TAIL || tail[0] != '*' || tail[5] != '\r')
        return XQ_BAD_LINE;
    crc = crc_of(reader->bytes + 1, body);
    for (n = 0; n < 4; n++)
        if (tail[1 + n] != hex((uint8_t)(crc >> (12 - 4 * n)) & 0x0f))
            return XQ_BAD_LINE;
    for (n = 1; n <= body; n++)
        if (reader->bytes[n] == '\r')
            return XQ_BAD_LINE;
    reader->bytes[1 + body] = 0;
    return XQ_GOOD_LINE;
}

uint8_t xq_reader_push(struct xq_reader *reader, uint8_t byte)
{
    uint8_t result;

    if (byte == '$') {
        reader->bytes[0] = '$';
        reader->length = 1;
        return XQ_READING;
    }
    if (!reader->length)
        return XQ_READING;
    if (byte == '\n') {
        result = finish(reader);
        reader->length = 0;
        return result;
    }
    /* Noise and lines without end are dropped up to the next '$'. */
    if (reader->length == XQ_MAX_LINE - 1 || ((byte < 0x20 || byte > 0x7e) && byte != '\r')) {
        reader->length = 0;
        return XQ_READING;
    }
    reader->bytes[reader->length++] = (char)byte;
    return XQ_READING;
}

/* The next field: its beginning in *field, its length as the result, -1 if there is none. */
static int next_field(const char **rest, const char **field)
{
    int length = 0;

    if (!*rest)
        return -1;
    *field = *rest;
    while ((*field)[length] && (*field)[length] != ',')
        length++;
    *rest = (*field)[length] ? *field + length + 1 : 0;
    return length;
}

/* A plain number of at most most: digits only, no leading zero. */
static uint8_t number(const char *field, int length, uint32_t most, uint32_t *value)
{
    uint32_t sum = 0;
    int n;

    if (length < 1 || length > 8 || (length > 1 && field[0] == '0'))
        return 0;
    for (n = 0; n < length; n++) {
        if (field[n] < '0' || field[n] > '9')
            return 0;
        sum = sum * 10 + (uint32_t)(field[n] - '0');
    }
    *value = sum;
    return sum <= most;
}

static const char *parse_times(struct xq_request *request, const char *rest)
{
    const char *field;
    uint32_t ply = 0;
    int length;

    if ((length = next_field(&rest, &field)) < 0)
        return "cmd";
    if (!number(field, length, XQ_MAX_MS, &request->left_ms))
        return "range";
    if ((length = next_field(&rest, &field)) < 0)
        return "cmd";
    if (!number(field, length, XQ_MAX_MS, &request->right_ms))
        return "range";
    if ((length = next_field(&rest, &field)) < 0)
        return "cmd";
    if (!number(field, length, XQ_MAX_INCREMENT_MS, &request->increment_ms))
        return "range";
    if ((length = next_field(&rest, &field)) < 0)
        return "cmd";
    if (length != 1 || (field[0] != 'l' && field[0] != 'r'))
        return "range";
    request->side_or_run = field[0] == 'l' ? XQ_LEFT : XQ_RIGHT;
    if ((length = next_field(&rest, &field)) >= 0 && !number(field, length, 0xffff, &ply))
        return "range";
    request->ply_or_beep_ms = (uint16_t)ply;
    return 0;
}

static const char *parse_text(struct xq_request *request, const char *field, int length)
{
    int n;

    if (length > XQ_MAX_TEXT)
        return "range";
    for (n = 0; n < length; n++) {
        char byte = field[n];

        if (!((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '-'))
            return "range";
        request->text[n] = byte;
    }
    request->text[length] = 0;
    return 0;
}

const char *xq_request_parse(struct xq_request *request, const char *body)
{
    const char *rest = body, *field;
    uint32_t value;
    int length = next_field(&rest, &field);
    uint8_t is_known = length == 3 && field[0] == 'k' && field[1] == 'q';
    char letter = is_known ? field[2] : 0;

    request->has_number = 0;
    length = next_field(&rest, &field);
    if (length < 0 || !number(field, length, 0xffff, &value))
        return "cmd";
    request->number = (uint16_t)value;
    request->has_number = 1;
    switch (letter) {
    case 'h':
        request->command = XQ_HELLO;
        return 0;
    case 'g':
        request->command = XQ_STATE;
        return 0;
    case 't':
        request->command = XQ_TIMES;
        return parse_times(request, rest);
    case 'r':
        request->command = XQ_RUN;
        if ((length = next_field(&rest, &field)) < 0)
            return "cmd";
        if (length != 1 || (field[0] != '0' && field[0] != '1'))
            return "range";
        request->side_or_run = field[0] == '1';
        return 0;
    case 'd':
        request->command = XQ_TEXT;
        if ((length = next_field(&rest, &field)) < 0)
            return "cmd";
        return parse_text(request, field, length);
    case 'b':
        request->command = XQ_BEEP;
        if ((length = next_field(&rest, &field)) < 0)
            return "cmd";
        if (!number(field, length, MAX_BEEP_MS, &value))
            return "range";
        request->ply_or_beep_ms = (uint16_t)value;
        return 0;
    default:
        return "cmd";
    }
}
