"""``rand`` of the GNU and older BSD libraries with the smallest state, all 31 bits."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import known_outcomes

GENERATOR = Congruential(
    name="glibc rand, TYPE_0 (old BSD rand)",
    source="The GNU C Library, random_r.c",
    recurrence=Affine(1103515245, 12345, 1 << 31),
    calls=(
        RemainderCall("rand() % n", width=31),
        FractionalCall("(int)(rand() / (RAND_MAX + 1.0) * n)", width=31),
    ),
    vectors=known_outcomes("""
glibc 2.36; rand() % n; 42; 7; 4 0 6 1 1 0 4 4 0 6 3 2 3 1 1 4 1 6 2 6 3 1 3 3 0 0 4 0 2 0 5 1 4 5 1 5 4 2 4 0 3 3 0 2 1 5 2 6 4 0 5 6 3 5 2 0 6 6 3 4
glibc 2.36; rand() % n; 42; 52; 27 12 37 6 27 28 9 10 43 28 9 2 3 28 9 22 11 16 9 2 15 48 41 50 31 20 13 50 23 48 45 46 31 28 1 14 31 36 41 10 35 48 21 22 39 20 41 6 7 36 1 34 19 28 21 6 39 36 21 50
"""),
)
