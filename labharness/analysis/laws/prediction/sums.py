"""Search for the relation between an outcome and sums of earlier ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

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
