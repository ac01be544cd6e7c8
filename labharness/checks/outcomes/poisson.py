"""Dispersion of rare events."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

RARE = 20
MOST_EVENTS = 255
DRAWN = 12
LEAST_STRETCHES = 10


@kit.check(
    title="Poisson (dispersion of rare events)",
    observes=kit.Kind.DRAW,
    unit="stretch",
    look_back=kit.outcomes.LONGEST_UNIT - 1,
    reference="Fisher 1925, Statistical Methods for Research Workers, § 16; Hoel 1943, Ann. Math. Statist. 14",
    hypothesis="Rare events fall into stretches of the sample independently of each other.",
    null_law="exact, convolved",
    applies_from="10 stretches of at most 10,000 outcomes",
)
class Poisson:
    """Whether rare events come in clusters, or too evenly.

    A rare event is a group of s consecutive outcomes that are all the same; groups lie side by side, and s
    is the least with a chance d^(1-s) of at most 1 in 20: three alike of 7.  A stretch holds as many groups
    as let μ events (``mean``) be expected, so that their number c is binomial, and Poisson but for the
    finite size.  T = Σ (c - μ)², a whole number, over all stretches is compared with its exact law; T/μ
    over the number of stretches is Fisher's index of dispersion about the known mean.  With μ = 1 it would
    not tell stretches without any event from fair ones, so that μ is 2 or more.

    Parameters
    ----------
    mean
        μ, events expected in a stretch, 2 to 50; a stretch may hold 10,000 outcomes.

    Notes
    -----
    The effect is the index of dispersion with Student's interval: 1 - d^(1-s) for a fair generator, more
    for clusters or a wrong rate, less for events that come too evenly.

    References
    ----------
    Fisher 1925, Statistical Methods for Research Workers, § 16 (index of dispersion of the Poisson series).
    Hoel 1943, On indices of dispersion, Annals of Mathematical Statistics 14, 155-162.

    Examples
    --------
    Events of chance 1/2, two groups in a stretch: 0, 1 or 2 events, and (c-1)² is 1, 0 or 1.

    >>> squares(2, 2, 1).mass.tolist()
    [0.5, 0.5]
    """

    mean: int = kit.within(2, 2, 50)

    def plan(self, population: kit.Population) -> tuple[int, int]:
        """Return the size of a group and the groups of a stretch; 0 where a stretch would be too long."""
        d = kit.outcomes.outcomes(population)
        size = next((s for s in range(2, 8) if d >= 2 and d ** (s - 1) >= RARE), 0)
        number = self.mean * d ** (size - 1) if size else 0
        return (size, number) if size * number <= kit.outcomes.LONGEST_UNIT else (0, 0)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count stretches by the number of events in them."""
        size, number = self.plan(block.population)
        rows, read = kit.outcomes.groups(block, max(1, size * number))
        alike = kit.draw_groups.alike(rows[: None if size else 0], max(1, size), MOST_EVENTS)
        return read.merge(kit.Tally({"events": alike}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the dispersion with its exact law."""
        d, (size, number), read = (
            kit.outcomes.outcomes(population),
            self.plan(population),
            tally.number("read"),
        )
        events = tally.sums.get("events", np.zeros(MOST_EVENTS + 1, dtype=np.int64))
        stretches, lines = int(events.sum()), kit.outcomes.remainder(tally, max(1, size * number))
        length, of = size * number or kit.outcomes.LONGEST_UNIT, kit.Counted.OUTCOMES
        few = kit.too_few(stretches, LEAST_STRETCHES, kit.Counted.STRETCHES, length, of)
        kit.refuse(read, few, lines)
        distance = (np.arange(MOST_EVENTS + 1) - self.mean) ** 2
        total = int(distance @ events)
        each = squares(number, d ** (size - 1), self.mean)
        p, law = each.sum_tails(stretches, total)
        result = kit.mean_effect(
            kit.Effects.DISPERSION(fair=each.mean / self.mean), np.bincount(distance, events)
        )
        assert result is not None
        effect = replace(
            result, value=result.value / self.mean, low=result.low / self.mean, high=result.high / self.mean
        )
        expected = stretches * binomial(number, d ** (size - 1))
        shown = max(DRAWN, 3 * self.mean)
        folded = np.append(events[:shown], events[shown:].sum())
        awaited = np.append(expected[:shown], expected[shown:].sum())
        names = [*map(str, range(shown)), f"{shown} or more"]
        return kit.CheckResult(
            read,
            {"T": float(total), "expected": stretches * each.mean, "stretches": float(stretches)},
            p=p,
            law=law,
            effect=effect,
            details=(kit.Details.RARE_EVENT(outcomes=size, length=size * number, mean=self.mean), *lines),
            pictures=(kit.histogram(folded, awaited, (kit.Axis.EVENTS, names), kit.Counted.STRETCHES),),
        )


@lru_cache(maxsize=64)
def binomial(number: int, one_in: int) -> NDArray[np.float64]:
    """Return the chances of 0, 1, … 255 events among groups that are one with chance 1/one_in."""
    from scipy.special import gammaln

    c = np.arange(min(number, MOST_EVENTS) + 1)
    ways = gammaln(number + 1) - gammaln(c + 1) - gammaln(number - c + 1)
    chances = np.exp(ways - c * np.log(one_in) + (number - c) * np.log1p(-1 / one_in))
    return np.pad(chances, (0, MOST_EVENTS + 1 - len(c)))


@lru_cache(maxsize=64)
def squares(number: int, one_in: int, mean: int) -> kit.Lattice:
    """Return the law of (c - mean)² for the number c of events in a stretch."""
    distance = (np.arange(MOST_EVENTS + 1) - mean) ** 2
    mass = np.bincount(distance, binomial(number, one_in))
    return kit.Lattice(0, mass[: int(np.flatnonzero(mass > 0)[-1]) + 1] / mass.sum())
