"""LFSR113, four Tausworthe registers."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.linear import EVERY, GSL_CALLS, ShiftRegister


def advance(state: list[Any]) -> Any:
    """Step four registers."""
    a, b, c, d = state
    a = (a & 0xFFFFFFFE) << 18 & EVERY ^ (a << 6 & EVERY ^ a) >> 13
    b = (b & 0xFFFFFFF8) << 2 & EVERY ^ (b << 2 & EVERY ^ b) >> 27
    c = (c & 0xFFFFFFF0) << 7 & EVERY ^ (c << 13 & EVERY ^ c) >> 21
    d = (d & 0xFFFFFF80) << 13 & EVERY ^ (d << 3 & EVERY ^ d) >> 12
    state[:] = a, b, c, d
    return a ^ b ^ c ^ d


GENERATOR = ShiftRegister(
    name="LFSR113",
    source="L'Ecuyer, Mathematics of Computation 68 (1999) 261",
    calls=GSL_CALLS,
    length=4,
    advance=advance,
    vectors=known_outcomes("""
GSL 2.7.1; gsl_rng_uniform_int(r, n); ; 52; 13 1 21 25 35 23 34 42 46 22 41 48 38 17 24 51 32 41 19 25 49 35 1 45 21 16 0 44 31 38 20 16 18 19 37 27 28 8 12 24 20 1 8 43 24 17 40 9 25 38 35 2 31 12 43 38 28 22 31 46 21 48 35 44 28 11 15 31 30 33 8 33 15 19 14 49 29 7 38 41 1 14 15 2 3 15 42 39 40 17
"""),
)
