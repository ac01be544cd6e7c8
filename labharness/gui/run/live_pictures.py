"""Further pictures of a stage that runs: traces of riffles in shuffles, and outcomes that come again after some draws."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import rising_sequences
from labharness.gui.kit.words import tr
from labharness.gui.run.live_counts import LiveCounts, LivePicture, OrderCounts, counts_for, standardized
from labharness.language.numbers import number
from labharness.model.cards import CardSet, types
from labharness.model.observations import Draws, Kind, Observation, Shuffle
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire

MOST_LAGS = 20
MOST_SPANS, FIRST_SPAN_S, HOUR_S = 60, 10, 3600
"""Spans of a course, and seconds of the first ones; they double when the run outlasts them."""


def pictures_for(frozen: FrozenPlan, stage: Acquire) -> tuple[LiveCounts, ...]:
    """Return empty counts of every picture of a stage, in the order of their keys; none for raw bytes."""
    first = counts_for(frozen, stage)
    if first is None:
        return ()
    course = CourseCounts(stage.observes.value)
    if (selection := frozen.selection(stage)) is not None:
        return (first, LagCounts(selection.low, selection.high), course)
    if frozen.cards is not None and stage.observes is Kind.SHUFFLE and frozen.cards.distinct:
        return (first, RisingCounts(frozen.cards), course)
    return (first, course)


@dataclass
class RisingCounts:
    """Shuffles by their number of rising sequences; a riffle leaves few."""

    cards: CardSet
    units: int = 0
    skipped: int = 0
    _seen: NDArray[np.int64] = field(init=False)

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
        expected = (self.units * self._mass)[np.newaxis]
        seen = self._seen[np.newaxis].copy()
        return LivePicture(
            heat=False,
            title=tr("Rising sequences of each shuffle"),
            x_label=tr("rising sequences"),
            y_label=tr("shuffles"),
            x=tuple(str(at + 1) for at in range(self.cards.size)),
            y=("",),
            counts=seen,
            expected=expected,
            residuals=standardized(seen, expected, expected * (1 - self._mass)),
            units=self.units,
            unit="shuffle",
            skipped=self.skipped,
        )


@dataclass
class LagCounts:
    """How often the same outcome comes again after 1, 2 and more draws."""

    low: int
    high: int
    units: int = 0
    skipped: int = 0
    _again: NDArray[np.int64] = field(init=False)
    _pairs: NDArray[np.int64] = field(init=False)
    _last: NDArray[np.int64] = field(init=False)

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
        chance = 1 / (self.high - self.low + 1)
        seen = self._again[np.newaxis].copy()
        expected: NDArray[np.float64] = np.multiply(self._pairs, chance, dtype=np.float64)[np.newaxis]
        return LivePicture(
            heat=False,
            title=tr("The same outcome again after some draws"),
            x_label=tr("draws later"),
            y_label=tr("times the same"),
            x=tuple(str(lag) for lag in range(1, MOST_LAGS + 1)),
            y=("",),
            counts=seen,
            expected=expected,
            residuals=standardized(seen, expected, expected * (1 - chance)),
            units=self.units,
            unit="outcome",
            skipped=self.skipped,
        )


@dataclass
class CourseCounts:
    """Units by the time at which they were recorded, in at most :data:`MOST_SPANS` spans that grow with the run."""

    unit: str
    units: int = 0
    skipped: int = 0
    _first: float | None = None
    _span: int = FIRST_SPAN_S
    _seen: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
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
            heat=False,
            title=tr("Units over time"),
            x_label=tr("{units} after the first, in spans of {span} s", units=units, span=number(self._span)),
            y_label=tr("units"),
            x=tuple(
                f"{at * self._span // big}:{at * self._span % big * 60 // big:02d}" for at in range(used)
            ),
            y=("",),
            counts=seen,
            expected=mean,
            residuals=np.zeros(seen.shape),
            units=self.units,
            unit=self.unit,
            has_law=False,
        )
