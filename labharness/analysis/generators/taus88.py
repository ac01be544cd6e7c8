"""taus88, the Tausworthe generator of GSL and Boost."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.linear import ShiftRegister, divided, modulo, scaled

EVERY = (1 << 32) - 1


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
    calls=(scaled(32), divided("gsl_rng_uniform_int(r, n)"), modulo()),
    width=32,
    length=3,
    advance=advance,
)
