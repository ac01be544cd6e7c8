"""``rand`` and ``random`` of Borland C."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import MultipliedCall, RemainderCall

GENERATOR = Congruential(
    name="Borland C rand",
    source="Borland C++ run-time library, rand.c",
    multiplier=22695477,
    increment=1,
    modulus=1 << 31,
    calls=(
        RemainderCall("rand() % n", shift=16, width=15),
        MultipliedCall("random(n)", shift=16, width=15),
    ),
)
