"""Visits of the walk of raw bits to the levels next to 0, cycle by cycle."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

SHORTEST, LONGEST = 1000, 1_000_000
LEAST_CYCLES = 500
FARTHEST = 4
LEVELS = np.array([x for x in range(-FARTHEST, FARTHEST + 1) if x])
CLASSES = 6
NAMES = ("0", "1", "2", "3", "4", "≥5")
_NEGLIGIBLE = 1e-18


@kit.check(
    title="Random excursions, visits in each cycle",
    observes=kit.Kind.BYTES,
    unit="cycle of a walk",
    look_back=LONGEST // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.14; Révész 1990, Random Walk in Random and Non-random Environments",
    hypothesis="Between two returns to 0 the excess of ones over zeros takes each value as often as by chance.",
    null_law="weighted chi-squares, exact weights",
    applies_from="500 cycles of the walk",
    slow=0.5,
)
class RandomExcursions:
    """Whether the cycles of the bits' walk visit the levels -4 to 4 as often as they should.

    Each stretch of ``walk`` bits is a walk from 0, up at each one and down at each zero; from 0 back to 0 is
    a cycle, and the end of the walk closes the last.  A cycle visits level x not at all with chance
    1 - 1/(2|x|), and k times with chance (1/(4x²)) (1 - 1/(2|x|))^(k-1).  NIST compares cycles by their
    visits to each of eight levels with these chances, X² with 5 degrees of freedom; the eight P-values are
    printed.  They depend on each other: a cycle comes to 2 just when it visits 1 more than once.  So p is that
    of the sum Q of all eight X², whose law is that of Σ λᵢ χ²ᵢ with λ the eigenvalues of the exact
    correlations, found by following a walk through all that it may have visited.

    Parameters
    ----------
    walk
        Bits of a walk, a multiple of 8 from 1,000 to 1,000,000.  Shorter ones have more cycles in all.

    Notes
    -----
    Cycles of all walks are pooled, from 500 on.  NIST asks that many of each sequence and leaves the others
    out, which favors short cycles; here no walk is left out.  A cut cycle may lack visits.  In Q, not in
    NIST's P-values, it counts for each class by the chance that it would have ended there, given where it
    was cut and what it had visited, and Q is divided by the share of its mean that is left; so means are
    exact for any number of walks.  The effect is Cohen's w, over all levels.  Left is too even.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.14 and § 3.14.  Révész 1990, Random Walk in Random and Non-random
    Environments, World Scientific.

    Examples
    --------
    0110110101 of § 2.14.4: of three cycles one visits 1 not at all, one once and one thrice.
    Printed there are 4.333033 and 0.502529, with 1/32 rounded to 0.0312.

    >>> value = kit.pearson([1, 1, 0, 1, 0, 0], 3 * chances(1))
    >>> round(value, 6), round(kit.chi_square_tails(value, 5)["right"], 6)
    (4.333333, 0.502488)
    """

    walk: int = kit.bit_length(1_000_000, SHORTEST, LONGEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count cycles by their visits, and the cut ones by where they were cut."""
        rows, read = kit.bits.groups(block, self.walk // 8)
        _, _, classes, cut = kit.bit_walks.cycles(rows)
        return read.merge(kit.Tally({"classes": classes, "cut": cut}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the classes of all levels with their chances."""
        bits = 8 * tally.number("read")
        classes = tally.sums.get("classes", np.zeros((len(LEVELS), CLASSES), dtype=np.int64))
        cycles = int(classes[0].sum())
        kit.refuse(bits, kit.too_few(cycles, LEAST_CYCLES, kit.Counted.CYCLES))
        shares = np.stack([chances(x) for x in LEVELS.tolist()])
        spread, lost = completed(classes, tally.sums["cut"])
        weights = spectrum()
        mean, variance = float(weights.sum()), 2 * float((weights**2).sum())
        value = kit.pearson(spread, cycles * shares) / (1 - lost / (mean * cycles))
        printed = {
            f"P-value {x:+d}": kit.chi_square_tails(kit.pearson(seen, cycles * share), CLASSES - 1)[kit.RIGHT]
            for x, seen, share in zip(LEVELS.tolist(), classes, shares, strict=True)
        }
        # A multiple of a chi-square statistic has the mean and the variance of the sum (Satterthwaite).
        size = variance / (2 * mean)
        return kit.CheckResult(
            bits,
            {"Q": value, "cycles": float(cycles), **printed},
            None,
            kit.weighted_chi_square_tails(value, weights),
            kit.Laws.WEIGHTED(weights=len(weights)),
            kit.root_effect(kit.Effects.COHENS_W(), value / size, mean / size, len(LEVELS) * cycles / size),
            details=kit.bits.remainder(tally, self.walk // 8),
            pictures=(
                kit.heatmap(
                    classes,
                    cycles * shares,
                    (kit.Axis.WALK, [f"{x:+d}" for x in LEVELS.tolist()]),
                    (kit.Axis.VISITS, NAMES),
                ),
            ),
        )


def chances(level: int) -> NDArray[np.float64]:
    """Return the chances that a cycle visits a level 0, 1, 2, 3, 4, and 5 or more times.

    Examples
    --------
    >>> chances(-2).tolist()
    [0.75, 0.0625, 0.046875, 0.03515625, 0.0263671875, 0.0791015625]
    """
    there = 1 / (2 * abs(level))
    visited = there * _again(level)[0]
    return np.array([1 - there, *visited[:-2], visited[-2:].sum()])


def _again(level: int) -> NDArray[np.float64]:
    """Return the chances of the classes in which a cycle ends, by its class now, at a level; shape (6, 6)."""
    leave = 1 / (2 * abs(level))
    further = leave * (1 - leave) ** np.arange(CLASSES)
    table = np.zeros((CLASSES, CLASSES))
    for so_far in range(CLASSES):
        table[so_far, so_far:] = further[: CLASSES - so_far]
        table[so_far, -1] = (1 - leave) ** (CLASSES - 1 - so_far)
    return table


def after(level: int, away: int) -> NDArray[np.float64]:
    """Return the same from ``away`` on the level's side, where the level is reached before 0 or not."""
    if away == abs(level):
        return _again(level)
    once_more = _again(level)[[1, 2, 3, 4, 5, 5]]
    reached = min(1.0, away / abs(level))
    return np.asarray(reached * once_more + (1 - reached) * np.eye(CLASSES))


def completed(classes: NDArray[np.int64], cut: NDArray[np.int64]) -> tuple[NDArray[np.float64], float]:
    """Return the classes with each cut cycle spread over those in which it might have ended.

    Parameters
    ----------
    cut
        By level, by how far from 0 on its side the cycle was cut, and by visits so far, shape (8, 6, 6).

    Returns
    -------
    spread
        Shape (8, 6).
    lost
        By how much the cycles' shares of the mean of Q, 40 each, are less for what is not known of them.
    """
    spread, lost = classes - cut.sum(axis=1).astype(np.float64), 0.0
    for row, level in enumerate(LEVELS.tolist()):
        for away, so_far in enumerate(cut[row]):
            law = after(level, away)
            spread[row] += so_far @ law
            lost += float((so_far @ (law * (1 - law)) / chances(level)).sum())
    return spread, lost


@lru_cache(maxsize=1)
def spectrum() -> NDArray[np.float64]:
    """Return the eigenvalues of the correlations of a cycle's classes, scaled as in X²; their sum is 40."""
    law = side_law()
    # Where the walk goes up, the levels below are not visited, and the other way round.
    size = FARTHEST * CLASSES
    second, first = np.zeros((size, size)), np.zeros(size)
    for x in range(FARTHEST):
        for y in range(FARTHEST):
            others = tuple(axis for axis in range(FARTHEST) if axis not in (x, y))
            pair = law.sum(axis=others)
            block = np.diag(pair) if x == y else (pair if x < y else pair.T)
            second[x * CLASSES : (x + 1) * CLASSES, y * CLASSES : (y + 1) * CLASSES] = block
        first[x * CLASSES : (x + 1) * CLASSES] = law.sum(axis=tuple(a for a in range(FARTHEST) if a != x))
    none = np.tile(np.eye(CLASSES)[0], FARTHEST)
    across = np.outer(first, none)
    same = second + np.outer(none, none)
    products = np.block([[same, across + across.T], [across + across.T, same]]) / 2
    means = np.tile(first + none, 2) / 2
    scale = np.sqrt(means)
    values = np.linalg.eigvalsh((products - np.outer(means, means)) / np.outer(scale, scale))
    return values[values > 1e-9]


def side_law() -> NDArray[np.float64]:
    """Return the law of visits to 1, 2, 3 and 4 in a cycle above 0, shape (6, 6, 6, 6)."""
    shape = (CLASSES,) * FARTHEST
    ended = np.zeros(shape)
    at = np.zeros((FARTHEST + 1, *shape))
    at[1][1, 0, 0, 0] = 1.0
    while at.sum() > _NEGLIGIBLE:
        ended += at[1] / 2
        after = np.zeros_like(at)
        for level in range(1, FARTHEST + 1):
            # From the highest level a step up leads back to it, whatever lies between.
            sources = at[level - 1] * (level > 1) + (at[level + 1] if level < FARTHEST else at[level])
            after[level] = _visited(sources / 2, level - 1)
        at = after
    return ended


def _visited(mass: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """Count one visit more; 5 or more stay so."""
    moved = np.moveaxis(np.zeros_like(mass), axis, 0)
    source = np.moveaxis(mass, axis, 0)
    moved[1:] = source[:-1]
    moved[-1] += source[-1]
    return np.moveaxis(moved, 0, axis)
