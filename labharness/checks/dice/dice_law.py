"""Totals and other outcomes of dice thrown together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np

from labharness.analysis import kit

MOST = 20
"""Most dice of one throw."""
MOST_TOTALS = 10_000


@kit.check(
    title="Outcomes of dice",
    observes=kit.Kind.DRAW,
    unit="throw",
    look_back=MOST - 1,
    reference="Fisher 1925, Statistical Methods for Research Workers, § 18; Davison & Hinkley 1997, § 4.2",
    hypothesis="Throws have the totals, positions or kinds of fair and independent dice.",
    null_law="Monte Carlo; chi-square from 5,000 throws",
    applies_from="5 throws of two classes expected",
)
class DiceLaw:
    """Whether outcomes of dice thrown together come as often as their exact odds say.

    Successive outcomes are one throw of ``number`` dice, or of as many as a rule of the game reads.  Throws
    are counted by their total or by the rule, and compared with exact chances by X².  Outcomes of which fewer
    than five are expected are joined, the rarest first, and named.  The law of X² is simulated; from
    ``asymptotic_from`` throws on it is chi-square.

    Parameters
    ----------
    rule
        Name of a rule of dice or numbers; where it is left out, the outcome is the total.
    reading
        Reading of the rule, in its words; the first where it is left out.
    number
        Dice of one throw, where there is no rule.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.
    asymptotic_from
        Throws from which chi-square decides.

    Notes
    -----
    The effect is Cohen's w.  A throw with an outcome outside the declared range is left out and counted.

    References
    ----------
    Fisher 1925, Statistical Methods for Research Workers, § 18 (Weldon's dice).  Davison & Hinkley 1997,
    Bootstrap Methods and their Application, § 4.2.

    Examples
    --------
    >>> dice = kit.Population(kit.Kind.DRAW, low=1, high=6)
    >>> {name: str(chance) for name, chance in DiceLaw(number=2).law(dice).items() if name in ("7", "12")}
    {'7': '1/6', '12': '1/36'}
    >>> str(DiceLaw("starting-position-of-7").law(dice)["3"])
    '31/216'
    """

    rule: str = ""
    reading: str = ""
    number: int = kit.within(3, 1, MOST)
    replicates: int = 999
    seed: int = 1
    asymptotic_from: int = 5000

    def __post_init__(self) -> None:
        kit.accept_law(self.replicates, self.seed, self.asymptotic_from)
        if self.rule:
            chosen = kit.outcome_rule(self.rule)
            if chosen.pieces not in ("dice", "numbers"):
                raise kit.InputError(kit.Sample.RULE_OF_OTHERS(rule=self.rule, pieces=chosen.pieces))
            chosen.reading(self.reading or None)

    @property
    def length(self) -> int:
        """Dice of one throw."""
        return kit.outcome_rule(self.rule).needed if self.rule else self.number

    def law(self, population: kit.Population) -> Mapping[str, Fraction]:
        """Return the exact chance of each outcome; none where the rule does not fit the declared range."""
        if self.rule:
            chosen = kit.outcome_rule(self.rule)
            fits = (population.low, population.high) == (chosen.lowest, chosen.highest)
            return chosen.law(reading=self.reading or None) if fits else {}
        if self.number * (population.high - population.low) >= MOST_TOTALS:
            return {}
        return _totals(population.low, population.high, self.number)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count throws by their outcome."""
        law = self.law(block.population)
        throws, read = kit.outcomes.groups(block, self.length)
        if not law:
            return read
        if self.rule:
            faces = throws + block.population.low
            codes = kit.outcome_rule(self.rule).classify(faces, self.reading or None)
        else:
            codes = throws.sum(axis=1, dtype=np.intp)
        result = np.bincount(codes, minlength=len(law)).astype(np.int64)
        return kit.Tally({**read.sums, "throws": result})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the throws with the exact chances."""
        law, details = self.law(population), kit.outcomes.remainder(tally, self.length)
        if not law:
            low, high = population.low, population.high
            reason = (
                kit.Sample.RULE_RANGE(rule=self.rule, low=low, high=high)
                if self.rule
                else kit.Sample.TOTAL_RANGE(number=self.number, low=low, high=high)
            )
            return kit.CheckResult(tally.number("read"), not_applicable=reason)
        throws = tally.sums.get("throws", np.zeros(len(law), dtype=np.int64))
        items = int(throws.sum())
        chances = kit.Laws.TOTAL(number=self.number, low=population.low, high=population.high)
        if self.rule:
            chosen = kit.outcome_rule(self.rule)
            chances = kit.Laws.RULE(rule=chosen.name, reading=str(chosen.reading(self.reading or None)))
            details = (kit.Details.RULE(rule=chosen.name, citation=chosen.citation), *details)
        simulated, simulation = None, None
        if 0 < items < self.asymptotic_from:
            simulated, simulation = kit.outcome_counts.independent(law, items, self.replicates, self.seed)
        return kit.OutcomeTotals(law, throws, items).judge(
            item=kit.Axis.THROWS, chances=chances, details=details, simulated=simulated, simulation=simulation
        )


@lru_cache(maxsize=32)
def _totals(low: int, high: int, number: int) -> Mapping[str, Fraction]:
    """Exact chances of the totals of fair outcomes, counted in whole numbers."""
    faces = high - low + 1
    ways = [1]
    for _ in range(number):
        longer = [0] * (len(ways) + faces - 1)
        for total, count in enumerate(ways):
            for face in range(faces):
                longer[total + face] += count
        ways = longer
    return {str(number * low + total): Fraction(count, faces**number) for total, count in enumerate(ways)}
