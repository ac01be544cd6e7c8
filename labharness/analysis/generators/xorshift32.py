"""xorshift of one word of 32 bits."""

from __future__ import annotations

from typing import Any

from labharness.analysis.identification.linear import EVERY, WORD_CALLS
from labharness.analysis.identification.seeds import SearchedRegister


def advance(state: list[Any]) -> Any:
    """Shift to the left, right and left."""
    x = state[0] ^ state[0] << 13 & EVERY
    x = x ^ x >> 17
    state[0] = x ^ x << 5 & EVERY
    return state[0]


GENERATOR = SearchedRegister(
    name="xorshift32 (13, 17, 5)",
    source="Marsaglia, Journal of Statistical Software 8 (2003) 14",
    calls=WORD_CALLS,
    length=1,
    advance=advance,
)
