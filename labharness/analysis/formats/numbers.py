"""Outcomes and bits that are written as digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.formats.piece import Piece
from labharness.analysis.formats.source import Source
from labharness.analysis.formats.words import Words
from labharness.errors import InputError

LARGEST = 65535
"""Largest outcome that is read."""
_DIGITS = 8
_COMMA, _SEMICOLON = b",", b";"


def outcomes(source: Source, skip: int = 0) -> Iterator[NDArray[np.uint16]]:
    """Yield the whole numbers of a text, which white space, commas or semicolons separate.

    Parameters
    ----------
    skip
        Bytes of the header.

    Raises
    ------
    InputError
        At the first word that is no whole number from 0 to :data:`LARGEST`.
    """
    for piece in source.pieces(_last_separator, skip):
        yield _outcomes(piece)


def ascii_bits(source: Source, remainder: list[int]) -> Iterator[bytes]:
    """Yield digits 0 and 1 as packed bytes, the first digit the most significant bit.

    Parameters
    ----------
    remainder
        Takes the number of digits at the end that fill no byte.

    Raises
    ------
    InputError
        At the first character that is neither digit nor white space.
    """
    kept = np.empty(0, np.uint8)
    for piece in source.pieces(len):
        piece.refuse_controls()
        text = np.frombuffer(piece.text, np.uint8)
        digits = text[text > 32]
        if ((digits | 1) != ord("1")).any():
            offset = int(np.flatnonzero((text > 32) & ((text | 1) != ord("1")))[0])
            raise piece.error(offset, f"{piece.word(offset)[:3]}… is no bit; write 0 and 1.")
        bits = np.concatenate([kept, digits & 1])
        whole = len(bits) // 8 * 8
        kept = bits[whole:]
        yield np.packbits(bits[:whole]).tobytes()
    remainder.append(len(kept))


def _last_separator(text: bytes) -> int:
    return max(map(text.rfind, (b" ", b"\t", _COMMA, _SEMICOLON))) + 1


def _outcomes(piece: Piece) -> NDArray[np.uint16]:
    text = piece.text.replace(_COMMA, b" ").replace(_SEMICOLON, b" ")
    words = Words.of(replace(piece, text=text))
    digits = np.count_nonzero(np.frombuffer(text, np.uint8) - np.uint8(48) < 10)
    if digits != words.lengths.sum() or (words.lengths > _DIGITS).any():
        raise _wrong(piece, words)
    # Eight digits in a 64-bit number: neighbours are joined to numbers of two, four and eight digits.
    shift = (8 * (_DIGITS - words.lengths)).astype(np.uint64)
    values = words.leading(8) << shift & np.uint64(0x0F0F0F0F0F0F0F0F)
    values = values * np.uint64(10 << 8 | 1) >> np.uint64(8) & np.uint64(0x00FF00FF00FF00FF)
    values = values * np.uint64(100 << 16 | 1) >> np.uint64(16) & np.uint64(0x0000FFFF0000FFFF)
    values = values * np.uint64(10000 << 32 | 1) >> np.uint64(32)
    if len(values) and values.max() > LARGEST:
        raise _wrong(piece, words)
    return values.astype(np.uint16)


def _wrong(piece: Piece, words: Words) -> InputError:
    """Return the error of the first word that is no outcome."""
    for start, length in zip(words.starts.tolist(), words.lengths.tolist(), strict=True):
        word = piece.text[start : start + length]
        if length > _DIGITS or not word.isdigit() or int(word) > LARGEST:
            break
    return piece.error(start, f"{piece.word(start)} is no outcome; write whole numbers from 0 to {LARGEST}.")
