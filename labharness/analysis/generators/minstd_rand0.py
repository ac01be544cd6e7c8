"""The minimal standard of 1988: C++'s ``minstd_rand0``, ``rand`` of macOS and FreeBSD."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, QuotientCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import known_outcomes

GENERATOR = Congruential(
    name="minstd_rand0 (multiplier 16807)",
    source="Park & Miller 1988, Commun. ACM 31, 1192-1201; ISO/IEC 14882 [rand.predef]",
    recurrence=Affine(16807, 0, 2**31 - 1),
    initial=lambda seed: seed % (2**31 - 1) or 1,
    calls=(
        QuotientCall("uniform_int_distribution(0, n - 1)", width=31, least=1, span=2**31 - 3),
        RemainderCall("minstd_rand0() % n", width=31),
        FractionalCall("(int)(minstd_rand0() / 2147483647.0 * n)", width=31, divisor=2**31 - 1),
        RemainderCall("rand() % n of FreeBSD", width=31, least=1),
    ),
    vectors=known_outcomes("""
libstdc++ 12; uniform_int_distribution(0, n - 1); 42; 7; 0 3 5 1 2 1 6 3 3 1 0 5 6 3 1 1 1 2 0 5 3 5 5 0 3 0 6 3 3 3 1 0 0 6 6 5 3 5 4 2 2 1 2 4 2 0 3 1 3 2 1 0 6 3 0 6 3 4 1 3
libstdc++ 12; minstd_rand0() % n; 42; 7; 0 2 4 2 6 5 6 0 0 3 5 0 1 6 5 6 0 0 5 5 4 0 4 3 0 6 4 1 4 6 4 3 3 6 5 1 2 4 1 6 4 1 5 4 1 4 2 5 3 3 3 1 5 3 6 1 1 5 4 5
"""),
)
