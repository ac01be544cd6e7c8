"""Texts of cards, outcomes and bits, read byte by byte; whatever is out of the ordinary is only reported."""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

Text = NDArray[np.uint8]
_TEXT = read(types.uint8)
_BLANK, _END, _COMMA, _SEMICOLON = np.uint8(32), np.uint8(10), np.uint8(ord(",")), np.uint8(ord(";"))
_SHORT = np.uint64(3)
_LONGEST = 8
ODD = -1
"""Result that says: there is something in the text that is none of it."""


@njit(inline="always", error_model="numpy")
def control(byte: int) -> bool:
    """Say whether a byte that is no visible character is no tabulator or line end either."""
    return (byte < 9) | (byte == 11) | (byte == 12) | ((byte > 13) & (byte < 32))


@njit(inline="always", error_model="numpy")
def mark_at(text: Text, place: int, marks: NDArray[np.uint8]) -> tuple[int, int]:
    """Return which mark stands at a place, from 1, and its length; zeros for none."""
    for mark in range(marks.shape[0]):
        size = 0
        while size < marks.shape[1] and marks[mark, size] and place + size < text.size:
            if text[place + size] != marks[mark, size]:
                break
            size += 1
        if size == marks.shape[1] or not marks[mark, size]:
            return mark + 1, size
    return 0, 0


@kernel(
    types.int64,
    _TEXT,
    read(types.uint8, 2),
    read(types.uint16),
    written(types.uint16),
    written(types.int32),
    written(types.int64, 2),
)
def card_lines(  # noqa: C901  one pass over the bytes
    text: Text,
    marks: NDArray[np.uint8],
    known: NDArray[np.uint16],
    codes: NDArray[np.uint16],
    starts: NDArray[np.int32],
    lines: NDArray[np.int64],
) -> int:
    """Read lines of words that blanks separate; returns the number of words, or :data:`ODD`.

    Parameters
    ----------
    marks
        What a line may begin with, one a row, filled up with zeros.
    known
        Code by the bytes of a word of up to three, the first one lowest.
    codes, starts
        Take the code of each word, 0 for a longer one, and where it starts.
    lines
        Takes the mark (from 1, 0 for none), the place and the number of words before of each line that is not
        blank; the last row the number of lines and that of words.
    """
    words, many, key, length = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    begin, fresh, skip, sentence = 0, True, 0, False
    for place in range(text.size):
        byte = text[place]
        if fresh:
            begin, fresh, sentence = place, False, False
            mark, size = mark_at(text, place, marks)
            if mark:
                lines[many, 0], lines[many, 1], lines[many, 2] = mark, begin, np.int64(words)
                many += np.uint64(1)
                sentence, skip = True, place + size
        if byte > _BLANK and place >= skip:
            if length == 0:
                starts[words] = place
                if not sentence:
                    lines[many, 0], lines[many, 1], lines[many, 2] = 0, begin, np.int64(words)
                    many += np.uint64(1)
                    sentence = True
            key |= np.uint64(byte) << (np.uint64(8) * min(length, _SHORT))
            length += np.uint64(1)
            continue
        if length:
            codes[words] = known[key] if length <= _SHORT else np.uint16(0)
            words += np.uint64(1)
            key, length = np.uint64(0), np.uint64(0)
        if byte <= _BLANK:
            fresh = byte == _END
            if control(byte):
                return ODD
    if length:
        codes[words] = known[key] if length <= _SHORT else np.uint16(0)
        words += np.uint64(1)
    lines[lines.shape[0] - 1, 0], lines[lines.shape[0] - 1, 1] = np.int64(many), np.int64(words)
    return int(words)


@kernel(types.int64, _TEXT, types.int64, written(types.uint16))
def numbers(text: Text, largest: int, values: NDArray[np.uint16]) -> int:
    """Read whole numbers of up to eight digits; returns how many there are, or :data:`ODD`."""
    many, value, length = np.uint64(0), 0, 0
    for place in range(text.size):
        byte = text[place]
        digit = int(byte) - 48
        if 0 <= digit <= 9:
            value = 10 * value + digit
            length += 1
            if length > _LONGEST:
                return ODD
            continue
        if control(byte) if byte <= _BLANK else byte not in (_COMMA, _SEMICOLON):
            return ODD
        if length:
            if value > largest:
                return ODD
            values[many] = value
            many += np.uint64(1)
            value, length = 0, 0
    if length:
        if value > largest:
            return ODD
        values[many] = value
        many += np.uint64(1)
    return int(many)


@kernel(types.int64, _TEXT)
def words(text: Text) -> int:
    """Count what blanks, commas and semicolons separate."""
    many, before = 0, False
    for place in range(text.size):
        byte = text[place]
        within = bool(byte > _BLANK) & (byte != _COMMA) & (byte != _SEMICOLON)
        many += int(within & (not before))
        before = within
    return many


@kernel(types.int64, _TEXT)
def full_lines(text: Text) -> int:
    """Count lines that are not blank."""
    many, place, size = 0, np.uint64(0), np.uint64(text.size)
    while place < size:
        while place < size and text[place] <= _BLANK:
            place += np.uint64(1)
        many += int(place < size)
        while place < size and text[place] != _END:
            place += np.uint64(1)
    return many


@kernel(types.int64, _TEXT, types.int64, types.int64, written(types.uint8))
def packed_bits(text: Text, begun: int, digits: int, packed: NDArray[np.uint8]) -> int:
    """Pack digits 0 and 1, the first the most significant bit; returns their number, or :data:`ODD`.

    Parameters
    ----------
    begun, digits
        The bits of a byte that has begun, and how many they are; they count as read.
    packed
        Takes the bytes; one that has only begun comes last, its bits at the low end.
    """
    bits, many = np.uint64(begun), np.uint64(digits)
    packed[0] = begun
    for place in range(text.size):
        byte = text[place]
        if byte > _BLANK:
            bit = np.uint64(byte) - np.uint64(48)
            if bit > np.uint64(1):
                return ODD
            bits = (bits << np.uint64(1)) | bit
            packed[many >> np.uint64(3)] = bits
            many += np.uint64(1)
        elif control(byte):
            return ODD
    return int(many)


@kernel(types.uint64[::1], _TEXT, read(types.int32))
def keys(text: Text, starts: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return words of up to eight bytes as numbers, the first byte lowest; all ones for longer words."""
    array = np.zeros(starts.size, dtype=np.uint64)
    for word in range(starts.size):
        place, length = np.int64(starts[word]), np.uint64(0)
        while place < text.size and text[place] > _BLANK:
            if length == np.uint64(_LONGEST):
                array[word] = np.uint64(0xFFFFFFFFFFFFFFFF)
                break
            array[word] |= np.uint64(text[place]) << (np.uint64(8) * length)
            length += np.uint64(1)
            place += 1
    return array
