"""Frequency of the faces of each die, the dice told apart."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

MOST = 20
"""Most dice of one throw."""
MOST_FACES = 256


class FacesByDie(kit.Code, area="faces_by_die"):
    """What this check says."""

    LAW = kit.note(dice=int, df=int)
    WORST = kit.note(die=int)
    DIE = kit.note(die=int, x2=float, p=float)


SENTENCES = {
    FacesByDie.LAW: (
        "Sum of {dice} independent chi-squares and largest of them (Šidák), each with {df} degrees of freedom; twice "
        "the smaller p."
    ),
    FacesByDie.WORST: "Cohen's w of die {die}, which deviates most.",
    FacesByDie.DIE: "Die {die}: X² = {x2:figure}, p = {p:p} (right-tailed).",
}


@kit.check(
    title="Faces of each die",
    observes=kit.Kind.DRAW,
    unit="throw",
    look_back=MOST - 1,
    reference="Fisher 1925, Statistical Methods for Research Workers, § 18; Šidák 1967, JASA 62, 626-633",
    hypothesis="Every face of every die is equally likely.",
    null_law="sum and largest of independent chi-squares, Bonferroni of the two",
    applies_from="5 of each face of each die expected",
    bound=True,
)
class FacesOfEachDie:
    """Whether every die of a throw shows its faces equally often.

    Successive outcomes are one throw of ``dice`` dice, recorded in an order that the first throw fixes: the j-th
    outcome of every throw is of the same die.  Each die has its own chi-square.  Their sum shows dice that
    deviate in different ways, and the largest one shows a single die, which the frequency of all faces together
    dilutes.  p is twice the smaller of both.

    Parameters
    ----------
    dice
        Dice of one throw.

    Notes
    -----
    The effect is Cohen's w of the die that deviates most; its interval is for that die alone.

    References
    ----------
    Fisher 1925, Statistical Methods for Research Workers, § 18.  Šidák 1967, JASA 62, 626-633.

    Examples
    --------
    >>> fair, loaded = [10] * 6, [5, 5, 5, 5, 5, 35]
    >>> tally = kit.Tally({"faces": np.array([fair, loaded]), "read": np.array(120), "groups": np.array(60)})
    >>> result = FacesOfEachDie(dice=2).judge(tally, kit.Population(kit.Kind.DRAW, low=1, high=6))
    >>> result.statistic["die"], result.statistic["X2"], result.statistic["sum"]
    (2.0, 75.0, 75.0)
    """

    dice: int = kit.within(3, 1, MOST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the faces of each die, in whole throws."""
        throws, read = kit.outcomes.groups(block, self.dice)
        size = kit.outcomes.outcomes(block.population)
        if size > MOST_FACES:
            return read
        faces = [np.bincount(throws[:, die], minlength=size)[:size] for die in range(self.dice)]
        return kit.Tally({**read.sums, "faces": np.array(faces, dtype=np.int64)})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare each die's counts with equal chances."""
        size, read, lines = (
            kit.outcomes.outcomes(population),
            tally.number("read"),
            kit.outcomes.remainder(tally, self.dice),
        )
        faces = tally.sums.get("faces", np.zeros((self.dice, 0), dtype=np.int64))
        throws = int(faces[0].sum())
        kit.refuse_if(size < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=size, least=2), lines)
        few = kit.Sample.EXPECTED_COUNTS(items=throws, cells=size, least=kit.LEAST_EXPECTED)
        kit.refuse_if(throws < kit.LEAST_EXPECTED * size, read, few, lines)
        x2, df = [kit.pearson(row, np.full(size, throws / size)) for row in faces], size - 1
        expected = np.full(faces.shape, throws / size)
        each = [kit.counted_tails(*rows) for rows in zip(faces, expected, strict=True)]
        right = [p["right"] for p in each]
        worst = max(range(self.dice), key=lambda die: x2[die])
        whole, largest = (
            kit.counted_tails(faces, expected),
            kit.largest_tails(right, each[worst]["left"] if size == 2 else None),
        )
        return kit.CheckResult(
            read,
            {"X2": x2[worst], "die": float(worst + 1), "sum": sum(x2), "throws": float(throws)},
            float(df),
            kit.both_tails(*(min(1.0, 2 * min(whole[tail], largest[tail])) for tail in ("right", "left"))),
            FacesByDie.LAW(dice=self.dice, df=df),
            kit.root_effect(FacesByDie.WORST(die=worst + 1), x2[worst], df, throws),
            details=(
                *(
                    FacesByDie.DIE(die=die + 1, x2=value, p=p)
                    for die, (value, p) in enumerate(zip(x2, right, strict=True))
                ),
                *lines,
            ),
        )
