"""TT800, the forerunner of MT19937."""

from __future__ import annotations

from labharness.analysis.identification.generator import SearchStage, known_outcomes
from labharness.analysis.identification.linear import GSL_CALLS, Twister

GENERATOR = Twister(
    name="TT800",
    source="Matsumoto and Kurita, ACM TOMACS 4 (1994) 254, with the last shift of 1996",
    calls=GSL_CALLS,
    length=25,
    middle=7,
    split=0,
    twist=0x8EBFD028,
    tempering=(0, 0, 7, 0x2B5B2500, 15, 0xDB8B0000, 16),
    factor=1812433253,
    equations=(864, 2_400),
    stage=SearchStage.SHORT_LINEAR,
    vectors=known_outcomes("""
GSL 2.7.1; gsl_rng_uniform_int(r, n); ; 52; 0 26 36 31 25 19 16 34 50 42 27 51 6 37 47 38 16 35 30 21 15 15 38 49 40 34 51 21 13 33 49 24 11 49 16 41 12 43 23 15 10 31 31 39 19 11 36 39 7 45 33 21 25 26 48 49 35 5 42 36 49 35 48 17 50 38 0 16 41 3 19 41 35 42 18 33 10 18 2 29 28 5 47 24 24 17 6 3 21 16 32 19 22 29 20 8 44 4 27 5 50 5 48 11 14 23 49 33 33 35 1 39 29 40 33 40 16 20 9 46 37 31 19 39 22 10 6 31 10 26 21 34 33 3 12 29 2 33 17 10 6 51 40 11 6 20 48 42 21 43 11 12 0 13 21 40 32 32 0 47 3 33 47 8 32 47 43 28 35 14 46 28 17 13 31 40 1 4 29 36 9 13 22 7 46 15 50 1 25 45 38 31 29 40 8 16 18 26 2 7 32 44 6 43 42 41 2 34 23 43 0 24 37 10 51 3 20 13 16 22 40 16 49 42 2 26 36 42 19 17 22 46 10 22 44 5 11 31 14 24 30 15 21 35 16 23 27 3 19 7 8 44 30 44 17 13 28 7 14 45 49 34 24 35 25 0 27 29 26 37 23 25 47 13 49 26 28 25 41 12 1 9 11 5 22 30 0 16 22 38 21 39 5 29 27 18 2 39 22 35
"""),
)
