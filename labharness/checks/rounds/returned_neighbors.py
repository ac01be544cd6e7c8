"""Neighbors that come back as neighbors from a continuous shuffler."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

MOST_BACK = 50
LEAST_EXPECTED = 5
_HALF = 1.959963984540054


class Returned(kit.Code, area="returned_neighbors"):
    """What this check says."""

    SHARE = kit.note(fair=float)
    COUNTED = kit.note(kept=int, expected=float, neighbors=int)


SENTENCES = {
    Returned.SHARE: "Proportion of neighbors that were neighbors shortly before (fair: {fair:figure}).",
    Returned.COUNTED: "{kept} of {neighbors} neighbors were neighbors shortly before; {expected:figure} are expected.",
}


@kit.check(
    title="Neighbors dealt together again",
    observes=kit.Kind.ROUND,
    look_back=MOST_BACK,
    reference="Permutation moments derived in the docstring; Hoeffding 1951, Annals of Mathematical Statistics 22, 558-566",
    hypothesis="The order of the cards of a round does not depend on the order in which they were dealt before.",
    null_law="normal with the exact mean and variance over all orders of the cards of each round",
    applies_from="5 neighbors expected",
)
class NeighborsReturned:
    """Whether cards that left a continuous shuffler next to each other leave it so again.

    Cards that are put back together and stay together tell a player what follows.  Pairs of types that followed each
    other in one of the last ``back`` rounds are looked for among the neighbors of each round.  Given the past and the
    cards of the round, every order of these cards is equally likely, whatever the machine keeps ready: of k cards, e
    ordered pairs of which were neighbors before, e/k neighbors are expected.  With p paths a-b-c of such pairs and d
    ordered pairs of disjoint ones the second moment is e/k + (2 p + d)/(k (k-1)), exactly.  The sum over all rounds is
    compared with the normal law, half a neighbor being taken off for its whole numbers.

    Parameters
    ----------
    back
        Rounds that are looked back.

    References
    ----------
    Hoeffding 1951, "A combinatorial central limit theorem", Annals of Mathematical Statistics 22, 558-566.

    Examples
    --------
    >>> counted(np.array([[1, 2, 3], [3, 1, 2]]), np.array([0, 1]), 1, 10).tolist()  # 1-2 again; 1-2 and 2-3 were met
    [1, 2, 2, 4]
    """

    back: int = kit.within(10, 1, MOST_BACK)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count neighbors met again, and what the orders of each round's cards would give."""
        before = block.context[-self.back :]
        past = replace(block, observations=before, context=())
        rounds = np.concatenate([past.cards, block.cards])
        units = np.concatenate([past.regular - len(before), block.regular])
        return kit.Tally(
            kit.counts(
                units=len(block.regular),
                left_out=block.units - len(block.regular),
                neighbors=counted(rounds, units, len(past.regular), self.back),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the number of neighbors met again with its law."""
        units, cards = tally.number("units"), population.round_cards
        kept, edges, second, squared = tally.sums.get("neighbors", np.zeros(4, dtype=np.int64)).tolist()
        mean, variance = 0.0, 0.0
        if cards > 2:
            mean = edges / cards
            variance = mean + second / (cards * (cards - 1)) - squared / cards**2
        if mean < LEAST_EXPECTED or variance <= 0:
            few = kit.Sample.EXPECTED_COUNTS(items=units, cells=1, least=LEAST_EXPECTED)
            if not units:
                few = kit.Sample.TOO_FEW(needed=2, recorded=units, what=kit.Counted.COMPLETE_ROUNDS)
            return kit.CheckResult(units, not_applicable=few)
        from scipy.special import ndtr

        spread, neighbors = sqrt(variance), units * (cards - 1)
        right, left = float(ndtr((mean + 0.5 - kept) / spread)), float(ndtr((kept + 0.5 - mean) / spread))
        share, half = kept / neighbors, _HALF * spread / neighbors
        return kit.CheckResult(
            units,
            {"kept": float(kept), "expected": mean, "sd": spread},
            p=kit.both_tails(right, left),
            law=kit.Laws.NORMAL_EXACT(),
            effect=kit.Effect(Returned.SHARE(fair=mean / neighbors), share, share - half, share + half),
            details=(
                *kit.left_out_line(tally.number("left_out"), kit.Irregular.ROUNDS),
                Returned.COUNTED(kept=kept, expected=mean, neighbors=neighbors),
            ),
        )


def counted(
    rounds: NDArray[np.integer], units: NDArray[np.integer], first: int, back: int
) -> NDArray[np.int64]:
    """Return neighbors met again of the rounds from ``first`` on, and the sums that their law takes."""
    return kit.round_neighbors.returned(
        np.ascontiguousarray(rounds, dtype=np.uint16),
        np.ascontiguousarray(units, dtype=np.int64),
        first,
        back,
    )
