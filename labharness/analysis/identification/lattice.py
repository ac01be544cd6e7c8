"""Reduced lattices of the multiples of a generator's states, and their points near given outcomes.

References
----------
Lenstra, Lenstra & Lovász 1982, Math. Ann. 261, 515-534.  Nguyen & Stehlé 2005, EUROCRYPT, 215-233 (L2).  Babai 1986, Combinatorica 6,
1-13.  Frieze, Håstad, Kannan, Lagarias & Shamir 1988, SIAM J. Comput. 17, 262-280.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

MOST_DIMENSIONS, MOST_BITS = 64, 64
"""Sizes that a reduction may have: it ends within a tenth of a second there, and takes no interruption."""
DELTA, CLOSER = 0.99, 0.9999
"""How far bases are reduced, and those of two outcomes, whose few windows that are solved it makes more."""
KEPT = 8
"""Bases that are kept."""
HITS = 64
"""Targets in the box that are kept of one call."""


class MultiplierLattice:
    """The lattice {k (A_0, A_1, …)} + M Z^m, reduced.

    Parameters
    ----------
    multipliers
        A_i, of which A_0 has an inverse modulo M.
    modulus
        M.
    widths
        Widths of the intervals that the columns are known to; columns are weighted by their inverses. Equal if left out.
    delta
        How far it is reduced. It decides which windows are solved, never what a solved one says.
    """

    def __init__(
        self,
        multipliers: Sequence[int],
        modulus: int,
        widths: Sequence[int] | None = None,
        delta: float = DELTA,
    ) -> None:
        from flint import fmpz_mat

        self.size, self.modulus = len(multipliers), modulus
        widths = widths or [1] * self.size
        self.weights = [max(1, round(max(widths) / width)) for width in widths]
        inverse, pairs = pow(multipliers[0], -1, modulus), zip(multipliers, self.weights, strict=True)
        basis = [[a * inverse % modulus * weight for a, weight in pairs]]
        for place, weight in enumerate(self.weights[1:], 1):
            basis.append([0] * place + [modulus * weight] + [0] * (self.size - place - 1))
        reduced = fmpz_mat(basis).lll(False, delta)  # noqa: FBT003  it takes no names
        self.rows: list[list[int]] = [[int(entry) for entry in row] for row in reduced.tolist()]
        self._scale = np.array(self.weights, dtype=np.float64)
        self._basis = np.array([[float(entry) for entry in row] for row in self.rows])
        self._orthogonal, self._norms = _gram_schmidt(self._basis)

    def near(self, targets: NDArray[np.float64], half: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the indices of targets, shape (targets, m), with a lattice point closer than ``half`` in each column."""
        from labharness.analysis.laws.kernels.identification.states import near

        places = np.empty(HITS, dtype=np.int64)
        box = half * self._scale * 1.0000001 + 1  # wider by more than the rounding of the last bit
        weighted = np.ascontiguousarray(targets * self._scale)
        return places[: near(self._basis, self._orthogonal, self._norms, weighted, box, places)]

    def closest(self, target: Sequence[int]) -> int:
        """Return the first coordinate of the lattice point at the nearest planes of a target, in exact integers."""
        rest = [entry * weight for entry, weight in zip(target, self.weights, strict=True)]
        for row in range(self.size - 1, -1, -1):
            product = np.dot(np.array([float(entry) for entry in rest]), self._orthogonal[row])
            times = round(float(product / self._norms[row]))
            if times:
                rest = [entry - times * other for entry, other in zip(rest, self.rows[row], strict=True)]
        return target[0] - rest[0] // self.weights[0]


@lru_cache(maxsize=KEPT)
def multiplier_lattice(
    multipliers: tuple[int, ...], modulus: int, widths: tuple[int, ...] | None = None, delta: float = DELTA
) -> MultiplierLattice:
    """Return the lattice, reduced once."""
    if len(multipliers) > MOST_DIMENSIONS or modulus > 1 << MOST_BITS:
        raise ValueError(len(multipliers), modulus)
    return MultiplierLattice(multipliers, modulus, widths, delta)


def _gram_schmidt(basis: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return orthogonal rows and their squared lengths."""
    orthogonal, norms = basis.copy(), np.empty(len(basis))
    for i in range(len(basis)):
        for j in range(i):
            orthogonal[i] -= (orthogonal[j] @ basis[i]) / norms[j] * orthogonal[j]
        norms[i] = orthogonal[i] @ orthogonal[i]
    return orthogonal, norms
