"""LFSR113, four Tausworthe registers."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.linear import ShiftRegister, divided, modulo, scaled

EVERY = (1 << 32) - 1


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
    calls=(scaled(32), divided("gsl_rng_uniform_int(r, n)"), modulo()),
    width=32,
    length=4,
    advance=advance,
)
