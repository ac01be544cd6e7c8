"""Learned laws of counts: e-processes that follow from the counts alone.

A bettor who names the chance ``(A p_v + c_v) / (A + n)`` of value v, after n values of which c_v were v, has after any
sample the capital ``Γ(A)/Γ(A + n) · Π Γ(A p_v + c_v)/(Γ(A p_v) p_v^c_v)``, whatever their order.  While the values are
independent with the chances p, it is a martingale that begins at 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

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
