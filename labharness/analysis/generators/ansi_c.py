"""``rand`` of the example in the C standard."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import MultipliedCall, RemainderCall

GENERATOR = Congruential(
    name="ANSI C rand (example of the standard)",
    source="ISO/IEC 9899:1990, 7.10.2.2",
    multiplier=1103515245,
    increment=12345,
    modulus=1 << 31,
    calls=(
        RemainderCall("rand() % n", shift=16, width=15),
        MultipliedCall("rand() * n / 32768", shift=16, width=15),
    ),
)
