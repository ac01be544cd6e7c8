"""xorshift of four words of 32 bits."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.linear import ShiftRegister, modulo, scaled

EVERY = (1 << 32) - 1


def advance(state: list[Any]) -> Any:
    """Shift the oldest word into the newest."""
    t = state[0] ^ state[0] << 11 & EVERY
    t ^= t >> 8
    state[:] = [*state[1:], state[3] ^ state[3] >> 19 ^ t]
    return state[3]


GENERATOR = ShiftRegister(
    name="xorshift128 (11, 8, 19)",
    source="Marsaglia, Journal of Statistical Software 8 (2003) 14",
    calls=(scaled(32), modulo()),
    width=32,
    length=4,
    advance=advance,
)
