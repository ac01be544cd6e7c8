"""Decks as they were read: whether they are whole, where their cards lay before, and what marks them."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.bits.words import ones
from labharness.analysis.laws.kernels.compiled import kernel, read, written

Orders = NDArray[np.uint16]
_ORDERS = read(types.uint16, 2)
_ROWS = types.uint16[:, ::1]
_TYPE, _BACK = np.uint16(0x3F), np.uint16(0x8000)


@kernel(types.boolean[::1], _ORDERS, read(types.int64), types.boolean)
def sound(orders: Orders, limit: NDArray[np.int64], exact: bool) -> NDArray[np.bool_]:
    """Say which rows hold each of 64 types as often as its limit, or no more often, and no foreign back."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.bool_)
    held = np.empty(64, dtype=np.int64)
    once = limit.max() <= 1
    every = np.uint64(0)
    for kind in range(64):
        every |= np.uint64(limit[kind] == 1) << np.uint64(kind)
    for unit in range(units):
        row, backs = orders[unit], np.uint16(0)
        if once:
            seen = np.uint64(0)
            for place in range(cards):
                seen |= np.uint64(1) << np.uint64(row[place] & _TYPE)
                backs |= row[place]
            # As many types as cards: none twice.
            good = ones(seen) == cards and (seen == every if exact else seen | every == every)
        else:
            held[:] = 0
            for place in range(cards):
                held[np.uint64(row[place] & _TYPE)] += 1
                backs |= row[place]
            good = True
            for kind in range(64):
                good &= held[kind] == limit[kind] if exact else held[kind] <= limit[kind]
        array[unit] = good and backs < _BACK
    return array


@kernel(_ROWS, _ORDERS)
def kinds(orders: Orders) -> Orders:
    """Return the types of cards."""
    units, cards = orders.shape
    answer = np.empty((units, cards), dtype=np.uint16)
    for unit in range(units):
        row, result = orders[unit], answer[unit]
        for place in range(cards):
            result[place] = row[place] & _TYPE
    return answer


@kernel(_ROWS, _ORDERS, read(types.uint16))
def recoded(codes: Orders, by: NDArray[np.uint16]) -> Orders:
    """Return ``by[codes]``."""
    units, cards = codes.shape
    orders = np.empty((units, cards), dtype=np.uint16)
    for unit in range(units):
        row, result = codes[unit], orders[unit]
        for place in range(cards):
            result[place] = by[np.uint64(row[place])]
    return orders


@kernel(_ROWS, _ORDERS, _ORDERS)
def relative(inputs: Orders, outputs: Orders) -> Orders:
    """Return the input place of each output card of sets of distinct types, row by row."""
    units, cards = outputs.shape
    orders = np.empty((units, cards), dtype=np.uint16)
    where = np.zeros(64, dtype=np.uint16)
    for unit in range(units):
        lay, row, result = inputs[unit], outputs[unit], orders[unit]
        for place in range(np.uint64(cards)):
            where[np.uint64(lay[place] & _TYPE)] = place
        for place in range(cards):
            result[place] = where[np.uint64(row[place] & _TYPE)]
    return orders


@kernel(_ROWS, _ORDERS, _ORDERS)
def relative_to_one(inputs: Orders, outputs: Orders) -> Orders:
    """Return the same where the first row of the inputs serves for all."""
    units, cards = outputs.shape
    orders = np.empty((units, cards), dtype=np.uint16)
    where = np.zeros(64, dtype=np.uint16)
    for place in range(cards if units else 0):
        where[np.uint64(inputs[0, place] & _TYPE)] = place
    for unit in range(units):
        row, result = outputs[unit], orders[unit]
        for place in range(cards):
            result[place] = where[np.uint64(row[place] & _TYPE)]
    return orders


@kernel(types.boolean[::1], _ORDERS, _ORDERS, written(types.uint16, 2))
def matched(inputs: Orders, outputs: Orders, orders: Orders) -> NDArray[np.bool_]:
    """Say which rows hold the same cards before and after, no two alike by type and copy.

    Parameters
    ----------
    inputs
        As many rows as outputs, or one that serves for all.
    orders
        Takes the input place of each output card of those rows.
    """
    units, cards = outputs.shape
    known = np.zeros(units, dtype=np.bool_)
    where = np.zeros(1 << 16, dtype=np.uint16)
    drafts = np.full(1 << 16, -1, dtype=np.int32)
    left = np.full(1 << 16, -1, dtype=np.int32)
    lay, apart = np.int32(-1), False
    for unit in range(units):
        if unit == 0 or inputs.shape[0] > 1:
            lay, apart = np.int32(unit), True
            for place in range(cards):
                card = np.uint64(inputs[unit, place])
                if drafts[card] == lay:
                    apart = False
                    break
                drafts[card] = lay
                where[card] = place
        if not apart:
            continue
        same = True
        for place in range(cards):
            card = np.uint64(outputs[unit, place])
            if drafts[card] != lay or left[card] == unit:
                same = False
                break
            left[card] = unit
            orders[unit, place] = where[card]
        known[unit] = same
    return known


@kernel(types.uint64[:, ::1], _ORDERS, read(types.uint64, 3))
def fingerprints(codes: Orders, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return 128 bits for each row: the random numbers of its codes at their places, all taken as sums of bits.

    Parameters
    ----------
    numbers
        Two 64-bit numbers by place and code, shape (places, codes, 2).
    """
    units, places = codes.shape
    array = np.empty((units, 2), dtype=np.uint64)
    for unit in range(units):
        row, first, second = codes[unit], np.uint64(0), np.uint64(0)
        for place in range(np.uint64(places)):
            code = np.uint64(row[place])
            first ^= numbers[place, code, np.uint64(0)]
            second ^= numbers[place, code, np.uint64(1)]
        array[unit, 0] = first
        array[unit, 1] = second
    return array
