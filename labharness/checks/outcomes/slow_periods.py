"""Slow drift and periods of the frequency of outcomes."""

from __future__ import annotations

from math import exp

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST, LEAST_EACH = 1000, 50
MOST_OUTCOMES = 256


@kit.check(
    title="Slow periods",
    observes=kit.Kind.DRAW,
    reference="Fisher 1929, Proc. R. Soc. A 125, 54-59; Brockwell & Davis 1991, Time Series, § 10.1",
    hypothesis="The chance of each outcome is the same throughout, without drift or period.",
    null_law="largest of independent exponential ordinates, weighted",
    applies_from="1,000 outcomes, and 50 of each expected; d to 256",
    slow=1.1,
)
class SlowPeriods:
    """Whether the chance of an outcome rises and falls through the sample.

    The periodogram of the indicator of each outcome, over its mean n (d-1)/d², is exponential with mean 1 at each
    of the frequencies 1/n, 2/n, … below 1/2, and independent between them.  At one frequency the largest of the d
    outcomes has the tail d e^-x (one outcome suffices where d = 2).  Half of the level is for the lowest
    frequencies, which drift and warm and cold hours fill, and half for all: p = 1 - Π (1 - w_f P), with P the
    smallest of tail / w_f.

    Parameters
    ----------
    low
        Lowest frequencies that share half of the level.
    most
        Outcomes read, from the first one on.

    Notes
    -----
    The effect is the amplitude A of the outcome's chance at the most deviating frequency, relative to 1/d; its
    interval is for that frequency alone.  A sine of amplitude A adds n A² / (4 (d-1)) to an ordinate.

    References
    ----------
    Fisher 1929, Tests of significance in harmonic analysis, Proc. R. Soc. A 125, 54-59.  Brockwell & Davis 1991,
    Time Series: Theory and Methods, 2nd ed., Springer, § 10.1.

    Examples
    --------
    A coin whose chance of heads swings between 0.3 and 0.7 every 400 tosses:

    >>> swing = 0.5 + 0.2 * np.sin(2 * np.pi * np.arange(4000) / 400)
    >>> codes = (np.random.default_rng(1).random(4000) < swing).astype(np.uint16)
    >>> result = SlowPeriods().judge(kit.Tally(columns={"codes": codes}), kit.Population(kit.Kind.DRAW, low=0, high=1))
    >>> result.statistic["period"], result.p["right"] < 1e-6
    (400.0, True)
    """

    low: int = kit.within(512, 1, 1 << 20)
    most: int = kit.within(kit.leading.MOST, LEAST, 1 << 24)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first outcomes."""
        return kit.leading.leading(block, self.most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating ordinate with the largest of as many by chance."""
        codes, d, read = kit.leading.codes_of(tally), kit.outcomes.outcomes(population), tally.number("read")
        kit.refuse(read, kit.out_of_range(d, MOST_OUTCOMES))
        needed = max(LEAST, LEAST_EACH * d)
        kit.refuse(read, kit.too_few(len(codes), needed, kit.Counted.OUTCOMES))
        codes = codes[: _quick(len(codes))]
        n = len(codes)
        height, outcome = _largest(codes, d)
        frequencies = len(height)
        low = min(self.low, frequencies)
        weights = np.full(frequencies, 0.5 / frequencies)
        weights[:low] += 0.5 / low
        each = d if d > 2 else 1
        tails = np.minimum(1.0, each * np.exp(-height)) / weights
        worst = int(np.argmin(tails))
        x, period = float(height[worst]), n / (worst + 1)
        none = float(np.log1p(-np.minimum(1 - 1e-15, tails[worst] * weights)).sum())
        value = population.low + int(outcome[worst])
        return kit.CheckResult(
            read,
            {"ordinate": x, "period": period, "frequencies": float(frequencies)},
            p=kit.both_tails(max(kit.SMALLEST_P, -float(np.expm1(none))), exp(none)),
            law=kit.Predictions.PERIODOGRAM(frequencies=frequencies, low=low),
            effect=kit.root_effect(kit.Predictions.AMPLITUDE(outcome=value), 2 * x, 2, n / (2 * (d - 1))),
            details=(kit.Predictions.PERIOD(outcome=value, period=period), *kit.leading.beyond(tally, n)),
        )


def _quick(n: int) -> int:
    """Return the largest length up to n of which the Fourier transform is quick; it is hardly shorter."""
    from scipy.fft import next_fast_len

    while next_fast_len(n, real=True) > n:
        n -= 1
    return n


def _largest(codes: NDArray[np.int32], d: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the largest ordinate of any outcome at each frequency, and the outcome."""
    from scipy.fft import rfft

    n = len(codes)
    frequencies = (n - 1) // 2
    height = np.full(frequencies, -1.0)
    outcome = np.zeros(frequencies, dtype=np.int64)
    for value in range(d if d > 2 else 1):
        spectrum = rfft((codes == value) - 1 / d)[1 : frequencies + 1]
        ordinates = (spectrum.real**2 + spectrum.imag**2) * (d**2 / (n * (d - 1)))
        higher = ordinates > height
        height[higher], outcome[higher] = ordinates[higher], value
    return height, outcome
