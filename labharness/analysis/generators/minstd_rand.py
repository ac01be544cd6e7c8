"""The minimal standard of 1993: C++'s ``minstd_rand``."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, QuotientCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import known_outcomes

GENERATOR = Congruential(
    name="minstd_rand (multiplier 48271)",
    source="Park, Miller & Stockmeyer 1993, Commun. ACM 36, 105-110; ISO/IEC 14882 [rand.predef]",
    recurrence=Affine(48271, 0, 2**31 - 1),
    initial=lambda seed: seed % (2**31 - 1) or 1,
    calls=(
        QuotientCall("uniform_int_distribution(0, n - 1)", width=31, least=1, span=2**31 - 3),
        RemainderCall("minstd_rand() % n", width=31),
        FractionalCall("(int)(minstd_rand() / 2147483647.0 * n)", width=31, divisor=2**31 - 1),
    ),
    vectors=known_outcomes("""
libstdc++ 12; uniform_int_distribution(0, n - 1); 42; 7; 0 3 1 3 4 6 4 5 0 1 5 3 3 0 6 3 5 5 3 4 3 6 5 2 6 2 6 0 0 2 2 2 6 4 4 1 6 6 6 6 4 1 1 3 4 3 0 0 2 5 3 4 6 2 0 1 3 2 1 4
libstdc++ 12; uniform_int_distribution(0, n - 1); 42; 52; 0 29 13 23 34 50 32 37 2 11 39 27 23 0 44 25 42 41 26 31 24 46 40 22 44 19 47 1 4 18 16 21 49 32 31 8 49 44 45 48 31 8 9 25 35 23 0 3 20 40 27 32 46 16 2 10 22 15 9 35
libstdc++ 12; minstd_rand() % n; 42; 7; 0 4 3 5 2 0 0 5 3 4 4 5 4 1 4 0 6 1 5 2 2 4 5 1 5 2 1 6 4 2 3 4 2 0 5 2 0 6 4 4 3 3 3 0 1 3 4 6 5 3 4 0 3 4 4 1 3 4 4 1
"""),
)
