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

from labharness.model.reasons.game import Identifications
from labharness.reason import Reason

GROWTH = 10
"""Bits by which a new column's weight grows per pass; 53 bits of Gram-Schmidt carry no more."""
DELTA = 0.99
MOST_STEPS = 40_000
"""Steps of one reduction; the families need under 4,000 at 64 dimensions (benchmarks)."""
MOST_SIZE_STEPS = 100
KEPT = 64
"""Bases that are kept."""
HITS = 64
"""Targets in the box that are kept of one call."""

Rows = list[list[int]]


class ReductionStoppedError(Exception):
    """A reduction took more steps than any known generator's."""


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

    Raises
    ------
    ReductionStoppedError
        If a reduction takes more than ``most`` steps.
    """

    def __init__(
        self,
        multipliers: Sequence[int],
        modulus: int,
        widths: Sequence[int] | None = None,
        most: int = MOST_STEPS,
    ) -> None:
        self.size, self.modulus = len(multipliers), modulus
        self.weights = (
            [1] * self.size if widths is None else [max(1, round(max(widths) / width)) for width in widths]
        )
        inverse = pow(multipliers[0], -1, modulus)
        relative = [a * inverse % modulus for a in multipliers]
        self.rows = _reduced_multipliers(relative, modulus, self.weights, most)
        self._scale = np.array(self.weights, dtype=np.float64)
        self._basis = np.array([[float(entry) for entry in row] for row in self.rows])
        self._orthogonal, self._norms = _gram_schmidt(self._basis)

    def near(self, targets: NDArray[np.float64], half: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the indices of targets, shape (targets, m), with a lattice point closer than ``half`` in each column."""
        from labharness.analysis.laws.kernels.identification.nearest_planes import near

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
    multipliers: tuple[int, ...], modulus: int, widths: tuple[int, ...] | None = None, most: int = MOST_STEPS
) -> MultiplierLattice | Reason:
    """Return the lattice, reduced once, or the reason why it is not."""
    try:
        return MultiplierLattice(multipliers, modulus, widths, most)
    except ReductionStoppedError:
        return Identifications.REDUCTION_STOPPED(dimensions=len(multipliers))


def _reduced_multipliers(multipliers: list[int], modulus: int, weights: list[int], most: int) -> Rows:
    """Reduce one column more at a time, its weight grown step by step, so that floating point suffices.

    The basis (1, A, …), (0, M, …) at once defeats 53 bits of Gram-Schmidt and loops for ever.
    """
    rows, half = [[weights[0]]], modulus // 2
    for size in range(1, len(multipliers)):
        a, weight = multipliers[size], weights[size]
        rows = [[*row, ((row[0] // weights[0] * a + half) % modulus - half) * weight] for row in rows]
        rows.append([0] * size + [modulus * weight])
        for shift in range(modulus.bit_length() // size + 2, 0, -GROWTH):
            rows = reduced(rows, shift, most)
        rows = reduced(rows, most=most)
    return rows


def reduced(rows: Rows, shift: int = 0, most: int = MOST_STEPS) -> Rows:
    """Return an LLL-reduced basis: exact integers with floating Gram-Schmidt (L2).

    Parameters
    ----------
    shift
        All columns but the last are weighted by 2^shift.
    most
        Steps after which it stops.

    Raises
    ------
    ReductionStoppedError
        After so many steps.

    Examples
    --------
    >>> reduced([[1, 7], [0, 10]])
    [[-1, 3], [3, 1]]
    """
    basis = [list(row) for row in rows]
    size, row, steps = len(basis), 1, 0
    mu, r = np.zeros((size, size)), np.zeros((size, size))
    r[0, 0] = _product(basis[0], basis[0], shift)
    while row < size:
        steps += 1
        if steps > most:
            raise ReductionStoppedError
        own = _size_reduce(basis, mu, r, row, shift)
        rest = np.empty(row + 1)
        rest[0] = own
        for j in range(row):
            rest[j + 1] = rest[j] - mu[row, j] * r[row, j]
        old = row
        while row and DELTA * r[row - 1, row - 1] > rest[row - 1]:
            row -= 1
        r[row, row] = rest[row]
        if row < old:
            mu[row, :row], r[row, :row] = mu[old, :row].copy(), r[old, :row].copy()
            basis.insert(row, basis.pop(old))
        row += 1
    return basis


def _size_reduce(basis: Rows, mu: NDArray[np.float64], r: NDArray[np.float64], row: int, shift: int) -> float:
    """Subtract earlier rows from a row until all |μ| are small; return its squared length."""
    for _ in range(MOST_SIZE_STEPS):
        products = [_product(basis[row], basis[j], shift) for j in range(row + 1)]
        for j in range(row):
            r[row, j] = products[j] - mu[j, :j] @ r[row, :j]
            mu[row, j] = r[row, j] / r[j, j]
        changed, rest = False, mu[row, :row].copy()
        for j in range(row - 1, -1, -1):
            times = round(rest[j]) if abs(rest[j]) > 0.501 else 0
            if times:
                basis[row] = [u - times * v for u, v in zip(basis[row], basis[j], strict=True)]
                rest[:j] -= times * mu[j, :j]
                changed = True
        if not changed:
            return float(products[row])
    raise ReductionStoppedError


def _product(u: list[int], v: list[int], shift: int) -> int:
    inner = sum(x * y for x, y in zip(u[:-1], v[:-1], strict=True))
    return (inner << 2 * shift) + u[-1] * v[-1]


def _gram_schmidt(basis: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return orthogonal rows and their squared lengths."""
    orthogonal, norms = basis.copy(), np.empty(len(basis))
    for i in range(len(basis)):
        for j in range(i):
            orthogonal[i] -= (orthogonal[j] @ basis[i]) / norms[j] * orthogonal[j]
        norms[i] = orthogonal[i] @ orthogonal[i]
    return orthogonal, norms
