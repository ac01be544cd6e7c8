"""Counts behind the live picture: arrays of a fixed size, whatever the length of the run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import rising_sequences
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.model.cards import TYPES, CardSet, Order, format_card, types
from labharness.model.observations import Draws, Kind, Observation, Shuffle, physical_order
from labharness.model.results import Picture
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire
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

    title: str
    x_label: str
    y_label: str
    x: tuple[str, ...]
    counts: NDArray[np.int64]
    expected: NDArray[np.float64]
    residuals: NDArray[np.float64]
    units: int
    unit: str
    y: tuple[str, ...] = ("",)
    heat: bool = False
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


class LiveCounts(ABC):
    """Counts of one stage in bounded memory."""

    units = 0
    skipped = 0

    @abstractmethod
    def add(self, observation: Observation, seconds: float = 0.0) -> None:
        """Count an observation that was recorded at a time in seconds."""

    @abstractmethod
    def picture(self) -> LivePicture:
        """Return what is drawn of the counts so far."""

    def _bars(
        self,
        title: str,
        labels: tuple[str, str],
        x: tuple[str, ...],
        seen: NDArray[np.int64],
        share: NDArray[np.float64],
        unit: str,
        of: NDArray[np.int64] | None = None,
    ) -> LivePicture:
        """Draw counts beside what their law expects, its ``share`` of all units or ``of`` so many tries each."""
        tries = self.units if of is None else of
        expected: NDArray[np.float64] = np.multiply(tries, share, dtype=np.float64)[np.newaxis]
        counts = seen[np.newaxis].copy()
        return LivePicture(
            title=title,
            x_label=labels[0],
            y_label=labels[1],
            x=x,
            counts=counts,
            expected=expected,
            residuals=standardized(counts, expected, expected * (1 - share)),
            units=self.units,
            unit=unit,
            skipped=self.skipped,
        )


@dataclass
class OrderCounts(LiveCounts):
    """Cards by position; for a single deck that was shuffled, input place by output place.

    Parameters
    ----------
    places
        Positions of one unit.
    """

    cards: CardSet
    kind: Kind
    places: int

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
        if self._relative:
            title, columns = tr("Position of each card before and after"), _names(self._width)
        else:
            title = tr("Position × card")
            columns = tuple(format_card(int(card)) for card in self.cards.present)
        return LivePicture(
            heat=True,
            title=title,
            x_label=tr("position before") if self._relative else tr("card"),
            y_label=tr("position after") if self._relative else tr("position"),
            x=columns,
            y=_names(self._height),
            counts=self._seen.copy(),
            expected=expected,
            residuals=standardized(self._seen, expected, variance),
            units=self.units,
            unit=self.kind.value,
            skipped=self.skipped,
        )


@dataclass
class OutcomeCounts(LiveCounts):
    """How often each outcome of a generator was drawn."""

    low: int
    high: int

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
        labels = (tr("outcome"), tr("times drawn"))
        x, share = _names(self._width, self.low), self._width / self._width.sum()
        title = tr("Number of draws of each outcome")
        return self._bars(title, labels, x, self._seen, share, "outcome")


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


MOST_LAGS = 20
MOST_SPANS, FIRST_SPAN_S, HOUR_S = 60, 10, 3600
"""Spans of a course, and seconds of the first ones; they double when the run outlasts them."""


def pictures_for(frozen: FrozenPlan, stage: Acquire) -> tuple[LiveCounts, ...]:
    """Return empty counts of every picture of a stage, in the order of their keys; none for raw bytes."""
    course, cards = CourseCounts(stage.observes.value), frozen.cards
    if (selection := frozen.selection(stage)) is not None:
        law = (selection.low, selection.high)
        return OutcomeCounts(*law), LagCounts(*law), course
    if cards is None or stage.observes is Kind.BYTES:
        return ()
    orders = OrderCounts(cards, stage.observes, stage.round_cards or cards.size)
    if stage.observes is Kind.SHUFFLE and cards.distinct:
        return orders, RisingCounts(cards), course
    return orders, course


@dataclass
class RisingCounts(LiveCounts):
    """Shuffles by their number of rising sequences; a riffle leaves few."""

    cards: CardSet

    def __post_init__(self) -> None:
        self._mass = np.asarray(rising_sequences(self.cards.size).mass, dtype=np.float64)
        self._seen = np.zeros(self.cards.size, dtype=np.int64)
        self._whole = OrderCounts(self.cards, Kind.SHUFFLE, self.cards.size)

    def add(self, observation: Observation, seconds: float = 0.0) -> None:  # noqa: ARG002  only a course asks when
        """Count the rising sequences of a shuffle of the whole set."""
        if not isinstance(observation, Shuffle) or not self._whole.is_whole(observation):
            self.skipped += 1
            return
        place = np.empty(64, dtype=np.intp)
        place[types(observation.output)] = np.arange(self.cards.size)
        # One more than the descents of where the cards of the input went.
        self._seen[int(np.count_nonzero(np.diff(place[types(observation.input)]) < 0))] += 1
        self.units += 1

    def picture(self) -> LivePicture:
        """Return the counts with those of random orders."""
        labels = (tr("rising sequences"), tr("shuffles"))
        x = tuple(str(at + 1) for at in range(self.cards.size))
        title = tr("Rising sequences of each shuffle")
        return self._bars(title, labels, x, self._seen, self._mass, "shuffle")


@dataclass
class LagCounts(LiveCounts):
    """How often the same outcome comes again after 1, 2 and more draws."""

    low: int
    high: int

    def __post_init__(self) -> None:
        self._again = np.zeros(MOST_LAGS, dtype=np.int64)
        self._pairs = np.zeros(MOST_LAGS, dtype=np.int64)
        self._last = np.empty(0, dtype=np.int64)

    def add(self, observation: Observation, seconds: float = 0.0) -> None:  # noqa: ARG002  only a course asks when
        """Compare every draw with those before it."""
        assert isinstance(observation, Draws)
        drawn = observation.values.astype(np.int64)
        row, before = np.concatenate([self._last, drawn]), len(self._last)
        for lag in range(1, min(MOST_LAGS, len(row) - 1) + 1):
            later = row[max(before, lag) :]
            earlier = row[max(before, lag) - lag : len(row) - lag]
            self._again[lag - 1] += int(np.count_nonzero(later == earlier))
            self._pairs[lag - 1] += len(later)
        self._last = row[-MOST_LAGS:]
        self.units += len(drawn)

    def picture(self) -> LivePicture:
        """Return the counts with those of independent draws."""
        labels = (tr("draws later"), tr("times the same"))
        x = tuple(str(lag) for lag in range(1, MOST_LAGS + 1))
        title = tr("The same outcome again after some draws")
        chance = np.full(MOST_LAGS, 1 / (self.high - self.low + 1))
        return self._bars(title, labels, x, self._again, chance, "outcome", self._pairs)


@dataclass
class CourseCounts(LiveCounts):
    """Units by the time at which they were recorded, in at most :data:`MOST_SPANS` spans that grow with the run."""

    unit: str

    def __post_init__(self) -> None:
        self._first: float | None = None
        self._span = FIRST_SPAN_S
        self._seen = np.zeros(MOST_SPANS, dtype=np.int64)

    def add(self, observation: Observation, seconds: float = 0.0) -> None:
        """Count the units of an observation in the span of its record."""
        if self._first is None:
            self._first = seconds
        past = max(seconds - self._first, 0.0)  # a clock that went back is told as a deviation of the run
        while past >= self._span * MOST_SPANS:
            self._seen[: MOST_SPANS // 2] = self._seen[::2] + self._seen[1::2]
            self._seen[MOST_SPANS // 2 :] = 0
            self._span *= 2
        count = len(observation.values) if isinstance(observation, Draws) else 1
        self._seen[int(past // self._span)] += count
        self.units += count

    def picture(self) -> LivePicture:
        """Return the counts of the spans so far, with their mean."""
        used = int(np.flatnonzero(self._seen)[-1]) + 1 if self.units else 1
        seen = self._seen[np.newaxis, :used].copy()
        big, units = (
            (60, tr("minutes:seconds")) if used * self._span < HOUR_S else (HOUR_S, tr("hours:minutes"))
        )
        mean = np.full(seen.shape, self.units / used)
        return LivePicture(
            title=tr("Units over time"),
            x_label=tr("{units} after the first, in spans of {span} s", units=units, span=number(self._span)),
            y_label=tr("units"),
            x=tuple(
                f"{at * self._span // big}:{at * self._span % big * 60 // big:02d}" for at in range(used)
            ),
            counts=seen,
            expected=mean,
            residuals=np.zeros(seen.shape),
            units=self.units,
            unit=self.unit,
            has_law=False,
        )
