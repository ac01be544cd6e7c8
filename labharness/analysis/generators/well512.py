"""WELL512a."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.linear import EVERY, WORD_CALLS, ShiftRegister


def advance(state: list[Any]) -> Any:
    """Replace the words i and i - 1 of the register; the list begins at i."""
    last, v0, v13, v9 = state[15], state[0], state[13], state[9]
    z1 = v0 ^ v0 << 16 & EVERY ^ v13 ^ v13 << 15 & EVERY
    new = z1 ^ v9 ^ v9 >> 11
    word = last ^ last << 2 & EVERY ^ z1 ^ z1 << 18 & EVERY ^ (v9 ^ v9 >> 11) << 28 & EVERY
    word = word ^ new ^ new << 5 & 0xDA442D24
    state[:] = [word, new, *state[1:15]]
    return word


GENERATOR = ShiftRegister(
    name="WELL512a",
    source="Panneton, L'Ecuyer and Matsumoto, ACM TOMS 32 (2006) 1",
    calls=WORD_CALLS,
    length=16,
    advance=advance,
    vectors=known_outcomes("""
Apache Commons Math 3.6.1; floor(word n / 2^32); ; 52; 33 10 47 10 41 18 17 5 17 34 28 9 10 14 5 46 18 10 20 31 10 26 13 20 5 32 8 38 30 17 20 42 15 47 26 29 12 49 27 19 41 41 47 41 44 20 17 9 26 5 49 47 38 43 10 26 30 48 51 8 38 30 21 7 13 41 2 36 38 42 34 27 35 36 45 48 33 13 17 37 31 50 51 22 42 44 45 31 46 14 40 22 39 15 46 39 40 19 39 32 14 15 51 24 3 30 21 28 49 5 8 39 17 5 49 27 18 46 45 46 0 3 1 51 26 45 13 44 31 22 6 1 47 42 44 4 32 47 16 18 9 32 30 13 17 31 48 40 43 47 34 38 43 46 33 41 51 12 18 15 0 14 46 3 19 20 15 3 23 30 50 31 20 33 16 35 11 50 38 2 41 13 38 0 48 50 33 38 26 1 41 24 2 28 49 13 46 25 30 0
"""),
)
