"""taus88, the Tausworthe generator of GSL and Boost."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.linear import EVERY, GSL_CALLS, ShiftRegister


def advance(state: list[Any]) -> Any:
    """Step three registers."""
    a, b, c = state
    a = (a & 0xFFFFFFFE) << 12 & EVERY ^ (a << 13 & EVERY ^ a) >> 19
    b = (b & 0xFFFFFFF8) << 4 & EVERY ^ (b << 2 & EVERY ^ b) >> 25
    c = (c & 0xFFFFFFF0) << 17 & EVERY ^ (c << 3 & EVERY ^ c) >> 11
    state[:] = a, b, c
    return a ^ b ^ c


GENERATOR = ShiftRegister(
    name="taus88",
    source="L'Ecuyer, Mathematics of Computation 65 (1996) 203",
    calls=GSL_CALLS,
    length=3,
    advance=advance,
    vectors=known_outcomes("""
GSL 2.7.1; gsl_rng_uniform_int(r, n); ; 52; 41 32 38 51 31 25 1 14 7 25 14 40 28 3 18 23 2 15 10 19 26 14 35 15 12 5 0 17 8 34 23 15 10 23 40 35 47 29 3 14 41 12 31 14 51 34 39 13 42 2 17 9 27 7 42 39 24 46 0 51 25 12 44 7 47 31 29 46 7 16 7 36 1 15 33 5 6 23 28 46 50 17 4 22 23 44 4 9 10 22
"""),
)
