"""Whether every unit holds the declared cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from labharness.analysis import kit


@kit.check(
    title="Composition",
    observes=(kit.Kind.SHUFFLE, kit.Kind.ROUND, kit.Kind.DEAL),
    counting=True,
    reference="58 Pa. Code § 603a.16; a correct count is not a correct deck",
    hypothesis="Every unit holds exactly the declared cards.",
    null_law="counting",
    applies_from="1 unit",
)
class Composition:
    """Which cards are missing, extra or foreign, and in which unit.

    A shuffle and a deal must hold exactly the set; a round, cards that one set can hold together.  Where
    the input of a shuffle was read, it is held to the same.  A card that the reader could not read proves
    nothing against the device: a unit that unread cards could complete is no violation, but while one
    remains the check does not say that there is none.

    References
    ----------
    58 Pa. Code § 603a.16.

    Examples
    --------
    >>> tally = kit.tally_violations(260, ['deal 7: missing AS, extra KH'])
    >>> Composition().judge(tally, kit.Population(kit.Kind.DEAL)).violations
    1
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Compare every unit with the set."""
        wrong: list[kit.Reason] = []
        unread: list[kit.Reason] = []
        sound = block.proven if _reads_input(block) else block.regular
        # Nearly every unit is sound, which is known for all at once: name cards only where one is not.
        unsound = np.delete(np.arange(block.units), sound)
        for place in unsound.tolist():
            for code, cards in _held(block, place, block.orders[place]):
                difference = _difference(block.population, cards)
                if difference:
                    number = block.index + place + 1
                    reason = code(unit=block.population.kind, number=number, problems=difference.reasons)
                    (unread if _readable(difference) else wrong).append(reason)
                    break
        proven = kit.tally_violations(block.units, wrong)
        return replace(
            proven,
            sums=kit.counts(**proven.sums, unread=len(unread)),
            earliest={**proven.earliest, "unread": tuple(unread[: kit.EARLIEST])},
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Report the violations, or why their absence is not proven."""
        unread = tally.number("unread")
        if unread and not tally.number("violations"):
            listed = kit.listed(tally, "unread", unread)
            kit.refuse(tally.number("units"), kit.Sample.UNREAD_CARDS(units=unread), listed)
        return kit.judge_violations(tally, kit.OF_KIND[population.kind])


def _held(block: kit.Block, place: int, order: kit.Order) -> Iterator[tuple[kit.Details, kit.Order]]:
    observation = block.observations[place]
    if isinstance(observation, kit.Shuffle) and _reads_input(block):
        yield kit.Details.IN_INPUT, observation.input
    yield kit.Details.IN_UNIT, order


def _reads_input(block: kit.Block) -> bool:
    return block.population.kind is kit.Kind.SHUFFLE and block.provenance.input_known is kit.InputKnown.READ


def _difference(population: kit.Population, order: kit.Order) -> kit.SetDifference:
    cards = population.cards
    assert isinstance(cards, kit.CardSet)
    difference = cards.difference(order)
    return replace(difference, missing=()) if population.kind is kit.Kind.ROUND else difference


def _readable(difference: kit.SetDifference) -> bool:
    """Whether reading the unread cards could still make the unit complete."""
    fits = not difference.missing or len(difference.missing) == difference.unread
    return bool(difference.unread) and not difference.extra and not difference.foreign and fits
