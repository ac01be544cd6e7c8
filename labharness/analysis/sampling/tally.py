"""Exact, mergeable counts: the only state a check may keep between blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.model.reasons.detail import Details, Irregular
from labharness.reason import Reason

EARLIEST = 20
"""How many of the first findings a tally keeps word for word; their number stays exact."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of one stretch of a sample.

    Merging is ordered, associative and exact, so that a sample may be cut anywhere, counted on any
    number of processes and put together again with the same bits.

    Parameters
    ----------
    sums
        Integer arrays that add.
    maxima
        Integers of which the larger stays.
    joined
        Tuples of plain values that are joined in order.
    earliest
        Tuples of plain values of which the first :data:`EARLIEST` stay, so that a device that is always
        wrong fills no memory.
    ordered
        Arrays in ascending order, such as hashes, that are merged into one.
    columns
        Arrays of one row for each unit that are joined in order.
    """

    sums: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    maxima: Mapping[str, int] = field(default_factory=dict)
    joined: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    earliest: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    ordered: Mapping[str, NDArray[np.uint64]] = field(default_factory=dict)
    columns: Mapping[str, NDArray[np.unsignedinteger[Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A view keeps the whole block alive from which it was cut, even a view of nothing.
        for name in ("sums", "ordered", "columns"):
            arrays: Mapping[str, NDArray[Any]] = getattr(self, name)
            if any(map(_is_part, arrays.values())):
                whole = {key: each.copy() if _is_part(each) else each for key, each in arrays.items()}
                object.__setattr__(self, name, whole)

    def number(self, key: str) -> int:
        """Return one summed integer, 0 where nothing was counted."""
        return int(self.sums[key]) if key in self.sums else 0

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        return sum(each.nbytes for part in (self.sums, self.ordered, self.columns) for each in part.values())

    def merge(self, later: Tally) -> Tally:
        """Return the tally of this stretch followed by the later one."""
        return Tally(
            {key: _sum(self.sums.get(key), later.sums.get(key)) for key in _keys(self.sums, later.sums)},
            {
                key: max(m[key] for m in (self.maxima, later.maxima) if key in m)
                for key in _keys(self.maxima, later.maxima)
            },
            {
                key: self.joined.get(key, ()) + later.joined.get(key, ())
                for key in _keys(self.joined, later.joined)
            },
            {
                key: (self.earliest.get(key, ()) + later.earliest.get(key, ()))[:EARLIEST]
                for key in _keys(self.earliest, later.earliest)
            },
            {
                key: _ordered(self.ordered.get(key), later.ordered.get(key))
                for key in _keys(self.ordered, later.ordered)
            },
            {
                key: _column(self.columns.get(key), later.columns.get(key))
                for key in _keys(self.columns, later.columns)
            },
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        same = self.sums.keys() == other.sums.keys() and self.maxima == other.maxima
        return bool(
            same
            and self.joined == other.joined
            and self.earliest == other.earliest
            and self.ordered.keys() == other.ordered.keys()
            and self.columns.keys() == other.columns.keys()
            and all(np.array_equal(value, other.sums[key]) for key, value in self.sums.items())
            and all(np.array_equal(value, other.ordered[key]) for key, value in self.ordered.items())
            and all(np.array_equal(value, other.columns[key]) for key, value in self.columns.items())
        )

    __hash__ = None  # type: ignore[assignment]  # arrays are mutable


def count(value: int) -> NDArray[np.int64]:
    """Wrap one integer for :attr:`Tally.sums`."""
    return np.array(value, dtype=np.int64)


def left_out_line(left_out: int, what: Irregular = Irregular.SHUFFLES) -> tuple[Reason, ...]:
    """Return how many units could not be read, if any."""
    return (Details.LEFT_OUT(number=left_out, what=what),) if left_out else ()


def _is_part(array: NDArray[Any]) -> bool:
    """Say whether an array is a view of more memory than it shows."""
    base: Any = array.base  # stubs know of arrays alone; a pickled array can rest on bytes
    whole = base if isinstance(base, np.ndarray) else memoryview(base) if base is not None else array
    return bool(whole.nbytes > array.nbytes)


def _keys(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys([*first, *second]))


def _sum(first: NDArray[np.int64] | None, second: NDArray[np.int64] | None) -> NDArray[np.int64]:
    if first is None or second is None:
        present = second if first is None else first
        assert present is not None
        return present
    return np.asarray(first + second)


def _ordered(first: NDArray[np.uint64] | None, second: NDArray[np.uint64] | None) -> NDArray[np.uint64]:
    parts = [part for part in (first, second) if part is not None]
    # A stable sort merges two runs that are in order already.
    return parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts), kind="stable")


def _column(
    first: NDArray[np.unsignedinteger[Any]] | None, second: NDArray[np.unsignedinteger[Any]] | None
) -> NDArray[np.unsignedinteger[Any]]:
    parts = [part for part in (first, second) if part is not None]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
