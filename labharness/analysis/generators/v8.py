"""Math.random of V8: Node.js, Chrome, Edge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.calls import FractionalCall
from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.linear import Places, ShiftRegister

EVERY = (1 << 64) - 1


def advance(state: list[Any]) -> Any:
    """Step xorshift128+; V8 reads the first word of the state, not the sum."""
    x, y = state
    x = x ^ x << 23 & EVERY
    state[:] = y, x ^ x >> 17 ^ y ^ y >> 26
    return y


@dataclass(frozen=True, kw_only=True)
class CachedRegister(ShiftRegister):
    """A register all places of whose cache share the sums of the first words."""

    def forms(self, places: Places, bits: Places) -> NDArray[np.uint64]:
        """Return bits of words as packed sums of unknowns."""
        if places[-1] >= 16 * 1024:
            return super().forms(places, bits)
        return table(self, int(places[-1]) // 1024 + 1)[places, bits]


@lru_cache(maxsize=1)
def table(register: CachedRegister, blocks: int) -> NDArray[np.uint64]:
    """Return all bits of the first 1,024 words, or a multiple, as packed sums of unknowns."""
    words, bits = np.divmod(np.arange(blocks * 1024 * register.width), register.width)
    return ShiftRegister.forms(register, words, bits).reshape(-1, register.width, register.length)


GENERATOR = CachedRegister(
    name="V8 Math.random",
    source="V8, src/numbers/math-random.cc and src/base/utils/random-number-generator.h; Vigna, xorshift128+ (2014)",
    calls=tuple(
        FractionalCall(f"floor(Math.random() n), {bits} bits", bits, shift=64 - bits) for bits in (52, 53)
    ),
    width=64,
    length=2,
    cache=64,
    advance=advance,
    vectors=known_outcomes("""
Node 20.20.2 (V8 11.3); floor(Math.random() n), 52 bits; ; 7; 3 3 6 2 0 3 2 5 0 1 2 6 6 5 2 2 2 5 2 4 4 0 6 5 0 2 6 6 1 0 4 0 6 4 1 6 2 6 6 3 6 1 3 0 1 6 2 3 6 0 4 3 2 1 0 4 5 1 3 5 5 2 1 0 2 5 1 0 6 0 6 6 2 4 4 4 5 1 3 1 5 1 2 5 3 0 6 5 5 6 3 6 0 1 3 0 5 5 0 0 5 6 2 6 6 3 2 5 2 6 5 3 0 5 4 3 6 5 5 0 0 4 5 5 5 0 0 3 2 4 4 2 5 2 2 6 6 2 0 1 5 4 1 4 5 0 2 4 3 2 5 2 4 1 3 4 0 6 1 2 1 4 2 6 2 2 4 5 1 5 6 0 6 5 2 6 5 5 0 3 2 3 6 6 2 6 3 1 0 5 0 6 0 0 5 0 5 0 1 0 5 4 1 4 0 5 4 0 6 4 1 6 4 4 2 3 4 3 0 6 5 2 1 2 1 4 4 6 0 3 3 4 0 4 0 1 4 3 3 1 0 5 2 4 0 4 2 3 4 4 6 2 6 4 4 5 6 3 6 3 4 3 5 4 0 3 3 3 5 3 0 4 4 6 3 0 6 6 5 5 2 0 2 0 4 4 2 2 6 1 6 5 1 1 0 1 6 6 5 4
Node 20.20.2 (V8 11.3); floor(Math.random() n), 52 bits; ; 52; 48 51 22 13 41 39 46 5 20 42 37 7 44 49 13 47 42 18 46 39 30 46 50 23 7 49 11 43 6 36 44 46 9 38 38 39 39 38 10 15 9 5 27 50 20 29 34 29 47 32 6 30 34 11 33 42 10 12 17 15 12 22 22 15 48 43 34 43 11 34 40 12 6 36 7 26 7 19 17 11 41 12 40 12 16 0 8 10 23 11 49 5 2 17 2 4 14 9 8 19 45 23 2 14 15 47 2 5 14 1 30 36 51 30 3 18 8 26 10 5 10 16 12 28 15 19 2 21 11 1 18 37 32 48 26 26 0 38 6 41 35 23 21 12 13 13 25 13 14 18 23 2 43 11 19 6 14 18 30 37 36 48 27 28 50 26 31 8 5 39 30 19 27 33 47 2 47 48 13 25 35 11 31 5 41 35 36 0 41 30 1 32 3 10 47 44 25 27 1 49 36 43 13 10 21 51 40 42 29 51 48 15 3 41 14 41 36 45 11 37 9 47 20 9 32 10 15 27 28 17 28 25 25 4 8 18 3 16 18 15 41 18 22 34 38 36 1 21 19 17 5 0 8 10 10 12 22 14 40 45 6 5 47 25 15 41 29 51 15 20 19 13 44 20 11 48 39 9 50 50 7 28 5 24 2 4 37 13 42 21 13 1 44 23 14 29 4 12 0 10
"""),
)
