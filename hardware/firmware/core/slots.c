/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slots.h"

#include "xqc1.h"

/* Layout of a record: kind, count, left, right, increment, ply, turn and flag, check. */
#define KIND 0xa1
#define COUNT_AT 1
#define LEFT_AT 3
#define RIGHT_AT 7
#define INCREMENT_AT 11
#define PLY_AT 15
#define SIDES_AT 17
#define CHECK_AT 18

static void store(uint8_t *record, uint8_t at, uint8_t size, uint32_t value)
{
    while (size--) {
        record[at++] = (uint8_t)value;
        value >>= 8;
    }
}

static uint32_t fetch(const uint8_t *record, uint8_t at, uint8_t size)
{
    uint32_t value = 0;

    while (size--)
        value = value << 8 | record[at + size];
    return value;
}

static uint16_t check(const uint8_t *record)
{
    uint16_t crc = 0xffff;
    uint8_t n;

    for (n = 0; n < CHECK_AT; n++)
        crc = xq_crc(crc, record[n]);
    return crc;
}

static uint16_t address(uint8_t slot, uint8_t at)
{
    return (uint16_t)(slot * XQ_SLOT_SIZE + at);
}

static uint8_t unpack(const uint8_t *record, struct xq_clock *clock)
{
    uint8_t turn = record[SIDES_AT] & 0x0f, flag = record[SIDES_AT] >> 4;
    uint32_t left_ms = fetch(record, LEFT_AT, 4), right_ms = fetch(record, RIGHT_AT, 4);

    clock->running = 0;
    if (flag > XQ_NOBODY || !xq_clock_set(clock, left_ms, right_ms, fetch(record, INCREMENT_AT, 4),
                                          turn, (uint16_t)fetch(record, PLY_AT, 2)))
        return 0;
    clock->flag = flag;
    return 1;
}

uint8_t xq_slots_load(struct xq_slots *slots, const struct xq_eeprom *eeprom,
                      struct xq_clock *clock)
{
    uint8_t found = 0, slot, n;

    slots->eeprom = eeprom;
    slots->at = XQ_SLOT_SIZE;
    slots->has_waiting = 0;
    slots->slot = 0;
    slots->count = 0;
    for (slot = 0; slot < XQ_SLOT_COUNT; slot++) {
        uint8_t *record = slots->record;
        uint16_t count;

        for (n = 0; n < XQ_SLOT_SIZE; n++)
            record[n] = eeprom->read(address(slot, n));
        count = (uint16_t)fetch(record, COUNT_AT, 2);
        if (record[0] != KIND || fetch(record, CHECK_AT, 2) != check(record))
            continue;
        /* The count wraps; all that are stored lie within a few dozen of each other. */
        if (found && (int16_t)(count - slots->count) <= 0)
            continue;
        if (unpack(record, clock)) {
            found = 1;
            slots->count = count;
            slots->slot = slot;
        }
    }
    return found;
}

void xq_slots_save(struct xq_slots *slots, const struct xq_clock *clock)
{
    uint8_t *record = slots->waiting;

    record[0] = KIND;
    store(record, LEFT_AT, 4, clock->remaining_ms[XQ_LEFT]);
    store(record, RIGHT_AT, 4, clock->remaining_ms[XQ_RIGHT]);
    store(record, INCREMENT_AT, 4, clock->increment_ms);
    store(record, PLY_AT, 2, clock->ply);
    record[SIDES_AT] = (uint8_t)(clock->flag << 4 | clock->turn);
    slots->has_waiting = 1;
}

void xq_slots_step(struct xq_slots *slots)
{
    uint8_t n;

    if (!slots->eeprom->is_ready())
        return;
    if (slots->at == XQ_SLOT_SIZE) {
        if (!slots->has_waiting)
            return;
        for (n = 0; n < XQ_SLOT_SIZE; n++)
            slots->record[n] = slots->waiting[n];
        slots->has_waiting = 0;
        slots->count++;
        slots->slot = (uint8_t)((slots->slot + 1) % XQ_SLOT_COUNT);
        store(slots->record, COUNT_AT, 2, slots->count);
        store(slots->record, CHECK_AT, 2, check(slots->record));
        slots->at = 0;
    }
    /* Bytes that are right already are not worn. */
    while (slots->at < XQ_SLOT_SIZE) {
        uint16_t at = address(slots->slot, slots->at);
        uint8_t byte = slots->record[slots->at++];

        if (slots->eeprom->read(at) != byte) {
            slots->eeprom->write(at, byte);
            return;
        }
    }
}
