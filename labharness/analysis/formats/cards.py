"""Cards of a piece as numbers, by table and not one by one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.formats.piece import Piece
from labharness.analysis.formats.words import Words
from labharness.errors import CardError
from labharness.model.cards import Order, parse_card

LONGEST = 8
"""Bytes of the longest card, ``10C#511!``."""
_SHORT = 3


@dataclass(frozen=True, slots=True)
class CardLines:
    """Lines of cards, blank ones left out.

    Parameters
    ----------
    cards
        All cards, shape (cards,).
    bounds
        Where the cards of each line begin, and the end, shape (lines + 1,).
    marks
        Which mark each line begins with, from 1; 0 for none.
    places
        Where in the piece each line begins.
    """

    cards: Order
    bounds: NDArray[np.intp]
    marks: NDArray[np.int8]
    places: NDArray[np.intp]

    @classmethod
    def of(cls, piece: Piece, marks: tuple[bytes, ...]) -> CardLines:
        """Read a piece whose lines may begin with one of these marks.

        Raises
        ------
        InputError
            At the first word that is no card.
        """
        text = np.frombuffer(bytearray(piece.text), np.uint8)
        lines = np.concatenate([[0], np.flatnonzero(text == 10) + 1])
        lines = lines[lines < len(text)]
        found = np.zeros(len(lines), np.int8)
        for number, mark in enumerate(marks, 1):
            fits = lines[: np.searchsorted(lines, len(text) - len(mark), side="right")]
            window = fits[:, None] + np.arange(len(mark))
            begins = (text[window] == np.frombuffer(mark, np.uint8)).all(axis=1)
            found[: len(fits)][begins] = number
            text[window[begins]] = 32
        plain = replace(piece, text=text.tobytes())
        words = Words.of(plain)
        bounds = np.append(np.searchsorted(words.starts, lines), len(words.starts))
        kept = (np.diff(bounds) > 0) | (found > 0)
        bounds = np.append(bounds[:-1][kept], bounds[-1])
        return cls(card_codes(plain, words), bounds, found[kept], lines[kept])

    def __len__(self) -> int:
        return len(self.marks)


def card_codes(piece: Piece, words: Words) -> Order:
    """Return the card of every word; raises :class:`InputError` at the first word that is none."""
    keys = words.leading(4)
    keys[words.lengths > _SHORT] = 0
    codes = _table()[keys]
    unknown = np.flatnonzero(codes == 0)
    if len(unknown):
        codes[unknown] = _learned(piece, words, unknown)
    return codes - np.uint16(1)


@cache
def _table() -> NDArray[np.uint16]:
    """Return card + 1 by the bytes of a word of up to three, 0 where none is known yet."""
    return np.zeros(1 << 8 * _SHORT, np.uint16)


def _learned(piece: Piece, words: Words, unknown: NDArray[np.intp]) -> NDArray[np.uint16]:
    """Return card + 1 (modulo 2^16) of words that the table does not know, and add the short ones to it."""
    keys = words.leading(8, unknown)
    keys[words.lengths[unknown] > LONGEST] = np.iinfo(np.uint64).max  # bytes 0xff: no card either
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    codes = np.zeros(len(first), np.uint16)
    wrong: dict[int, CardError] = {}
    for number, place in enumerate(unknown[first].tolist()):
        start, length = int(words.starts[place]), int(words.lengths[place])
        text = piece.text[start : start + length]
        try:
            codes[number] = (parse_card(text.decode("utf-8", "replace")) + 1) & 0xFFFF
        except CardError as error:
            wrong[start] = error
        else:
            if length <= _SHORT:
                _table()[int.from_bytes(text, "little")] = codes[number]
    if wrong:
        offset = min(wrong)
        raise piece.error(offset, str(wrong[offset])) from wrong[offset]
    return codes[which]
