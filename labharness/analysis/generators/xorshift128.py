"""xorshift of four words of 32 bits."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.linear import EVERY, WORD_CALLS, ShiftRegister


def advance(state: list[Any]) -> Any:
    """Shift the oldest word into the newest."""
    t = state[0] ^ state[0] << 11 & EVERY
    state[:] = [*state[1:], state[3] ^ state[3] >> 19 ^ t ^ t >> 8]
    return state[3]


GENERATOR = ShiftRegister(
    name="xorshift128 (11, 8, 19)",
    source="Marsaglia, Journal of Statistical Software 8 (2003) 14",
    calls=WORD_CALLS,
    length=4,
    advance=advance,
    vectors=known_outcomes("""
seedrandom 3.0.5; floor(word n / 2^32); ; 52; 41 5 29 32 33 23 10 48 6 14 31 45 41 38 38 9 42 35 18 23 27 32 17 14 49 30 7 45 49 20 24 1 18 18 40 20 15 39 34 19 0 48 22 50 21 15 33 37 8 14 30 28 30 8 20 31 38 19 34 10 16 12 51 6 31 39 19 13 12 44 35 16 29 24 40 34 45 46 23 10 22 42 40 3 13 10 27 15 21 39 37 0 44 40 50 18 38 30 9 37
"""),
)
