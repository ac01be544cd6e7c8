"""The ten estimates of § 6.3 for one text of symbols, and the entropy that a sample is assessed at.

A matrix of restarts: as many rows, each from one restart, as samples of a row (§ 3.1.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy import bit_estimates
from labharness.analysis.laws.entropy.bit_estimates import entropy, prediction, repeats, upper
from labharness.model.stages import Estimate

WINDOWS = (63, 255, 1023, 4095)
"""Windows of the MultiMCW predictor."""

LAGS = 128
CONTEXT = 16
"""Longest context of the MultiMMC and LZ78Y predictors."""

PAIRS = 100_000
"""Pairs of context and successor that a Markov model of MultiMMC keeps."""

CONTEXTS = 65_536
"""Contexts that the dictionary of LZ78Y keeps."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a sample is assessed at.

    Parameters
    ----------
    bits
        Bits of a symbol.
    original, bitstring
        Estimates by name, in bits of entropy a symbol and a bit; ``bitstring`` is empty for bits, whose
        original is the bit string.  An estimate that the sample is too short for is missing.
    """

    bits: int
    original: dict[Estimate, float]
    bitstring: dict[Estimate, float]

    @property
    def entropy(self) -> float:
        """Return min(H_original, n H_bitstring) in bits a symbol (§ 3.1.3, without the submitter's claim)."""
        return min(self.original_entropy, self.bits * self.bitstring_entropy)

    @property
    def original_entropy(self) -> float:
        """Return H_original in bits a symbol."""
        return min([float(self.bits), *self.original.values()])

    @property
    def bitstring_entropy(self) -> float:
        """Return H_bitstring in bits a bit."""
        return min([1.0, *self.bitstring.values()])


def assess(samples: NDArray[np.uint8], bits: int, *, as_bits: bool = True) -> Assessment:
    """Assess the entropy of samples, each of ``bits`` bits.

    Samples of more than two different values are also read as a string of bits, the highest of each first,
    unless ``as_bits`` is false.

    Examples
    --------
    A source that is stuck has none:

    >>> assess(np.full(5000, 7, dtype=np.uint8), 8).entropy
    0.0
    """
    present = np.flatnonzero(np.bincount(samples, minlength=1 << bits))
    if len(present) == 1:
        return Assessment(bits, {Estimate.MOST_COMMON_VALUE: 0.0}, {})
    places = np.zeros(256, dtype=np.uint8)
    places[present] = np.arange(len(present))
    original = estimates(places[samples], len(present))
    if len(present) == 2 or not as_bits:
        return Assessment(bits, original, {})
    return Assessment(bits, original, estimates(bit_string(samples, bits), 2))


def bit_string(samples: NDArray[np.uint8], bits: int) -> NDArray[np.uint8]:
    """Return the ``bits`` low bits of each sample, highest first, one a byte.

    Examples
    --------
    >>> bit_string(np.array([5, 2], dtype=np.uint8), 3).tolist()
    [1, 0, 1, 0, 1, 0]
    """
    return np.ascontiguousarray(np.unpackbits(samples[:, np.newaxis], axis=1)[:, 8 - bits :]).ravel()


def estimates(symbols: NDArray[np.uint8], size: int) -> dict[Estimate, float]:
    """Return the estimates that a text of symbols 0 … size - 1 is long enough for, in bits a symbol.

    All symbols must come, and at least two of them.
    """
    width = max(1, (size - 1).bit_length())
    repeated = repeats(symbols, width)
    values: dict[Estimate, float | None] = {Estimate.MOST_COMMON_VALUE: most_common(symbols)}
    if size == 2:
        values |= {
            Estimate.COLLISION: bit_estimates.collision(symbols),
            Estimate.MARKOV: bit_estimates.markov(symbols),
            Estimate.COMPRESSION: bit_estimates.compression(symbols),
        }
    values |= {
        Estimate.T_TUPLE: repeated.t_tuple(),
        Estimate.LONGEST_REPEATED_SUBSTRING: repeated.longest_repeat(),
        Estimate.MULTI_MCW: multi_mcw(symbols, size) if len(symbols) > WINDOWS[-1] else None,
        Estimate.LAG: lag(symbols, size),
        Estimate.MULTI_MMC: multi_mmc(symbols, size),
        Estimate.LZ78Y: lz78y(symbols, size) if len(symbols) > CONTEXT + 2 else None,
    }
    return {name: value for name, value in values.items() if value is not None}


def most_common(symbols: NDArray[np.uint8]) -> float:
    """Return the most-common-value estimate (§ 6.3.1)."""
    return entropy(upper(int(np.bincount(symbols).max()) / len(symbols), len(symbols)))


def multi_mcw(symbols: NDArray[np.uint8], size: int, windows: tuple[int, ...] = WINDOWS) -> float:
    """Return the multi-most-common-in-window estimate (§ 6.3.7)."""
    from labharness.analysis.laws.kernels.entropy import predictors as kernels

    lengths = np.array(windows, dtype=np.int64)
    if size == 2:
        correct, run = kernels.most_common_bit_in_window(symbols, lengths)
    else:
        correct, run = kernels.most_common_in_window(symbols, size, lengths)
    return prediction(correct, run, len(symbols) - windows[0], size)


def lag(symbols: NDArray[np.uint8], size: int, deepest: int = LAGS) -> float:
    """Return the lag estimate (§ 6.3.8)."""
    from labharness.analysis.laws.kernels.entropy.predictors import lags

    return prediction(*lags(symbols, deepest), len(symbols) - 1, size)


def multi_mmc(symbols: NDArray[np.uint8], size: int, deepest: int = CONTEXT, pairs: int = PAIRS) -> float:
    """Return the multi-Markov-model-with-counting estimate (§ 6.3.9)."""
    if size == 2:
        from labharness.analysis.laws.kernels.entropy.contexts import markov_bits

        pair = markov_bits(symbols, deepest, pairs)
    else:
        from labharness.analysis.laws.kernels.entropy.contexts import markov

        pair = markov(symbols, deepest, pairs)
    return prediction(*pair, len(symbols) - 2, size)


def lz78y(symbols: NDArray[np.uint8], size: int, deepest: int = CONTEXT, contexts: int = CONTEXTS) -> float:
    """Return the LZ78Y estimate (§ 6.3.10)."""
    if size == 2:
        from labharness.analysis.laws.kernels.entropy.contexts import dictionary_bits

        pair = dictionary_bits(symbols, deepest, contexts)
    else:
        from labharness.analysis.laws.kernels.entropy.contexts import dictionary

        pair = dictionary(symbols, size, deepest, contexts)
    return prediction(*pair, len(symbols) - deepest - 1, size)


FALSE_ALARM = 0.01
"""Chance that the sanity check may fail a source of the claimed entropy."""

STANDARD = 0.000_005
"""What § 3.1.4.3 makes of it for each of 1,000 rows and 1,000 columns."""


@dataclass(frozen=True, slots=True)
class RestartMatrix:
    """What one matrix shows.

    Parameters
    ----------
    most
        How often the commonest sample of any row or column comes in it.
    rows, columns
        Min-entropy of the samples read by rows, and by columns.
    """

    most: int
    rows: float
    columns: float


def matrix(samples: NDArray[np.uint8], bits: int) -> RestartMatrix:
    """Read a matrix of restarts, given row after row, its side the root of the number of samples."""
    side = round(len(samples) ** 0.5)
    table = samples.reshape(side, side)
    columns = np.ascontiguousarray(table.T)
    most = max(int(np.bincount(line, minlength=256).max()) for lines in (table, columns) for line in lines)
    by_row, by_column = (assess(order.ravel(), bits, as_bits=False) for order in (table, columns))
    return RestartMatrix(most, by_row.original_entropy, by_column.original_entropy)


def cutoff(entropy: float, side: int, bits: int) -> int:
    """Return the largest count of the commonest sample that passes, ``side`` where none fails.

    Notes
    -----
    The standard holds the count of the *commonest* sample of a row against the binomial law of *one*, so
    that a source of H bits, of which up to 2^H samples may each be the commonest, fails far more often than
    1%.  Here the bound is over all of them, rows and columns, which no source of the claimed entropy
    exceeds with a greater chance.

    Examples
    --------
    >>> cutoff(1.0, 1000, 1), cutoff(8.0, 1000, 8)
    (572, 19)
    """
    from scipy.special import bdtrc

    share = 2.0**-entropy
    each = FALSE_ALARM / (2 * side * min(1 << bits, max(1, floor(1 / share))))
    beyond = np.append(bdtrc(np.arange(side), side, share), 0.0)
    return int(np.argmax(beyond < each))


def standard_cutoff(entropy: float, side: int) -> int:
    """Return the largest count that passes by the letter of § 3.1.4.3: P(X ≥ count) of one is not below α."""
    from scipy.special import bdtrc

    beyond = np.append(bdtrc(np.arange(side), side, 2.0**-entropy), 0.0)
    return int(np.argmax(beyond < STANDARD))
