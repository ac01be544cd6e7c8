"""Counts behind the live picture: arrays of a fixed size, whatever the length of the run."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from labharness.gui.kit.words import tr
from labharness.model.cards import TYPES, CardSet, Order, format_card, types
from labharness.model.observations import Draws, Kind, Observation, Shuffle, physical_order
from labharness.model.results import Picture
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire
from labharness.reason import quoted

MOST_BINS = 64
ENOUGH = 5.0
"""Expected count below which a residual is mostly noise (Cochran's rule)."""


@dataclass(frozen=True, slots=True)
class LivePicture:
    """What the picture view draws; live numbers, not a verdict.

    Parameters
    ----------
    heat
        True for a heat map of standardized residuals, False for a bar for each outcome.
    x, y
        Names of the columns and, in a heat map, of the rows.
    counts, expected, residuals
        What was counted, what a fair device gives, and the difference in standard deviations; rows ×
        columns, one row for a histogram.
    units, unit
        How many were counted, and what one is called.
    skipped
        Units left out because their cards are not the declared ones.
    has_law
        Whether what is expected is the law of a random device; else it is the mean.
    """

    heat: bool
    title: str
    x_label: str
    y_label: str
    x: tuple[str, ...]
    y: tuple[str, ...]
    counts: NDArray[np.int64]
    expected: NDArray[np.float64]
    residuals: NDArray[np.float64]
    units: int
    unit: str
    skipped: int = 0
    has_law: bool = True

    def drawn(self) -> Picture:
        """Return what a chart draws."""
        return Picture(
            form="heatmap" if self.heat else "histogram",
            x_label=quoted(self.x_label),
            y_label=quoted(self.y_label),
            x=self.x,
            y=self.y,
            values=tuple(map(tuple, self.counts.astype(float).tolist())),
            expected=tuple(map(tuple, self.expected.tolist())) if self.has_law else (),
        )

    @property
    def largest(self) -> tuple[float, str, str]:
        """The largest residual with the names of its row and column."""
        row, column = np.unravel_index(int(np.argmax(np.abs(self.residuals))), self.residuals.shape)
        return float(self.residuals[row, column]), self.y[row], self.x[column]

    @property
    def largest_by_chance(self) -> float:
        """Median of the largest residual that a fair device shows in so many cells."""
        return NormalDist().inv_cdf(1 - np.log(2) / (2 * self.residuals.size))


class LiveCounts(Protocol):
    """Counts of one stage."""

    def add(self, observation: Observation, seconds: float = 0.0) -> None:
        """Count one observation, recorded so many seconds after the epoch."""
        ...

    def picture(self) -> LivePicture:
        """Return what can be drawn now."""
        ...


def counts_for(frozen: FrozenPlan, stage: Acquire) -> LiveCounts | None:
    """Return empty counts for a stage, or None where it has no picture (raw bytes)."""
    if (selection := frozen.selection(stage)) is not None:
        return OutcomeCounts(selection.low, selection.high)
    if frozen.cards is None or stage.observes is Kind.BYTES:
        return None
    return OrderCounts(frozen.cards, stage.observes, stage.round_cards or frozen.cards.size)


@dataclass
class OrderCounts:
    """Cards by position; for a single deck that was shuffled, input place by output place.

    Parameters
    ----------
    places
        Positions of one unit.
    """

    cards: CardSet
    kind: Kind
    places: int
    units: int = 0
    skipped: int = 0
    _seen: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self._relative = self.kind is Kind.SHUFFLE and self.cards.distinct
        self._row_of, self._height = _bins(self.places)
        if self._relative:
            self._column_of, self._width = _bins(self.cards.size)
        else:
            self._column_of = np.full(64, -1, dtype=np.intp)
            self._column_of[self.cards.present] = np.arange(len(self.cards.present))
            self._width = np.array(self.cards.counts)[self.cards.present]
        self._seen = np.zeros((len(self._height), len(self._width)), dtype=np.int64)

    def add(self, observation: Observation, seconds: float = 0.0) -> None:  # noqa: ARG002  only a course asks when
        """Count the cards of one unit where they lie."""
        columns = self._columns(observation)
        if columns is None:
            self.skipped += 1
            return
        cells = self._row_of * len(self._width) + columns
        self._seen += np.bincount(cells, minlength=self._seen.size).reshape(self._seen.shape)
        self.units += 1

    def _columns(self, observation: Observation) -> NDArray[np.intp] | None:
        order = physical_order(observation)
        if len(order) != self.places:
            return None
        if isinstance(observation, Shuffle) and self._relative:
            if not (self._complete(observation.input) and self._complete(order)):
                return None
            place = np.empty(64, dtype=np.intp)
            place[types(observation.input)] = np.arange(self.cards.size)
            return self._column_of[place[types(order)]]
        columns = self._column_of[types(order)]
        return None if (columns < 0).any() else columns

    def is_whole(self, shuffle: Shuffle) -> bool:
        """Say whether a shuffle put in and gave back the declared set."""
        size = self.cards.size
        return (
            len(shuffle.input) == len(shuffle.output) == size
            and self._complete(shuffle.input)
            and self._complete(shuffle.output)
        )

    def _complete(self, order: Order) -> bool:
        have = np.bincount(types(order), minlength=64)
        return bool((have[:TYPES] == self.cards.counts).all())

    def picture(self) -> LivePicture:
        """Return standardized residuals against a uniform law on all orders of the set."""
        size, share = self.cards.size, self._width / self.cards.size
        expected = self.units * np.outer(self._height, share)
        # Cards of a kind within some places of one deck follow the hypergeometric law.
        left = (size - self._height) / max(size - 1, 1)
        variance = self.units * np.outer(self._height * left, share * (1 - share))
        rows = _names(self._height)
        if self._relative:
            title, x_label, columns = (
                tr("Position of each card before and after"),
                tr("position before"),
                _names(self._width),
            )
        else:
            title, x_label = tr("Position × card"), tr("card")
            columns = tuple(format_card(int(card)) for card in self.cards.present)
        y_label = tr("position after") if self._relative else tr("position")
        return LivePicture(
            heat=True,
            title=title,
            x_label=x_label,
            y_label=y_label,
            x=columns,
            y=rows,
            counts=self._seen.copy(),
            expected=expected,
            residuals=standardized(self._seen, expected, variance),
            units=self.units,
            unit=self.kind.value,
            skipped=self.skipped,
        )


@dataclass
class OutcomeCounts:
    """How often each outcome of a generator was drawn."""

    low: int
    high: int
    units: int = 0
    skipped: int = 0
    _seen: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self._bin_of, self._width = _bins(self.high - self.low + 1)
        self._seen = np.zeros(len(self._width), dtype=np.int64)

    def add(self, observation: Observation, seconds: float = 0.0) -> None:  # noqa: ARG002  only a course asks when
        """Count the outcomes; those out of range are left out and counted as such."""
        assert isinstance(observation, Draws)
        values = observation.values.astype(np.intp) - self.low
        inside = values[(values >= 0) & (values <= self.high - self.low)]
        self._seen += np.bincount(self._bin_of[inside], minlength=len(self._seen))
        self.units += len(inside)
        self.skipped += len(values) - len(inside)

    def picture(self) -> LivePicture:
        """Return the counts with those of a uniform law."""
        share = self._width[np.newaxis] / self._width.sum()
        seen, expected = self._seen[np.newaxis].copy(), self.units * share
        return LivePicture(
            heat=False,
            title=tr("Number of draws of each outcome"),
            x_label=tr("outcome"),
            y_label=tr("times drawn"),
            x=_names(self._width, self.low),
            y=("",),
            counts=seen,
            expected=expected,
            residuals=standardized(seen, expected, expected * (1 - share)),
            units=self.units,
            unit="outcome",
            skipped=self.skipped,
        )


def standardized(
    seen: NDArray[np.int64], expected: NDArray[np.float64], variance: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return differences from what is expected in standard deviations, 0 where nothing varies."""
    scale = np.sqrt(variance)
    return np.divide(seen - expected, scale, out=np.zeros_like(expected), where=scale > 0)


def _bins(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the bin of each of ``size`` places and the width of each of at most MOST_BINS bins."""
    number = min(size, MOST_BINS)
    bin_of = np.arange(size) * number // size
    return bin_of.astype(np.intp), np.bincount(bin_of).astype(np.intp)


def _names(widths: NDArray[np.intp], first: int = 1) -> tuple[str, ...]:
    """Name bins of consecutive numbers: ``7``, or ``5–8``."""
    starts = np.concatenate([[0], np.cumsum(widths)[:-1]]) + first
    return tuple(
        str(start) if width == 1 else f"{start}–{start + width - 1}"
        for start, width in zip(starts.tolist(), widths.tolist(), strict=True)
    )
