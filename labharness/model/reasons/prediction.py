"""What earlier output says about the next."""

from __future__ import annotations

from labharness.reason import Code, Reason, note


class Predictions(Code, area="prediction"):
    """Relations between an outcome and earlier ones, and what they are worth."""

    COMPLEXITY = note(modulus=int)
    COMPLEXITY_OF_BIT = note(bit=int)
    COMPLEXITY_LAW = note(sequences=int)
    SEQUENCE = note(sequence=Reason, length=int, symbols=int, fair=int, exponent=float)
    MODULO = note(modulus=int)
    BIT = note(bit=int)

    EQUAL_AT_LAG = note(lag=int, fair=float)
    LARGEST_BINOMIAL = note(number=int)

    SUM_RESIDUALS = note()
    SEARCHED_HALVES = note(searched=int, judged=int, df=int)

    AMPLITUDE = note(outcome=int)
    PERIODOGRAM = note(frequencies=int, low=int)
    PERIOD = note(outcome=int, period=float)

    NAMED = note(fair=float)
    CAPITAL_LAW = note()
    CAPITAL = note(exponent=float, outcomes=int)
    GAIN = note(cents=float, low=float, high=float)
    """Per $100 staked at fair odds."""
    FREQUENCIES = note()
    RELATION = note(terms=tuple[str, ...], outcomes=int)
    """An outcome is the sum of these terms, modulo the number of outcomes, plus a residual."""
    CONTEXT = note(lags=tuple[int, ...])

    BYTES_NOT_READ = note(judged=int, recorded=int)
    COMPLEXITY_OF_LANE = note(lane=Reason)
    LANE = note(bits=int)
    """The last bit of the first byte of a group of so many bits."""
    LANE_FROM_END = note(bits=int)
    LEADING_BITS = note()
    STREAM = note()

    LATTICE_LAW = note(tests=int)
    CONCENTRATION = note()
    LATTICE = note(bytes=Reason, coefficients=tuple[int, ...], windows=int)
    EVERY_BYTE = note()
    BYTE_OF_WORD = note(number=int, size=int)

    BINOMIAL_BONFERRONI = note(tests=int)
    ONES_AT = note(bit=int, period=int)
    EQUAL_BYTES = note(lag=int)
    EQUAL_SUMS = note(first=int, second=int)
    REPEATED_BLOCK = note(place=int, earlier=int)
    COUNTING_BLOCKS = note(bound=float)
