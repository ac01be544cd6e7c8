"""Whether every unit holds the cards of its own batch, where two batches are shuffled by turns."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

BATCHES = tuple(kit.Ordinal)


@kit.check(
    title="Cards of the right batch",
    observes=kit.Kind.SHUFFLE,
    counting=True,
    reference="58 Pa. Code §§ 541.3(b), 633a.3(b)(1)-(5), 645a.3(b)",
    hypothesis="Every shuffle holds the cards of the batch whose turn it is, and none of the other.",
    null_law="counting",
)
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
    >>> tally = kit.tally_violations(60, ["shuffle 4: 7C#1 of the first batch among cards of the second"])
    >>> Batches().judge(tally, kit.Population(kit.Kind.SHUFFLE)).violations
    1
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Look for cards of the other batch in every shuffle."""
        population = block.population
        decks, second, lines = max(population.held.counts), 0, []
        for place, order in enumerate(block.orders):
            unit = block.index + place
            own = unit % population.batches
            known = order[(order & 0x3F) != kit.UNREAD]
            batch = ((known & ~np.uint16(kit.FOREIGN_BACK)) >> 6) // decks
            second += bool((batch > 0).any())
            strange = known[batch != own]
            if len(strange):
                problem = _problem(strange, len(known), own)
                lines.append(kit.Details.IN_UNIT(unit=kit.Kind.SHUFFLE, number=unit + 1, problems=(problem,)))
        tally = kit.tally_violations(block.units, lines)
        return tally.merge(kit.Tally(kit.counts(second=second)))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Report the violations, unless the reader tells no backs apart."""
        units = tally.number("units")
        if population.batches > 1 and units > 1 and not tally.number("second"):
            kit.refuse(units, kit.Sample.BATCHES_UNMARKED())
        return kit.judge_violations(tally, kit.Counted.SHUFFLES)


def _problem(strange: kit.Order, cards: int, own: int) -> kit.Reason:
    """Name the cards of the other batch, or say that all are."""
    other = BATCHES[1 - own]
    if len(strange) == cards:
        return kit.Details.WHOLLY_OTHER_BATCH(cards=cards, batch=other, own=BATCHES[own])
    names = tuple(kit.format_card(int(card)) for card in strange)
    return kit.Details.OTHER_BATCH(cards=names, batch=other, own=BATCHES[own])
