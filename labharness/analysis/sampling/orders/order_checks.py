"""Checks that give each shuffle of distinct cards one whole number and judge the sum.

How a check tells cards apart: each by its place in the input, or only by type.

Cards of one deck differ by type.  Of several decks the copies are alike unless the capture gives copy
numbers; then a shuffle is a permutation of all cards, and a flaw shows in a fraction of the shuffles that
types alone would take.  Checks count both ways and judge the better one that most shuffles allow.

Checks of shuffles whose cards are identified one by one; others get no number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import mean_effect
from labharness.analysis.laws.tails import Lattice
from labharness.analysis.sampling.check import Tally, count, left_out_line, refuse
from labharness.analysis.sampling.orders.faces import averaged_out
from labharness.analysis.sampling.tables import Block, Population, histogram
from labharness.model.cards import Order, format_card
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Details, Irregular, Sample
from labharness.model.reasons.run import Effects
from labharness.model.results import Axis, CheckResult, Counted, PerShuffle, Picture
from labharness.reason import Reason


@dataclass(frozen=True)
class CodeReading:
    """One way to write the units of a sample as rows of codes.

    Parameters
    ----------
    key
        What its names in the tally begin with.
    each
        Cards of each code in a unit.
    label, names
        What a code stands for, for pictures.
    relative
        Whether codes are input places, else indices of the types present.
    """

    key: str
    each: tuple[int, ...]
    label: Axis
    names: tuple[str, ...]
    relative: bool = False

    @property
    def deck(self) -> NDArray[np.intp]:
        """Codes of one unit, ascending."""
        return np.repeat(np.arange(len(self.each)), self.each)

    def coded(self, block: Block) -> tuple[Order, NDArray[np.uint16]]:
        """Return the units of a block that can be read so, shape (units, N), and what numbers stand for.

        The second is the code of each number that the low bits of a card can be: counting numbers and
        naming them afterwards saves a copy of all cards.
        """
        if self.relative:
            return block.coded
        return block.whole, np.searchsorted(block.population.held.present, np.arange(64)).astype(np.uint16)


@lru_cache(maxsize=16)
def readings(population: Population) -> tuple[CodeReading, ...]:
    """Return the ways to read a unit, the one that tells most first."""
    cards = population.held
    places = CodeReading(
        "",
        (1,) * cards.size,
        Axis.INPUT_PLACE,
        tuple(str(place + 1) for place in range(cards.size)),
        relative=True,
    )
    each = tuple(cards.counts[kind] for kind in cards.present)
    names = tuple(format_card(int(kind)) for kind in cards.present)
    if population.kind is not Kind.SHUFFLE:
        return (CodeReading("", each, Axis.CARD, names),)
    return (places,) if cards.distinct else (places, CodeReading("typed_", each, Axis.CARD, names))


def tally_readings(
    block: Block, counted: Callable[[Order, NDArray[np.uint16], CodeReading], Mapping[str, NDArray[np.int64]]]
) -> Tally:
    """Count the block in every reading; each adds its own ``units`` to what ``counted`` returns."""
    sums: dict[str, NDArray[np.int64]] = {"regular": count(len(block.regular)), "read": count(block.units)}
    for reading in readings(block.population):
        cards, codes = reading.coded(block)
        sums |= {reading.key + name: table for name, table in counted(cards, codes, reading).items()}
        sums[reading.key + "units"] = count(len(cards))
    return Tally(sums, {"chained": int(averaged_out(block))})


def best_reading(tally: Tally, population: Population) -> CodeReading:
    """Return the reading that tells most among those that most of the complete units allow."""
    best, *rest = readings(population)
    if rest and 2 * tally.number("units") < tally.number(rest[0].key + "units"):
        return rest[0]
    return best


def refusal(tally: Tally, reading: CodeReading, least: int) -> Reason | None:
    """Return why a reading cannot be judged, None where it can."""
    units = tally.number(reading.key + "units")
    if len(reading.each) < len(reading.deck) and tally.maxima.get("chained"):
        return Sample.AVERAGED_OUT()
    if units < least or len(reading.each) < 2:
        return Sample.TYPES(cards=2, types=2, units=units, least=least)
    return None


def identity_notes(tally: Tally, population: Population, reading: CodeReading) -> tuple[Reason, ...]:
    """Return how cards were told apart where that is a question, and what was left out."""
    cards = population.held
    left_out = max(0, tally.number("read") - tally.number(reading.key + "units"))
    if cards.distinct:
        return left_out_line(left_out, Irregular.UNITS)
    if reading.relative:
        return (Details.UNIQUE_COPIES(), *left_out_line(left_out, Irregular.UNITS_BY_COPY))
    return (Details.TYPES_ONLY(), *left_out_line(left_out, Irregular.UNITS))


COLUMNS_DRAWN = 60
"""Most columns that a picture of values shows; more are grouped."""


def tally_values(block: Block, values: NDArray[np.int64], largest: int | None = None) -> Tally:
    """Count shuffles by the value of their order relative to the input.

    Parameters
    ----------
    values
        One number from 0 on for each row of :attr:`Block.relative`.
    largest
        Largest number that there can be; the number of cards if left out.
    """
    cards = block.population.held
    most = cards.size if largest is None else largest
    counts = np.bincount(values, minlength=most + 1).astype(np.int64)
    return Tally({"histogram": counts, "left_out": count(block.units - len(values))})


def judge_sum(
    tally: Tally, population: Population, law: Callable[[int], Lattice], what: PerShuffle, least: int = 3
) -> CheckResult:
    """Compare the sum of all values with its exact law.

    Parameters
    ----------
    law
        Gives the law of one shuffle from the number of cards.
    what
        What the values are.
    least
        Fewest cards for which the statistic says anything.
    """
    cards = population.held
    counts = tally.sums.get("histogram", np.zeros(cards.size + 1, dtype=np.int64))
    units = int(counts.sum())
    refuse(units, not_distinct(population, units, least))
    result = compare_sum(counts, tally.number("left_out"), law(cards.size), what)
    return replace(result, details=(*identity_line(population), *result.details))


def not_distinct(population: Population, units: int, least: int = 3) -> Reason | None:
    """Return why orders relative to the input cannot be judged, None where they can."""
    cards = population.held
    if units and cards.size >= least:
        return None
    return Sample.NO_KNOWN_ORDER(least=least) if cards.distinct else Sample.ALIKE()


def identity_line(population: Population) -> tuple[Reason, ...]:
    """Return how cards were told apart where that is a question: in a set of several decks."""
    cards = population.held
    return () if cards.distinct else (Details.UNIQUE_COPIES(),)


def compare_sum(counts: NDArray[np.int64], left_out: int, lattice: Lattice, what: PerShuffle) -> CheckResult:
    """Compare the sum of counted values with the law of one, the shuffles being independent."""
    units = int(counts.sum())
    total = int(np.arange(len(counts)) @ counts)
    p, words = lattice.sum_tails(units, total)
    expected = np.zeros(len(counts))
    expected[lattice.values] = units * lattice.mass
    return CheckResult(
        units,
        {"total": float(total), "expected": units * lattice.mean, "sd": (units * lattice.variance) ** 0.5},
        p=p,
        law=words,
        effect=mean_effect(Effects.PER_SHUFFLE(what=what, fair=lattice.mean), counts),
        details=left_out_line(left_out),
        pictures=(_picture(counts, expected, what),),
    )


def _picture(counts: NDArray[np.int64], expected: NDArray[np.float64], what: PerShuffle) -> Picture:
    """Draw values one by one if they are few, else in equal steps from the first to the last that matters."""
    low, step = 0, 1
    if len(counts) > COLUMNS_DRAWN:
        below = np.cumsum(expected) / expected.sum()
        matters = np.flatnonzero((counts > 0) | ((below > 0.001) & (below < 0.999)))
        low, step = int(matters[0]), (int(matters[-1]) - int(matters[0])) // COLUMNS_DRAWN + 1
        counts, expected = counts[low : matters[-1] + 1], expected[low : matters[-1] + 1]
    starts = np.arange(0, len(counts), step)
    ends = np.minimum(starts + step, len(counts)) - 1
    names = [
        str(a) if a == b else f"{a}-{b}"
        for a, b in zip((starts + low).tolist(), (ends + low).tolist(), strict=True)
    ]
    return histogram(
        np.add.reduceat(counts, starts), np.add.reduceat(expected, starts), (what, names), Counted.SHUFFLES
    )


def tally_identified(block: Block, counts: NDArray[np.int64]) -> Tally:
    """Tally counts of all orders of a block relative to their input."""
    return Tally(
        {
            "counts": counts,
            "units": count(len(block.relative)),
            "left_out": count(block.units - len(block.relative)),
        }
    )


def judge_identified(
    tally: Tally,
    population: Population,
    judged: Callable[[NDArray[np.int64], int, NDArray[np.intp]], CheckResult],
) -> CheckResult:
    """Judge the counts if there are any, and say how cards were identified and what was left out.

    Parameters
    ----------
    judged
        Makes a result of the counts, the number of shuffles and the places of the input.
    """
    cards, units = population.held, tally.number("units")
    refuse(units, not_distinct(population, units))
    result = judged(tally.sums["counts"], units, np.arange(cards.size))
    notes = (*identity_line(population), *left_out_line(tally.number("left_out")))
    return replace(result, details=(*result.details, *notes))
