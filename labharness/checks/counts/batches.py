"""Whether every unit holds the cards of its own batch, where two batches are shuffled by turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count
from labharness.analysis.sampling.violations import judge_violations, tally_violations
from labharness.model.cards import FOREIGN_BACK, UNREAD, Order, format_card
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Details, Ordinal
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.reason import Reason

BATCHES = tuple(Ordinal)


@check(
    name="batches",
    title="Cards of the right batch",
    observes=Kind.SHUFFLE,
    counting=True,
    unit="shuffle",
    reference="58 Pa. Code §§ 541.3(b), 633a.3(b)(1)-(5), 645a.3(b)",
    hypothesis="Every shuffle holds the cards of the batch whose turn it is, and none of the other.",
    null_law="counting",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class Batches:
    """Which cards of a shuffle bear the back of the other batch.

    Two batches of the same cards are shuffled by turns, the first one first; their backs are of two colors,
    which a reader tells by the copies of the cards: those of the second batch follow those of the first.  A
    shuffle of which all cards are of the other batch is the wrong batch; in any other, the strange cards are
    named.  Cards that the reader could not read prove nothing.  The number of cards, and whether they are the
    set, are for other checks.

    Where a plan has one batch, a card with a copy that the batch does not have is of another.

    References
    ----------
    58 Pa. Code § 541.3(b), § 633a.3(b)(1)-(5), § 645a.3(b).

    Examples
    --------
    >>> tally = tally_violations(60, ["shuffle 4: 7C#1 of the first batch among cards of the second"])
    >>> Batches().judge(tally, Population(Kind.SHUFFLE)).violations
    1
    """

    def tally(self, block: Block) -> Tally:
        """Look for cards of the other batch in every shuffle."""
        population = block.population
        decks, second, lines = max(population.held.counts), 0, []
        for place, order in enumerate(block.orders):
            unit = block.index + place
            own = unit % population.batches
            known = order[(order & 0x3F) != UNREAD]
            batch = ((known & ~np.uint16(FOREIGN_BACK)) >> 6) // decks
            second += bool((batch > 0).any())
            strange = known[batch != own]
            if len(strange):
                problem = _problem(strange, len(known), own)
                lines.append(Details.IN_UNIT(unit=Kind.SHUFFLE, number=unit + 1, problems=(problem,)))
        found = tally_violations(block.units, lines)
        return found.merge(Tally({"second": count(second)}))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Report the violations, unless the reader tells no backs apart."""
        units = tally.number("units")
        if population.batches > 1 and units > 1 and not tally.number("second"):
            return CheckResult(units, not_applicable=Sample.BATCHES_UNMARKED())
        return judge_violations(tally, Counted.SHUFFLES)


def _problem(strange: Order, cards: int, own: int) -> Reason:
    """Name the cards of the other batch, or say that all are."""
    other = BATCHES[1 - own]
    if len(strange) == cards:
        return Details.WHOLLY_OTHER_BATCH(cards=cards, batch=other, own=BATCHES[own])
    names = tuple(format_card(int(card)) for card in strange)
    return Details.OTHER_BATCH(cards=names, batch=other, own=BATCHES[own])
