"""The longest packet of cards that a shuffle kept together."""

from __future__ import annotations

from dataclasses import replace
from math import expm1, log1p

import numpy as np

from labharness.analysis import kit


@kit.check(
    title="Longest kept packet",
    observes=kit.Kind.SHUFFLE,
    reference="Roselle 1968, Proceedings of the American Mathematical Society 19, 8-16",
    hypothesis="The longest packet of cards that stay together is that of a uniformly random order.",
    null_law="exact, convolved",
)
class LongestPacket:
    """Whether a machine leaves longer packets together than chance does.

    A packet is a run of cards that lie next to each other in input order, both in the input and in the
    output; 1 where no two are.  An order falls into b greatest packets that lie in an order of b without a
    succession, which gives the exact law.  The sum over all shuffles is judged, so that both one packet that
    is always kept and one deck that was not shuffled at all are found; the longest packet of the sample is
    named with its own p-value.

    Parameters
    ----------
    direction
        ``forward``, or ``reverse`` for packets that were turned over; both have the same law.

    References
    ----------
    Roselle 1968, "Permutations by number of rises and successions", Proceedings of the American
    Mathematical Society 19, 8-16 (orders without successions).

    Examples
    --------
    >>> kit.packet_length([[3, 4, 5, 0, 1, 2], [5, 4, 3, 2, 1, 0]]).tolist()
    [3, 1]
    """

    direction: kit.Packet = "forward"

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by the length of their longest packet."""
        return kit.tally_values(block, block.of_each(kit.packet_length, self.direction))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law, and name the longest."""
        what = (
            kit.PerShuffle.LONGEST_PACKET_REVERSED
            if self.direction == "reverse"
            else kit.PerShuffle.LONGEST_PACKET
        )
        result = kit.judge_sum(tally, population, kit.longest_packet, what)
        longest = int(np.flatnonzero(tally.sums["histogram"])[-1])
        chance = float(kit.longest_packet(population.held.size).mass[longest - 1 :].sum())
        p = -expm1(result.units * log1p(-chance)) if chance < 1 else 1.0
        line = kit.Details.LONGEST_PACKET(cards=longest, p=p)
        return replace(
            result,
            statistic=result.statistic | {"longest": float(longest), "longest_p": p},
            details=(line, *result.details),
        )
