"""Tables of places against cards, and their pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.model.results import Picture

ROWS_DRAWN = 60
"""Most rows or columns that a picture shows; more are grouped."""


def place_table(codes: ArrayLike, columns: int, groups: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
    """Count codes by place.

    Parameters
    ----------
    codes
        One row for each unit, one column for each place, shape (units, places).
    columns
        Codes run from 0 to ``columns - 1``.
    groups
        Group of each place; each place is its own if left out.
    """
    from labharness.analysis.kernels import card_tables

    rows = np.ascontiguousarray(codes, dtype=np.uint16)
    each = np.arange(rows.shape[1]) if groups is None else groups
    count = int(each.max(initial=-1)) + 1
    return card_tables.place_table(rows, each.astype(np.int64), count, columns)


def groups_of(places: int, bins: int) -> NDArray[np.intp]:
    """Cut places into that many consecutive groups, as even as possible; 0 or too many leaves each alone."""
    return np.arange(places) * min(bins or places, places) // places


def group_names(places: int, bins: int) -> tuple[str, ...]:
    """Name groups of places as people count them: ``1``, or ``1-4``."""
    groups = groups_of(places, bins)
    ends = [(np.flatnonzero(groups == group)[[0, -1]] + 1).tolist() for group in range(int(groups[-1]) + 1)]
    return tuple(str(low) if low == high else f"{low}-{high}" for low, high in ends)


def heatmap(
    title: str,
    table: NDArray[np.int64],
    expected: NDArray[np.float64],
    rows: tuple[str, Sequence[str]],
    columns: tuple[str, Sequence[str]],
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
        title=title,
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
    title: str,
    counts: NDArray[np.int64],
    expected: NDArray[np.float64],
    columns: tuple[str, Sequence[str]],
    y_label: str,
) -> Picture:
    """Return a picture of one row of counts."""
    return Picture(
        form="histogram",
        title=title,
        x_label=columns[0],
        y_label=y_label,
        x=tuple(columns[1]),
        y=("",),
        values=_plain(counts[np.newaxis, :]),
        expected=_plain(np.broadcast_to(expected, counts.shape)[np.newaxis, :]),
    )


def _plain(table: NDArray[np.int64] | NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, row)) for row in table.tolist())


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first.partition('-')[0]}-{last.rpartition('-')[2]}"
