"""rand of glibc by its seed, for recordings too short for its recurrence."""

from __future__ import annotations

from labharness.analysis.identification.generator import OutcomeMapping, known_outcomes
from labharness.analysis.identification.seeds import CLOCK, SMALL, SeededAdditive, SeededCall, SeedMapping

GENERATOR = SeededAdditive(
    name="glibc srand(seed)",
    source="glibc, stdlib/random_r.c, TYPE_3",
    calls=(
        SeededCall("rand() % n", OutcomeMapping.MODULO, how=SeedMapping.HALVED),
        SeededCall("rand() / (RAND_MAX + 1.0) * n", OutcomeMapping.SCALED, how=SeedMapping.SCALED),
    ),
    ranges=(SMALL, CLOCK, range(1 << 31)),
    rate=4e-8,
    vectors=known_outcomes("""
glibc 2.36; rand() % n; 42; 2; 0 0 1 1 0 0 1 0 1 1 0 1 1 0 0 0 0 0 0 1 1 0 1 1 1 1 1 0 1 0 1 1 0 0 0 0 0 1 1 0 1 1 1 0 1 1 1 1 0 1 0 1 0 1 0 1 1 1 1 0
glibc 2.36; rand() % n; 42; 6; 0 0 5 3 4 4 1 0 5 5 0 5 3 0 0 2 4 0 0 3 3 0 5 3 3 5 3 4 5 2 5 5 2 4 0 4 0 1 5 0 1 3 3 2 3 3 5 1 4 3 2 5 4 1 0 5 5 1 3 2
glibc 2.36; rand() % n; 42; 7; 5 2 3 4 0 1 3 3 4 0 2 2 2 6 6 4 6 6 0 0 2 6 4 2 6 1 2 0 2 6 1 0 1 4 2 6 3 5 3 1 6 3 1 6 2 0 4 1 0 2 6 0 2 3 0 6 3 0 6 3
glibc 2.36; rand() % n; 42; 52; 50 24 13 33 36 18 37 48 31 39 10 51 33 48 16 46 28 32 30 43 23 40 41 33 19 31 9 32 21 12 5 19 36 18 28 48 12 13 45 44 1 31 19 10 27 35 5 3 16 11 22 15 0 11 24 47 19 9 27 16
glibc 2.36; rand() % n; 42; 53; 4 18 42 38 14 26 19 38 32 50 40 41 50 50 4 14 13 45 5 9 49 18 5 44 7 46 37 6 49 4 13 0 22 2 17 15 7 36 1 40 34 20 7 10 17 11 25 30 4 9 18 32 28 23 2 14 49 18 20 24
glibc 2.36; rand() / (RAND_MAX + 1.0) * n; 42; 7; 0 2 4 2 1 1 4 6 2 0 2 5 2 0 0 5 0 3 3 5 6 1 3 3 4 3 5 4 5 4 1 5 6 6 1 0 1 6 6 3 6 2 1 1 3 2 6 3 6 3 2 6 5 5 3 2 2 1 6 0
"""),
)
