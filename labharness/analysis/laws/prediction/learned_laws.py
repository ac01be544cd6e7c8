"""Learned laws of statistics with whole values, counted as they come.

Search for the relation between an outcome and sums of earlier ones.

Learned laws of counts: e-processes that follow from the counts alone.

A bettor who names the chance ``(A p_v + c_v) / (A + n)`` of value v, after n values of which c_v were v, has after any
sample the capital ``Γ(A)/Γ(A + n) · Π Γ(A p_v + c_v)/(Γ(A p_v) p_v^c_v)``, whatever their order.  While the values are
independent with the chances p, it is a martingale that begins at 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, combinations
from math import log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import Lattice

MOST_IN_CACHE = 13
"""Most outcomes whose triples have counters in the nearest cache."""


@dataclass(frozen=True, slots=True)
class Relation:
    """o(t) = Σ factor · o(t - lag) modulo d, plus something.

    Parameters
    ----------
    lags, factors
        As many as there are terms; none for the outcome itself.
    """

    lags: tuple[int, ...] = ()
    factors: tuple[int, ...] = ()

    @property
    def reach(self) -> int:
        """The longest lag."""
        return max(self.lags, default=0)

    @property
    def terms(self) -> tuple[str, ...]:
        """The right side in symbols.

        Examples
        --------
        >>> Relation((1, 3), (1, -1)).terms
        ('o(t-1)', '-o(t-3)')
        """
        signs = ["+" if factor > 0 else "-" for factor in self.factors]
        result = [f"{sign}o(t-{lag})" for sign, lag in zip(signs, self.lags, strict=True)]
        return (result[0].removeprefix("+"), *result[1:]) if result else ()

    def residuals(self, codes: NDArray[np.int32], outcomes: int) -> NDArray[np.int64]:
        """Return what remains of each outcome with all lags before it.

        Examples
        --------
        >>> Relation((1,), (1,)).residuals(np.array([0, 1, 3, 2], dtype=np.int32), 5).tolist()
        [1, 2, 4]
        """
        rest = codes[self.reach :].astype(np.int64)
        for lag, factor in zip(self.lags, self.factors, strict=True):
            rest -= factor * codes[self.reach - lag : len(codes) - lag]
        return rest % outcomes


SIGNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@cache
def candidates(reach: int, window: int, outcomes: int) -> tuple[Relation, ...]:
    """Return the relations in the order in which :func:`search` rates them; modulo 2 all signs are equal."""
    factors = SIGNS[: 1 if outcomes == 2 else None]
    pairs = [Relation(pair, each) for pair in combinations(range(1, reach + 1), 2) for each in factors]
    signs = (1, -1)[: 1 if outcomes == 2 else None]
    windows = [Relation(tuple(range(1, k + 1)), (sign,) * k) for k in range(3, window + 1) for sign in signs]
    return (*pairs, *windows)


def search(
    codes: NDArray[np.int32], outcomes: int, reach: int, window: int, wanted: int = 1
) -> tuple[Relation, ...]:
    """Return the relations whose residuals are most uneven, the worst first.

    Parameters
    ----------
    reach
        Longest lag of sums and differences of two outcomes.
    window
        Most outcomes of a sum of the last ones.
    """
    from labharness.analysis.laws.kernels.outcomes import prediction

    pairs = prediction.triples if outcomes <= MOST_IN_CACHE else prediction.residues
    signs = slice(1 if outcomes == 2 else None)
    of_pairs = pairs(codes, outcomes, reach)[:, signs]
    of_windows = prediction.window_sums(codes, outcomes, window)[:, signs]
    rated = np.concatenate([of_pairs.ravel(), of_windows.ravel()])
    chosen = np.argsort(-rated, kind="stable")[:wanted]
    listed = candidates(reach, window, outcomes)
    return tuple(listed[place] for place in chosen)


LEAST = 1e-200
"""Smallest chance of a cell whose gamma functions are numbers."""


def log_mean(logs: NDArray[np.float64]) -> float:
    """Return the logarithm of the mean of numbers that are given by their logarithms.

    Examples
    --------
    >>> round(log_mean(np.log([2.0, 4.0])), 6) == round(log(3), 6)
    True
    """
    top = float(logs.max())
    return top + log(float(np.exp(logs - top).sum()) / len(logs))


@dataclass(frozen=True)
class Mixtures:
    """Learned laws of several tables of counts, kept in one array of cells.

    Parameters
    ----------
    chances
        Chances of all cells, table after table; those of a table sum to 1, and none is below :data:`LEAST`.
    starts
        First cell of each table.
    priors
        Counts that the fair law is worth, A; each is played with an equal part.
    """

    chances: NDArray[np.float64]
    starts: NDArray[np.int64]
    priors: tuple[float, ...]

    def __post_init__(self) -> None:
        assert self.chances.min() >= LEAST

    def log_capital(self, counts: NDArray[np.int64]) -> float:
        """Return the logarithm of the mean capital of all tables and priors.

        References
        ----------
        Ramdas, Grünwald, Vovk & Shafer 2023, Statistical Science 38, 576-601: a mean of e-processes is one under any
        dependence between them.

        Examples
        --------
        >>> coin = Mixtures(np.array([0.5, 0.5]), np.array([0]), (2.0,))
        >>> round(float(np.exp(coin.log_capital(np.array([3, 0])))), 6)
        2.0
        """
        from scipy.special import gammaln

        total = np.add.reduceat(counts, self.starts)
        fair = np.add.reduceat(counts * self._logs, self.starts)
        result = []
        for prior, at_first in zip(self.priors, self._first, strict=True):
            cells = gammaln(prior * self.chances + counts)
            built = np.add.reduceat(cells, self.starts) - at_first - fair
            result.append(built + gammaln(prior) - gammaln(prior + total))
        return log_mean(np.concatenate(result))

    @cached_property
    def _logs(self) -> NDArray[np.float64]:
        return np.log(self.chances)

    @cached_property
    def _first(self) -> list[NDArray[np.float64]]:
        from scipy.special import gammaln

        return [np.add.reduceat(gammaln(prior * self.chances), self.starts) for prior in self.priors]


RARE = 1e-9
"""Neighboring values are one value of the learned law until their chance is so large: of many cards, the chances of the
values of a device that does not shuffle are below all numbers."""


class LearnedLaws:
    """Counts of several statistics, and what bets on them are worth.

    Parameters
    ----------
    laws
        Of each statistic, under the null hypothesis.
    priors
        As :class:`Mixtures` takes them.

    Attributes
    ----------
    counts
        How often each value came, statistic after statistic; for others to add to.
    zeros
        Place in ``counts`` at which the value 0 of each statistic stands, or would stand.

    Examples
    --------
    >>> laws = LearnedLaws([Lattice(2, np.array([0.5, 1e-20, 0.5]))], (2.0,))
    >>> laws.counts[laws.zeros[0] + np.array([2, 4])] += 1
    >>> round(float(np.exp(laws.log_capital)), 6)
    0.666667
    """

    def __init__(self, laws: Sequence[Lattice], priors: tuple[float, ...]) -> None:
        begins = [0, *accumulate(len(law.mass) for law in laws)]
        groups = [_groups(law.mass) for law in laws]
        self.zeros = np.array([begin - law.first for begin, law in zip(begins, laws, strict=False)])
        self.counts = np.zeros(begins[-1], dtype=np.int64)
        self._groups = np.concatenate([begin + each for begin, each in zip(begins, groups, strict=False)])
        masses = np.concatenate(
            [np.add.reduceat(law.mass, each) for law, each in zip(laws, groups, strict=True)]
        )
        starts = np.array([0, *accumulate(map(len, groups))][:-1], dtype=np.int64)
        self._mixtures = Mixtures(masses, starts, priors)

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of all statistics and priors."""
        return self._mixtures.log_capital(np.add.reduceat(self.counts, self._groups))


def _groups(mass: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return where groups of neighboring values begin, of which each has at least the chance :data:`RARE`."""
    result, total = [0], 0.0
    for place, chance in enumerate(mass.tolist()):
        if total >= RARE:
            result.append(place)
            total = 0.0
        total += chance
    if total < RARE and len(result) > 1:
        result.pop()
    return np.array(result, dtype=np.int64)
