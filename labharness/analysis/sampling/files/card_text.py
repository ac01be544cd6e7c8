"""Cards of a piece as numbers, by table and not one by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.files.piece import Piece
from labharness.errors import CardError
from labharness.model.cards import Order, parse_card

_SHORT = 3
"""Bytes of a word that the table knows."""
_LONGEST_MARK = 16
_SHOWN = 64
"""Bytes of a word that are looked at: far more than any card has."""


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
    bounds: NDArray[np.int64]
    marks: NDArray[np.int64]
    places: NDArray[np.int64]

    @classmethod
    def of(cls, piece: Piece, marks: tuple[bytes, ...] = ()) -> CardLines:
        """Read a piece whose lines may begin with one of these marks.

        Raises
        ------
        InputError
            At the first byte that is no text, or the first word that is no card.
        """
        from labharness.analysis.laws.kernels.outcomes import written_samples as texts

        text = np.frombuffer(piece.text, np.uint8)
        begins = np.array([list(mark.ljust(_LONGEST_MARK, b"\0")) for mark in marks], np.uint8)
        codes = np.empty(len(text) // 2 + 1, np.uint16)
        starts = np.empty(len(codes), np.int32)
        lines = np.empty((len(codes) + 2, 3), np.int64)
        words = texts.card_lines(text, begins.reshape(-1, _LONGEST_MARK), _table(), codes, starts, lines)
        if words == texts.ODD:
            piece.refuse_controls()
        codes, starts = codes[:words], starts[:words]
        unknown = np.flatnonzero(codes == 0)
        if len(unknown):
            codes[unknown] = _learned(piece, starts[unknown])
        line = lines[: lines[-1, 0]]
        return cls(codes - np.uint16(1), np.append(line[:, 2], words), line[:, 0], line[:, 1])

    def __len__(self) -> int:
        return len(self.marks)


@cache
def _table() -> NDArray[np.uint16]:
    """Return card + 1 by the bytes of a word of up to three, 0 where none is known yet."""
    return np.zeros(1 << 8 * _SHORT, np.uint16)


def _learned(piece: Piece, starts: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Return card + 1 (modulo 2^16) of words that the table does not know, and add the short ones to it."""
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    keys = texts.keys(np.frombuffer(piece.text, np.uint8), starts)
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    codes = np.zeros(len(first), np.uint16)
    wrong: dict[int, CardError] = {}
    for number, start in enumerate(starts[first].tolist()):
        text = piece.text[start : start + _SHOWN].split(None, 1)[0]
        try:
            codes[number] = (parse_card(text.decode("utf-8", "replace")) + 1) & 0xFFFF
        except CardError as error:
            wrong[start] = error
        else:
            if len(text) <= _SHORT:
                _table()[int.from_bytes(text, "little")] = codes[number]
    if wrong:
        offset = min(wrong)
        raise piece.error(offset, *wrong[offset].reasons) from wrong[offset]
    return codes[which]
