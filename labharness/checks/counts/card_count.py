"""Whether every unit holds as many cards as it should."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit


@kit.check(
    title="Number of cards",
    observes=(kit.Kind.SHUFFLE, kit.Kind.ROUND, kit.Kind.DEAL),
    counting=True,
    reference="58 Pa. Code § 684a.10(d)",
    hypothesis="Every unit holds the declared number of cards.",
    null_law="counting",
    applies_from="1 unit",
)
class CardCount:
    """Which units hold too many or too few cards.

    A shuffle and a deal (stacks and stub together) must hold as many cards as the set, a round as many as
    were asked for.  Unread cards count: they are there.

    References
    ----------
    58 Pa. Code § 684a.10(d): the device counts the cards after every shuffle, or the dealer counts the stub.

    Examples
    --------
    >>> tally = kit.tally_violations(260, ['deal 7: 52 cards instead of 53'])
    >>> CardCount().judge(tally, kit.Population(kit.Kind.DEAL)).violations
    1
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the cards of every unit."""
        population = block.population
        need = population.round_cards if population.kind is kit.Kind.ROUND else population.held.size
        lines = [
            kit.Details.IN_UNIT(
                unit=population.kind,
                number=block.index + place + 1,
                problems=(kit.Details.CARD_COUNT(cards=int(block.sizes[place]), needed=need),),
            )
            for place in np.flatnonzero(block.sizes != need).tolist()
        ]
        return kit.tally_violations(block.units, lines)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Report the violations."""
        return kit.judge_violations(tally, kit.OF_KIND[population.kind])
