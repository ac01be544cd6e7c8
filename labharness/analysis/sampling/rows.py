"""Shuffles or rounds of one size as two arrays, so that a million of them cost no million objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from labharness.model.observations import Round, Shuffle


@dataclass(frozen=True, slots=True, eq=False)
class CardRows(Sequence[Shuffle | Round]):
    """A sequence of observations whose cards lie in rows.

    Parameters
    ----------
    of
        What each unit is.
    first, second
        Input and output of shuffles, dealt and returned cards of rounds, each of shape (units, cards).
    """

    of: type[Shuffle | Round]
    first: NDArray[np.uint16]
    second: NDArray[np.uint16]

    @property
    def orders(self) -> NDArray[np.uint16]:
        """Cards of each unit in the order in which they left, shape (units, cards)."""
        return self.second if self.of is Shuffle else self.first

    def __len__(self) -> int:
        return len(self.first)

    @overload
    def __getitem__(self, place: int) -> Shuffle | Round: ...
    @overload
    def __getitem__(self, place: slice) -> CardRows: ...
    def __getitem__(self, place: int | slice) -> Shuffle | Round | CardRows:
        if isinstance(place, slice):
            return CardRows(self.of, self.first[place], self.second[place])
        return self.of(self.first[place], self.second[place])

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to another process with one order where all are the same in memory, and in bytes where they fit."""
        same = len(self) > 1 and not self.first.strides[0]
        first = self.first[:1] if same else self.first
        return _rows, (self.of, len(self), _narrow(first), _narrow(self.second))


def _rows(
    of: type[Shuffle | Round],
    units: int,
    first: NDArray[np.unsignedinteger],
    second: NDArray[np.unsignedinteger],
) -> CardRows:
    wide = first.astype(np.uint16, copy=False), second.astype(np.uint16, copy=False)
    return CardRows(of, *(np.broadcast_to(cards, (units, cards.shape[1])) for cards in wide))


def _narrow(cards: NDArray[np.uint16]) -> NDArray[np.unsignedinteger]:
    return cards.astype(np.uint8) if cards.max(initial=0) < 1 << 8 else cards
