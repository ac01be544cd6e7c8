"""drand48, lrand48 and Perl's ``rand``: the generator of 48 bits of POSIX."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import known_outcomes

GENERATOR = Congruential(
    name="drand48 (POSIX, Perl)",
    source="POSIX.1-2017, drand48",
    recurrence=Affine(0x5DEECE66D, 11, 1 << 48),
    initial=lambda seed: (seed % 2**32 << 16) + 0x330E,
    calls=(
        FractionalCall("(int)(drand48() * n), int(rand(n))", width=48),
        RemainderCall("lrand48() % n", width=31, shift=17),
    ),
    vectors=known_outcomes("""
glibc 2.36; (int)(drand48() * n), int(rand(n)); 42; 2; 1 0 0 0 0 1 0 0 1 1 0 1 1 0 1 1 1 0 1 0 0 0 1 0 1 1 1 0 0 0 0 1 0 0 0 1 1 0 1 1 0 0 1 1 1 1 0 1 1 0 0 0 0 0 0 1 0 1 1 1
glibc 2.36; (int)(drand48() * n), int(rand(n)); 42; 7; 5 2 0 2 0 5 3 3 4 5 3 4 3 0 5 4 6 3 3 3 3 2 6 0 6 6 5 1 1 0 2 5 0 1 2 3 5 1 5 5 1 0 3 3 6 6 0 3 3 2 2 3 1 0 1 3 0 3 5 6
glibc 2.36; (int)(drand48() * n), int(rand(n)); 42; 52; 38 17 5 21 4 44 25 24 35 43 24 30 27 1 40 31 47 25 27 25 22 18 47 3 44 50 44 13 10 5 15 37 2 14 15 29 44 11 41 42 11 4 28 27 44 48 7 28 26 15 16 23 9 7 13 27 3 26 42 49
glibc 2.36; lrand48() % n; 42; 7; 5 2 1 2 0 4 5 4 2 0 0 3 3 6 5 6 2 4 2 3 6 6 4 4 4 5 3 0 6 3 2 5 0 6 5 0 2 2 4 5 2 4 1 4 5 5 6 1 3 6 3 1 5 0 2 3 5 3 0 1
glibc 2.36; lrand48() % n; 42; 52; 31 13 31 50 45 47 2 43 11 5 21 20 12 45 43 43 8 42 13 6 11 6 22 46 19 30 19 37 0 18 40 27 16 41 7 13 8 46 33 13 40 37 7 50 39 23 30 39 8 32 27 14 25 3 27 15 1 41 14 48
Perl 5.36; (int)(drand48() * n), int(rand(n)); 42; 7; 5 2 0 2 0 5 3 3 4 5 3 4 3 0 5 4 6 3 3 3 3 2 6 0 6 6 5 1 1 0 2 5 0 1 2 3 5 1 5 5 1 0 3 3 6 6 0 3 3 2 2 3 1 0 1 3 0 3 5 6
"""),
)
