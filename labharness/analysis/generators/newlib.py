"""``rand`` of the newlib C library."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, RemainderCall

GENERATOR = Congruential(
    name="newlib rand",
    source="newlib, libc/stdlib/rand.c",
    multiplier=6364136223846793005,
    increment=1,
    modulus=1 << 63,
    calls=(
        FractionalCall("(int)(rand() / (RAND_MAX + 1.0) * n)", shift=32, width=31),
        RemainderCall("rand() % n", shift=32, width=31),
    ),
)
