"""xorshift of one word of 64 bits."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.linear import ShiftRegister, modulo, scaled

EVERY = (1 << 64) - 1


def advance(state: list[Any]) -> Any:
    """Shift to the left, right and left."""
    x = state[0]
    x ^= x << 13 & EVERY
    x ^= x >> 7
    x ^= x << 17 & EVERY
    state[0] = x
    return x


GENERATOR = ShiftRegister(
    name="xorshift64 (13, 7, 17)",
    source="Marsaglia, Journal of Statistical Software 8 (2003) 14",
    calls=(scaled(64), modulo()),
    width=64,
    length=1,
    advance=advance,
)
