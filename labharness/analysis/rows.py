"""Shuffles or rounds of one size as two arrays, so that a million of them cost no million objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from labharness.model.observations import Round, Shuffle


@dataclass(frozen=True, slots=True, eq=False)
class Rows(Sequence[Shuffle | Round]):
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
    def __getitem__(self, place: slice) -> Rows: ...
    def __getitem__(self, place: int | slice) -> Shuffle | Round | Rows:
        if isinstance(place, slice):
            return Rows(self.of, self.first[place], self.second[place])
        return self.of(self.first[place], self.second[place])
