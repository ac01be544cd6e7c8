"""Faces that a die shows again a few throws later, the dice told apart."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

MOST = 20
"""Most dice of one throw."""
LONGEST = 4
"""Most throws between two faces that are compared."""


class KeptFaces(kit.Code, area="kept_faces"):
    """What this check says."""

    LAW = kit.note(number=int, fair=float)
    DIE = kit.note(die=int, lag=int, fair=float)
    ALL = kit.note(lag=int, fair=float)
    LAG = kit.note(lag=int, kept=int, pairs=int)


SENTENCES = {
    KeptFaces.LAW: "Most deviating of {number} binomial counts with probability {fair:figure} (Bonferroni).",
    KeptFaces.DIE: "Proportion of throws after which die {die} shows its face of {lag} throws before (fair: {fair:figure}).",
    KeptFaces.ALL: "Proportion of faces that their dice show again, {lag} throws later (fair: {fair:figure}).",
    KeptFaces.LAG: "{lag} {lag:throw|throws} later: {kept} of {pairs} faces again.",
}


@kit.check(
    title="Faces kept from throw to throw",
    observes=kit.Kind.DRAW,
    unit="throw",
    look_back=(LONGEST + 1) * MOST - 1,
    reference="Clopper & Pearson 1934, Biometrika 26; Holm 1979, Scand. J. Statist. 6",
    hypothesis="A die shows the face of an earlier throw as often as any other face.",
    null_law="exact binomial; largest, Bonferroni",
    applies_from="5 faces kept by each die expected",
    bound=True,
)
class FacesKept:
    """Whether a die shows the same face as in a throw shortly before.

    Successive outcomes are one throw of ``dice`` dice, recorded in an order that the first throw fixes: the j-th
    outcome of every throw is of the same die.  For each die, and for all dice together, the faces that equal those
    1 … ``longest`` throws before are counted.  Of independent fair throws each count is exactly binomial with
    chance 1/d, whatever the throws in between.  p is that of the most deviating count, times their number.

    Parameters
    ----------
    dice
        Dice of one throw.
    longest
        Most throws between two faces that are compared, 1 to 4.

    Notes
    -----
    The effect is the proportion of faces kept in the most deviating count, with Clopper and Pearson's limits.  A
    loaded die keeps its face more often too; ``faces_by_die`` tells the two apart.

    References
    ----------
    Clopper & Pearson 1934, Biometrika 26, 404-413.

    Examples
    --------
    >>> tally = kit.Tally({"kept": np.array([[60, 20]]), "pairs": np.array([[120, 120]]), "read": np.array(242)})
    >>> result = FacesKept(dice=2, longest=1).judge(tally, kit.Population(kit.Kind.DRAW, low=1, high=6))
    >>> result.statistic["die"], result.statistic["lag"], round(result.effect.value, 3)
    (1.0, 1.0, 0.5)
    """

    dice: int = kit.within(3, 1, MOST)
    longest: int = kit.within(LONGEST, 1, LONGEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count, by lag and die, the throws that end in the block and the faces that they keep."""
        codes = kit.outcomes.stretch(block, (self.longest + 1) * self.dice - 1)
        first = block.index - (len(codes) - block.units)
        start = -first % self.dice
        whole = max(0, len(codes) - start) // self.dice
        throws = codes[start : start + whole * self.dice].reshape(-1, self.dice)
        valid = kit.outcomes.inside(codes, block.population)[start : start + whole * self.dice].reshape(
            -1, self.dice
        )
        before = max(0, -(-(block.index - first - start - self.dice + 1) // self.dice))
        kept = np.zeros((self.longest, self.dice), dtype=np.int64)
        pairs = np.zeros_like(kept)
        for lag in range(1, self.longest + 1):
            since = max(before, lag)
            both = valid[since:] & valid[since - lag : max(since, whole) - lag]
            same = throws[since:] == throws[since - lag : max(since, whole) - lag]
            pairs[lag - 1] = both.sum(axis=0)
            kept[lag - 1] = (both & same).sum(axis=0)
        return kit.Tally(kit.counts(read=block.units, kept=kept, pairs=pairs))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating count with as many binomial ones."""
        from scipy.special import bdtr, bdtrc

        size, read = kit.outcomes.outcomes(population), tally.number("read")
        none = np.zeros((self.longest, self.dice), dtype=np.int64)
        kept, pairs = tally.sums.get("kept", none), tally.sums.get("pairs", none)
        least = int(pairs.min())
        kit.refuse_if(size < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=size, least=2))
        if least < kit.LEAST_EXPECTED * size:
            kit.refuse(read, kit.Sample.EXPECTED_COUNTS(items=least, cells=size, least=kit.LEAST_EXPECTED))
        if self.dice > 1:  # the last column is that of all dice together
            kept = np.column_stack([kept, kept.sum(axis=1)])
            pairs = np.column_stack([pairs, pairs.sum(axis=1)])
        left, right = bdtr(kept, pairs, 1 / size), bdtrc(kept - 1, pairs, 1 / size)
        right[kept == 0] = 1.0
        lag, die = (int(place) for place in np.unravel_index(np.minimum(left, right).argmin(), kept.shape))
        most, of = int(kept[lag, die]), int(pairs[lag, die])
        together = die == self.dice
        named = (
            KeptFaces.ALL(lag=lag + 1, fair=1 / size)
            if together
            else KeptFaces.DIE(die=die + 1, lag=lag + 1, fair=1 / size)
        )
        return kit.CheckResult(
            read,
            {
                "kept": float(most),
                "pairs": float(of),
                "lag": lag + 1.0,
                "die": 0.0 if together else die + 1.0,
            },
            p=kit.both_tails(*(min(1.0, kept.size * float(tail.min())) for tail in (right, left))),
            law=KeptFaces.LAW(number=int(kept.size), fair=1 / size),
            effect=kit.Effect(named, most / of, *kit.clopper_pearson(most, of)),
            details=tuple(
                KeptFaces.LAG(lag=place + 1, kept=int(row[-1]), pairs=int(all_[-1]))
                for place, (row, all_) in enumerate(zip(kept, pairs, strict=True))
            ),
        )
