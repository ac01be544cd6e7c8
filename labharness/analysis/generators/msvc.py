"""``rand`` of the Microsoft C run-time library."""

from __future__ import annotations

from labharness.analysis.identification.calls import MultipliedCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import known_outcomes

GENERATOR = Congruential(
    name="Microsoft C rand",
    source="Microsoft C run-time library, rand.c",
    recurrence=Affine(214013, 2531011, 1 << 31),
    calls=(
        RemainderCall("rand() % n", width=15, shift=16),
        MultipliedCall("rand() * n / 32768", width=15, shift=16),
    ),
    vectors=known_outcomes("""
Wine 8.0 msvcrt; rand() % n; 42; 6; 1 4 1 2 3 3 0 0 5 5 3 4 1 1 2 5 2 2 5 2 3 0 4 5 4 2 0 1 1 1 2 3 4 3 4 1 3 4 1 1 1 1 1 0 2 3 5 5 1 0 4 5 5 2 3 2 1 4 1 1
Wine 8.0 msvcrt; rand() % n; 42; 7; 0 1 5 5 4 6 1 0 3 5 6 4 3 1 5 6 6 6 1 6 3 4 6 1 6 5 1 1 1 5 5 6 6 1 3 4 1 2 5 4 1 5 1 2 3 5 2 3 2 1 1 2 1 0 6 1 0 5 6 2
Wine 8.0 msvcrt; rand() % n; 42; 52; 19 36 33 0 15 35 8 0 1 1 13 50 3 27 48 33 24 36 51 20 15 2 46 23 38 20 44 7 13 23 22 9 28 25 2 51 1 12 3 3 13 23 43 40 12 19 21 45 15 20 32 15 29 10 27 10 45 42 3 45
Wine 8.0 msvcrt; rand() * n / 32768; 42; 7; 0 0 3 6 3 2 1 1 3 0 6 6 2 1 0 4 4 2 3 4 1 5 6 5 1 1 1 1 0 0 6 0 6 3 1 6 2 6 1 4 5 6 5 3 0 1 0 6 5 3 1 4 3 0 1 6 5 3 2 6
"""),
)
