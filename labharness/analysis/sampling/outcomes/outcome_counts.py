"""Counts of outcomes with exact chances, several of them from each unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.gain_bounds import excess_bounds
from labharness.analysis.laws.intervals import accept_least, accept_simulation, root_effect
from labharness.analysis.laws.multinomial_x2 import weighted_chi_square_tails
from labharness.analysis.laws.null_samples import monte_carlo_tails
from labharness.analysis.laws.tails import LEAST_EXPECTED, both_tails, chi_square_tails
from labharness.analysis.sampling.tables import histogram
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.game import Gains
from labharness.model.reasons.register import Laws
from labharness.model.reasons.run import Effects
from labharness.model.results import Axis, CheckResult, GainBound, Gainer, Label
from labharness.reason import Reason

LEAST_UNITS = 20
"""Fewest units for which a limit law may decide."""
LEAST_BOUNDED = 60
"""Fewest units of several outcomes for which a gain is bounded."""
NAMED = 3
"""Outcomes of a class that a picture names."""
MOST_DRAWN = 64
LEAST_INFLATION = 1e-6
"""Variance against that of independent outcomes below which the cards leave nothing to chance."""


def accept_law(replicates: int, seed: int, asymptotic_from: int) -> None:
    """Raise :class:`InputError` unless a simulation is long enough, and its limit not used too soon."""
    accept_simulation(replicates, seed)
    accept_least("asymptotic_from", asymptotic_from, LEAST_UNITS)


@dataclass(frozen=True, eq=False)
class Classes:
    """Outcomes, the rarest joined until five of each class are expected.

    Parameters
    ----------
    members
        Names of the outcomes of each class.
    place
        Class of each outcome, shape (outcomes,).
    chances
        Chance of each class, shape (classes,).
    """

    members: tuple[tuple[str, ...], ...]
    place: NDArray[np.intp]
    chances: NDArray[np.float64]

    @classmethod
    def of(cls, law: Mapping[str, Fraction], items: int) -> Classes:
        """Join outcomes of which too few are expected, the rarest first; depends on no count.

        Examples
        --------
        >>> law = {"a": Fraction(1, 2), "b": Fraction(9, 20), "c": Fraction(1, 50), "d": Fraction(3, 100)}
        >>> Classes.of(law, 100).members
        (('a',), ('b',), ('c', 'd'))
        """
        names = list(law)
        groups: list[list[int]] = [[]]
        for outcome in sorted(range(len(names)), key=lambda each: (law[names[each]], each)):
            if sum(law[names[each]] for each in groups[-1]) * items >= LEAST_EXPECTED:
                groups.append([])
            groups[-1].append(outcome)
        if len(groups) > 1 and sum(law[names[each]] for each in groups[-1]) * items < LEAST_EXPECTED:
            groups[-2:] = [groups[-2] + groups[-1]]
        groups = sorted(map(sorted, groups))
        place = np.empty(len(names), dtype=np.intp)
        for number, group in enumerate(groups):
            place[group] = number
        chances = np.array([float(sum(law[names[each]] for each in group)) for group in groups])
        return cls(tuple(tuple(names[each] for each in group) for group in groups), place, chances)

    def sums(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Add up counts of outcomes by class, shape (..., outcomes) to (..., classes)."""
        return np.stack(
            [counts[..., self.place == each].sum(axis=-1) for each in range(len(self.members))], axis=-1
        )

    def distances(self, counts: NDArray[np.int64], items: int) -> NDArray[np.float64]:
        """Pearson's X² of counts of outcomes, shape (..., outcomes) to (...)."""
        expected = items * self.chances
        array: NDArray[np.float64] = ((self.sums(counts) - expected) ** 2 / expected).sum(axis=-1)
        return array

    @property
    def details(self) -> tuple[Reason, ...]:
        """Lines that name what was joined."""
        return tuple(
            Details.JOINED(least=LEAST_EXPECTED, outcomes=group) for group in self.members if len(group) > 1
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Short names of the classes."""
        return tuple(
            " or ".join(group) if len(group) <= NAMED else f"{group[0]} or {len(group) - 1} others"
            for group in self.members
        )


@dataclass(frozen=True, eq=False)
class OutcomeTotals:
    """Counts of a whole sample.

    Parameters
    ----------
    law
        Exact chance of each outcome.
    counts
        How often each came, shape (outcomes,).
    units, each
        Independent units, and outcomes counted in each.
    """

    law: Mapping[str, Fraction]
    counts: NDArray[np.int64]
    units: int
    each: int = 1

    @property
    def items(self) -> int:
        """Outcomes counted."""
        return self.units * self.each

    @property
    def classes(self) -> Classes:
        """What is compared."""
        return Classes.of(self.law, self.items)

    def judge(
        self,
        *,
        item: Label,
        chances: Reason,
        details: Iterable[Reason],
        simulated: NDArray[np.int64] | None = None,
        covariance: NDArray[np.float64] | None = None,
        simulation: Reason | None = None,
    ) -> CheckResult:
        """Compare the counts with what the chances expect.

        Parameters
        ----------
        item
            What is counted.
        chances
            What the chances are.
        simulated
            Counts of simulated fair samples, shape (replicates, outcomes), with ``simulation`` as their law.
        covariance
            Of the counts of one unit, shape (outcomes, outcomes), where its outcomes depend on each other
            and nothing is simulated; with ``simulation`` as where it is from.
        """
        classes, details = self.classes, tuple(details)
        if len(classes.members) < 2:
            return CheckResult(
                self.units,
                details=details,
                not_applicable=Sample.EXPECTED_COUNTS(items=self.items, cells=2, least=LEAST_EXPECTED),
            )
        x2, df = float(classes.distances(self.counts, self.items)), len(classes.members) - 1
        statistic, inflation = {"X2": x2, "items": float(self.items)}, 1.0
        if simulated is not None:
            null = classes.distances(simulated, self.items)
            assert simulation is not None
            p, law = monte_carlo_tails(x2, null), simulation
            statistic["p_floor"] = 1 / (len(null) + 1)
            inflation = float(null.mean()) / df if self.each > 1 else 1.0
        elif covariance is not None and self.each > 1:
            weights = self._weights(classes, covariance)
            p = self._tails(x2, lambda value: weighted_chi_square_tails(value, weights))
            assert simulation is not None
            law = Laws.WEIGHTED_BY(weights=len(weights), covariance=simulation)
            inflation = float(weights.sum()) / df
        else:
            p = self._tails(x2, lambda value: chi_square_tails(value, df))
            law = Laws.CHI_SQUARE(df=df)
        if inflation < LEAST_INFLATION:
            together = Sample.SAME_TOGETHER(each=self.each)
            return CheckResult(self.units, details=details, not_applicable=together)
        if self.each > 1:
            statistic["inflation"] = inflation
        picture = histogram(
            classes.sums(self.counts), self.items * classes.chances, (Axis.OUTCOME, classes.names), item
        )
        return CheckResult(
            self.units,
            statistic,
            float(df),
            p,
            Laws.OF_CHANCES(chances=chances, law=law),
            root_effect(Effects.COHENS_W(), x2 / inflation, df, self.items / inflation),
            details=(*details, *classes.details),
            pictures=(picture,) if df < MOST_DRAWN else (),
            bounds=self._bounds(simulated, covariance),
        )

    def _bounds(
        self, simulated: NDArray[np.int64] | None, covariance: NDArray[np.float64] | None
    ) -> tuple[GainBound, ...] | None:
        """Bound what a side gains: the excess of any outcome's chance.

        Outcomes of one unit depend on each other; the variance of each count against that of independent ones is
        that of a fair device.  From :data:`LEAST_BOUNDED` units on the bound may use it.
        """
        chances = np.array([float(chance) for chance in self.law.values()])
        possible = (chances > 0) & (chances < 1)
        chances, counts = chances[possible], self.counts[possible]
        what = Gains.OUTCOME_OF_GAME()
        if self.each == 1:
            return excess_bounds(Gainer.SIDE, what, counts, chances, self.items)
        if self.units < LEAST_BOUNDED:
            return None
        free = self.items * chances * (1 - chances)
        if simulated is not None:
            variance = simulated[:, possible].var(axis=0, ddof=1)
        elif covariance is not None:
            variance = self.units * np.diag(covariance)[possible]
        else:
            return None
        return excess_bounds(Gainer.SIDE, what, counts, chances, self.items, variance / free)

    def _tails(self, x2: float, law: Callable[[float], dict[str, float]]) -> dict[str, float]:
        """Return the tails of X² under a law without steps, though counts have some.

        Counts that are exactly as expected are the likeliest of all, but a law without steps gives them no
        chance of being so near.  The left tail is therefore read half a step of the counts further out,
        which for two classes is Yates's correction.
        """
        least = sum(1 / each for each in sorted(self.items * self.classes.chances)[-2:])
        right = law(x2)["right"] if x2 > 0 else 1.0
        return both_tails(right, law((sqrt(x2) + sqrt(least) / 2) ** 2)["left"])

    def _weights(self, classes: Classes, covariance: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weights of the chi-squares of one degree of freedom that X² is the sum of, when the sample is large."""
        member = np.zeros((len(classes.members), len(classes.place)))
        member[classes.place, np.arange(len(classes.place))] = 1
        scale = 1 / np.sqrt(self.each * classes.chances)
        scaled = member @ covariance @ member.T * np.outer(scale, scale)
        # The counts of a unit have a fixed sum, so that one weight is 0.
        weights: NDArray[np.float64] = np.maximum(np.linalg.eigvalsh(scaled)[1:], 1e-12)
        return weights


def independent(
    law: Mapping[str, Fraction], items: int, replicates: int, seed: int
) -> tuple[NDArray[np.int64], Reason]:
    """Simulate counts of independent outcomes, shape (replicates, outcomes), and name their law."""
    chances = np.array([float(chance) for chance in law.values()])
    random = np.random.Generator(np.random.PCG64(seed))
    result = random.multinomial(items, chances / chances.sum(), size=replicates)
    return result.astype(np.int64), Laws.MULTINOMIAL(replicates=replicates, seed=seed)
