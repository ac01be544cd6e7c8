"""How a check tells cards apart: each by its place in the input, or only by type.

Cards of one deck differ by type.  Of several decks the copies are alike unless the capture gives copy
numbers; then a shuffle is a permutation of all cards, and a flaw shows in a fraction of the shuffles that
types alone would take.  Checks count both ways and judge the better one that most shuffles allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.orders.faces import averaged_out
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.axis import Axis
from labharness.model.cards import Order, format_card
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Details, Irregular
from labharness.model.reasons.sample import Sample
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
    block: Block,
    counted: Callable[[Order, NDArray[np.uint16], CodeReading], Mapping[str, NDArray[np.int64]]],
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
