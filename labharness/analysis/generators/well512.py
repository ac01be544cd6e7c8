"""WELL512a."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.linear import ShiftRegister, modulo, scaled

EVERY = (1 << 32) - 1


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
    calls=(scaled(32), modulo()),
    width=32,
    length=16,
    advance=advance,
)
