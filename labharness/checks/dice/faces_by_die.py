"""Frequency of the faces of each die, the dice told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.pair_tables import largest_tails
from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.laws.tails import LEAST_EXPECTED, both_tails, counted_tails, pearson
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import groups, outcomes, remainder
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.observations import Kind
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.reason import Code, note

MOST = 20
"""Most dice of one throw."""
MOST_FACES = 256


class FacesByDie(Code, area="faces_by_die"):
    """What this check says."""

    LAW = note(dice=int, df=int)
    WORST = note(die=int)
    DIE = note(die=int, x2=float, p=float)


SENTENCES = {
    FacesByDie.LAW: (
        "Sum of {dice} independent chi-squares and largest of them (Šidák), each with {df} degrees of freedom; twice "
        "the smaller p."
    ),
    FacesByDie.WORST: "Cohen's w of die {die}, which deviates most.",
    FacesByDie.DIE: "Die {die}: X² = {x2:figure}, p = {p:p} (right-tailed).",
}


@check(
    name="faces_by_die",
    title="Faces of each die",
    observes=Kind.DRAW,
    unit="throw",
    look_back=MOST - 1,
    reference="Fisher 1925, Statistical Methods for Research Workers, § 18; Šidák 1967, JASA 62, 626-633",
    hypothesis="Every face of every die is equally likely.",
    null_law="sum and largest of independent chi-squares, Bonferroni of the two",
    applies_from="5 of each face of each die expected",
    bound=True,
)
@dataclass(frozen=True)
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
    >>> tally = Tally({"faces": np.array([fair, loaded]), "read": np.array(120), "groups": np.array(60)})
    >>> result = FacesOfEachDie(dice=2).judge(tally, Population(Kind.DRAW, low=1, high=6))
    >>> result.statistic["die"], result.statistic["X2"], result.statistic["sum"]
    (2.0, 75.0, 75.0)
    """

    dice: int = 3

    def __post_init__(self) -> None:
        accept_range("dice", self.dice, 1, MOST)

    def tally(self, block: Block) -> Tally:
        """Count the faces of each die, in whole throws."""
        throws, read = groups(block, self.dice)
        size = outcomes(block.population)
        if size > MOST_FACES:
            return read
        faces = [np.bincount(throws[:, die], minlength=size)[:size] for die in range(self.dice)]
        return Tally({**read.sums, "faces": np.array(faces, dtype=np.int64)})

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare each die's counts with equal chances."""
        size, read, lines = outcomes(population), tally.number("read"), remainder(tally, self.dice)
        faces = tally.sums.get("faces", np.zeros((self.dice, 0), dtype=np.int64))
        throws = int(faces[0].sum())
        if size < 2 or throws < LEAST_EXPECTED * size:
            reason = (
                Sample.RANGE_TOO_SMALL(outcomes=size, least=2)
                if size < 2
                else Sample.EXPECTED_COUNTS(items=throws, cells=size, least=LEAST_EXPECTED)
            )
            return CheckResult(read, not_applicable=reason, details=lines)
        x2, df = [pearson(row, np.full(size, throws / size)) for row in faces], size - 1
        expected = np.full(faces.shape, throws / size)
        each = [counted_tails(*rows) for rows in zip(faces, expected, strict=True)]
        right = [p["right"] for p in each]
        worst = max(range(self.dice), key=lambda die: x2[die])
        whole, largest = (
            counted_tails(faces, expected),
            largest_tails(right, each[worst]["left"] if size == 2 else None),
        )
        return CheckResult(
            read,
            {"X2": x2[worst], "die": float(worst + 1), "sum": sum(x2), "throws": float(throws)},
            float(df),
            both_tails(*(min(1.0, 2 * min(whole[tail], largest[tail])) for tail in ("right", "left"))),
            FacesByDie.LAW(dice=self.dice, df=df),
            root_effect(FacesByDie.WORST(die=worst + 1), x2[worst], df, throws),
            details=(
                *(
                    FacesByDie.DIE(die=die + 1, x2=value, p=p)
                    for die, (value, p) in enumerate(zip(x2, right, strict=True))
                ),
                *lines,
            ),
        )
