"""Lattice structure of leading bytes."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

SIZES = ((8, 16), (16, 32))
"""Terms of a combination, and equations that it is searched with."""
TRIES = 3
"""Shortest combinations of each search that are judged."""
LEAST_WINDOWS = 20
LEAST = 8 * (sum(SIZES[1]) + 2 + LEAST_WINDOWS * (SIZES[1][0] + 1))
"""Bytes of which one in eight suffices."""


@kit.check(
    title="Lattice of leading bytes",
    observes=kit.Kind.BYTES,
    unit="window of bytes",
    reference="Stern 1987, FOCS, 421-426; Frieze et al. 1988, SIAM J. Comput. 17, 262-280; Lenstra et al. 1982",
    hypothesis="No combination of consecutive leading bytes with small coefficients is nearly constant.",
    null_law="largest of exponential concentrations, Šidák",
    applies_from="3,120 bytes",
    slow=0.1,
)
class TruncatedCongruential:
    """Whether bytes are the leading ones of a linear congruential generator, of whatever multiplier and modulus.

    Differences of consecutive states obey one multiplier, so that combinations of them with small coefficients
    vanish modulo M, and with the same coefficients the differences of leading bytes almost do modulo 256.  Lattice
    reduction of the first 24 or 48 bytes proposes combinations of 8 and 16 differences (Stern; Frieze et al.), and
    the three shortest of each are judged on fresh, disjoint windows: of a fair source, the combination is uniform
    modulo 256, and R = W |mean of e^(2πi v/256)|² over W windows is exponential with mean 1, however it was chosen.

    Five sequences are searched: all bytes, the first and the last byte of every four, and of every eight.

    Parameters
    ----------
    most
        Bytes read, from the first one on.

    Notes
    -----
    The effect is the length of the mean direction √(R/W), between 0 and 1, with a normal interval.

    References
    ----------
    Stern 1987, Secret linear congruential generators are not cryptographically secure, FOCS, 421-426.  Frieze,
    Håstad, Kannan, Lagarias & Shamir 1988, SIAM J. Comput. 17, 262-280.  Lenstra, Lenstra & Lovász 1982, Math.
    Ann. 261, 515-534.

    Examples
    --------
    The top byte of x ← 1664525 x + 1013904223 modulo 2^32:

    >>> x, top = 1, []
    >>> for _ in range(8000):
    ...     x = (1664525 * x + 1013904223) % 2**32
    ...     top.append(x >> 24)
    >>> tally = kit.Tally(columns={"bytes": np.array(top, dtype=np.uint8)})
    >>> TruncatedCongruential().judge(tally, kit.Population(kit.Kind.BYTES)).p["right"] < 1e-9
    True
    """

    most: int = kit.within(1 << 20, LEAST, 1 << 24)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first bytes."""
        return kit.leading_bytes.leading(block, self.most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Propose combinations from the first bytes and judge them on the others."""
        data, read = kit.leading_bytes.bytes_of(tally), tally.number("read")
        kit.refuse(read, kit.too_few(len(data), LEAST, kit.Counted.BYTES))
        result: list[tuple[float, int, kit.Reason, tuple[int, ...]]] = []
        for name, part in _parts(data):
            for terms, equations in SIZES:
                for combination in combinations(part, terms, equations):
                    r, windows = concentration(part[terms + equations + 1 :], combination)
                    result.append((r, windows, name, tuple(combination.tolist())))
        r, windows, name, coefficients = max(result, key=lambda each: each[0])
        length, half = sqrt(r / windows), 1.96 / sqrt(2 * windows)
        tail = max(kit.SMALLEST_P, float(np.exp(-r)))
        return kit.CheckResult(
            read,
            {"R": r, "windows": float(windows)},
            p=kit.largest_tails([tail] * len(result)),
            law=kit.Predictions.LATTICE_LAW(tests=len(result)),
            effect=kit.Effect(
                kit.Predictions.CONCENTRATION(), length, max(0.0, length - half), min(1.0, length + half)
            ),
            details=(
                kit.Predictions.LATTICE(bytes=name, coefficients=coefficients, windows=windows),
                *kit.leading_bytes.beyond(tally, len(data)),
            ),
        )


def _parts(data: NDArray[np.uint8]) -> list[tuple[kit.Reason, NDArray[np.uint8]]]:
    """Return the sequences of bytes that are searched, and their names."""
    parts = [(kit.Predictions.EVERY_BYTE(), data)]
    for size in (4, 8):
        words = data[: len(data) // size * size].reshape(-1, size)
        parts += [
            (kit.Predictions.BYTE_OF_WORD(number=place + 1, size=size), np.ascontiguousarray(words[:, place]))
            for place in (0, size - 1)
        ]
    return parts


def combinations(data: NDArray[np.uint8], terms: int, equations: int) -> list[NDArray[np.int64]]:
    """Return the shortest combinations of differences that nearly vanish in the first bytes."""
    differences = np.diff(data[: terms + equations + 1].astype(np.int64))
    basis = np.zeros((terms + equations, terms + equations), dtype=np.int64)
    basis[:terms, :terms] = np.eye(terms)
    windows = np.lib.stride_tricks.sliding_window_view(differences, equations)
    basis[:terms, terms:] = windows[:terms]
    basis[terms:, terms:] = 256 * np.eye(equations, dtype=np.int64)
    kit.byte_relations.reduce_basis(basis, 0.99)
    order = np.argsort((basis.astype(np.float64) ** 2).sum(axis=1), kind="stable")
    # A combination of which even the double vanishes modulo 256 would say the same of every sample.
    useful = [basis[row, :terms] for row in order if (2 * basis[row, :terms] % 256).any()]
    return useful[:TRIES]


def concentration(data: NDArray[np.uint8], combination: NDArray[np.int64]) -> tuple[float, int]:
    """Return R of a combination over disjoint windows, and their number."""
    weights = np.diff(np.concatenate([[0], combination, [0]])) * -1
    rows = data[: len(data) // len(weights) * len(weights)].reshape(-1, len(weights))
    values = (rows @ weights) % 256
    counts = np.bincount(values, minlength=256)
    mean = counts @ np.exp(2j * np.pi * np.arange(256) / 256) / len(values)
    return float(abs(mean) ** 2 * len(values)), len(values)
