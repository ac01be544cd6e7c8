"""Tables of places against cards, and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis.laws.parameters import accept_least
from labharness.model.results import Label, Picture

ROWS_DRAWN = 60
"""Most rows or columns that a picture shows; more are grouped."""


def themselves(kinds: int) -> NDArray[np.uint16]:
    """Return the codes of numbers below ``kinds`` that are codes already, as many as a power of two."""
    return np.arange(1 << (kinds - 1).bit_length(), dtype=np.uint16)


def place_table(
    cards: ArrayLike,
    columns: int,
    groups: NDArray[np.intp] | None = None,
    codes: NDArray[np.uint16] | None = None,
) -> NDArray[np.int64]:
    """Count codes by place.

    Parameters
    ----------
    cards
        One row for each unit, one column for each place, shape (units, places).
    columns
        Codes run from 0 to ``columns - 1``.
    groups
        Group of each place; each place is its own if left out.
    codes
        Code of each number that a card's low bits can be, as many as a power of two; cards are codes
        themselves if left out.
    """
    from labharness.analysis.laws.kernels.cards import card_tables

    rows = np.ascontiguousarray(cards, dtype=np.uint16)
    codes = themselves(columns) if codes is None else codes
    each = np.arange(rows.shape[1]) if groups is None else groups
    count = int(each.max(initial=-1)) + 1
    return card_tables.place_table(rows, codes, each.astype(np.int64), count, columns)


def accept_bins(bins: int) -> None:
    """Raise :class:`InputError` unless places can be cut into that many groups."""
    if bins:
        accept_least("bins", bins, 2)


def groups_of(places: int, bins: int) -> NDArray[np.intp]:
    """Cut places into that many consecutive groups, as even as possible; 0 or too many leaves each alone."""
    return np.arange(places) * min(bins or places, places) // places


def group_names(places: int, bins: int) -> tuple[str, ...]:
    """Name groups of places as people count them: ``1``, or ``1-4``."""
    starts = [*np.flatnonzero(np.diff(groups_of(places, bins), prepend=-1)).tolist(), places]
    return tuple(str(high) if high - low == 1 else f"{low + 1}-{high}" for low, high in pairwise(starts))


def heatmap(
    table: NDArray[np.int64],
    expected: NDArray[np.float64],
    rows: tuple[Label, Sequence[str]],
    columns: tuple[Label, Sequence[str]],
) -> Picture:
    """Return a picture of a table; rows and columns are a label and their names.

    Rows and columns beyond :data:`ROWS_DRAWN` are added up in groups, which keep the first and the last
    name.
    """
    down, names = _grouped(rows[1])
    across, columns_drawn = _grouped(columns[1])

    def drawn(full: NDArray[np.int64] | NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
        return _plain(np.add.reduceat(np.add.reduceat(full, down), across, axis=1))

    return Picture(
        form="heatmap",
        x_label=columns[0],
        y_label=rows[0],
        x=columns_drawn,
        y=names,
        values=drawn(table),
        expected=drawn(np.broadcast_to(expected, table.shape)),
    )


def _grouped(names: Sequence[str]) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """Return where each drawn row begins, and its name."""
    groups = groups_of(len(names), ROWS_DRAWN)
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    ends = [*(starts[1:] - 1).tolist(), len(names) - 1]
    spans = zip(starts.tolist(), ends, strict=True)
    return starts, tuple(_span(names[low], names[high]) if low < high else names[low] for low, high in spans)


def histogram(
    counts: NDArray[np.int64],
    expected: NDArray[np.float64],
    columns: tuple[Label, Sequence[str]],
    y_label: Label,
) -> Picture:
    """Return a picture of one row of counts."""
    return Picture(
        form="histogram",
        x_label=columns[0],
        y_label=y_label,
        x=tuple(columns[1]),
        y=("",),
        values=_plain(counts[np.newaxis, :]),
        expected=_plain(np.broadcast_to(expected, counts.shape)[np.newaxis, :]),
    )


def _plain(table: NDArray[np.int64] | NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, table.astype(np.float64).tolist()))


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first.partition('-')[0]}-{last.rpartition('-')[2]}"
