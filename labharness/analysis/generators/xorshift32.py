"""xorshift of one word of 32 bits."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.linear import modulo, scaled
from labharness.analysis.identification.seeds import SearchedRegister

EVERY = (1 << 32) - 1


def advance(state: list[Any]) -> Any:
    """Shift to the left, right and left."""
    x = state[0]
    x ^= x << 13 & EVERY
    x ^= x >> 17
    x ^= x << 5 & EVERY
    state[0] = x
    return x


GENERATOR = SearchedRegister(
    name="xorshift32 (13, 17, 5)",
    source="Marsaglia, Journal of Statistical Software 8 (2003) 14",
    calls=(scaled(32), modulo()),
    width=32,
    length=1,
    advance=advance,
)
