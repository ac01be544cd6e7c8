"""Share of points in a circle, as an estimate of π."""

from __future__ import annotations

from labharness.analysis import kit

POINT_BYTES = 6

INSIDE = 221_069_920_168_561
"""How many of the 2^48 points lie inside, counted column by column."""

CHANCE = INSIDE / 2**48


@kit.check(
    title="Points in a circle",
    observes=kit.Kind.BYTES,
    unit="point of six bytes",
    look_back=POINT_BYTES - 1,
    reference="Walker, ENT (Monte Carlo value for π)",
    hypothesis="Six bytes are the coordinates of a uniform point.",
    null_law="binomial, exact chance",
    applies_from="1 point of 6 bytes",
)
class BytePi:
    """Whether points made of six bytes lie in a circle as often as its area says.

    Three bytes are x and three y, from 0 to 2^24 - 1; a point is inside if x² + y² ≤ (2^24 - 1)², as in ENT.
    The number of points inside is binomial with the exact chance, of which four times is π less 1.4e-7.
    It sees little: the leading bits of x and y decide nearly every point.

    Notes
    -----
    The effect is the estimate of π, four times the share inside.

    References
    ----------
    Walker, ENT: a pseudorandom number sequence test program.

    Examples
    --------
    >>> tally = kit.Tally({"read": kit.count(60_000), "groups": kit.count(10_000), "inside": kit.count(7_900)})
    >>> result = BytePi().judge(tally, kit.Population(kit.Kind.BYTES))
    >>> result.effect.value, round(result.p["right"], 4)
    (3.16, 0.1337)
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the points inside."""
        points, read = kit.bits.groups(block, POINT_BYTES)
        return read.merge(kit.Tally(kit.counts(inside=kit.byte_counts.inside_circle(points))))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the number inside with its binomial law."""
        number, points, inside = (tally.number(key) for key in ("read", "groups", "inside"))
        kit.refuse(number, kit.too_few(points, 1, kit.Counted.POINTS, POINT_BYTES, kit.Counted.BYTES))
        from scipy.special import bdtr, bdtrc

        low, high = kit.clopper_pearson(inside, points)
        right = float(bdtrc(inside - 1, points, CHANCE)) if inside else 1.0
        return kit.CheckResult(
            number,
            {"inside": float(inside), "points": float(points)},
            p=kit.both_tails(right, float(bdtr(inside, points, CHANCE))),
            law=kit.Laws.BINOMIAL(number=points, what=kit.Counted.POINTS),
            effect=kit.Effect(kit.Effects.PI(), 4 * inside / points, 4 * low, 4 * high),
            details=kit.bits.remainder(tally, POINT_BYTES),
        )
