"""Learned laws of statistics with whole values, counted as they come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.prediction.mixtures import Mixtures
from labharness.analysis.laws.tails import Lattice

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
