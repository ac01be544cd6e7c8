"""Knuth's generator of MMIX."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import MultipliedCall, RemainderCall

GENERATOR = Congruential(
    name="MMIX (Knuth)",
    source="Knuth 1997, The Art of Computer Programming 2, 3.3.4, table 1",
    multiplier=6364136223846793005,
    increment=1442695040888963407,
    modulus=1 << 64,
    calls=(
        MultipliedCall("x * n >> 64", shift=0, width=64),
        MultipliedCall("(x >> 32) * n >> 32", shift=32, width=32),
        RemainderCall("x % n", shift=0, width=64),
    ),
)
