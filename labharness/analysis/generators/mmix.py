"""Knuth's generator of MMIX."""

from __future__ import annotations

from labharness.analysis.identification.calls import MultipliedCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential

GENERATOR = Congruential(
    name="MMIX (Knuth)",
    source="Knuth 1997, The Art of Computer Programming 2, 3.3.4, table 1",
    recurrence=Affine(6364136223846793005, 1442695040888963407, 1 << 64),
    calls=(
        MultipliedCall("x * n >> 64", width=64),
        MultipliedCall("(x >> 32) * n >> 32", width=32, shift=32),
        RemainderCall("x % n", width=64),
    ),
)
