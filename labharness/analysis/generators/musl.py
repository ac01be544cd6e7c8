"""``rand`` of the musl C library."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential

GENERATOR = Congruential(
    name="musl rand",
    source="musl, src/prng/rand.c",
    recurrence=Affine(6364136223846793005, 1, 1 << 64),
    initial=lambda seed: (seed - 1) % 2**32,
    calls=(
        FractionalCall("(int)(rand() / (RAND_MAX + 1.0) * n)", width=31, shift=33),
        RemainderCall("rand() % n", width=31, shift=33),
    ),
)
