"""``rand`` of the Microsoft C run-time library."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import Multiplied, Remainder

GENERATOR = Congruential(
    name="Microsoft C rand",
    source="Microsoft C run-time library, rand.c",
    multiplier=214013,
    increment=2531011,
    modulus=1 << 31,
    calls=(
        Remainder("rand() % n", shift=16, width=15),
        Multiplied("rand() * n / 32768", shift=16, width=15),
    ),
)
