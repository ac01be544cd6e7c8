"""``rand`` of the musl C library."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, RemainderCall

GENERATOR = Congruential(
    name="musl rand",
    source="musl, src/prng/rand.c",
    multiplier=6364136223846793005,
    increment=1,
    modulus=1 << 64,
    initial=lambda seed: (seed - 1) % 2**32,
    calls=(
        FractionalCall("(int)(rand() / (RAND_MAX + 1.0) * n)", shift=33, width=31),
        RemainderCall("rand() % n", shift=33, width=31),
    ),
)
