"""MT19937, the generator of C++, Python, NumPy's RandomState, PHP, Ruby and Free Pascal."""

from __future__ import annotations

from labharness.analysis.identification.calls import JoinedCall, MultipliedCall, QuotientCall, RemainderCall
from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.linear import LONG_EQUATIONS, Twister

GENERATOR = Twister(
    name="MT19937",
    source="Matsumoto and Nishimura, ACM TOMACS 8 (1998) 3; seeding of 2002; C++ [rand.predef]",
    calls=(
        MultipliedCall("floor(word n / 2^32)"),
        JoinedCall("floor(random() n)", width=27, shift=5, low_width=26, low_shift=6),
        QuotientCall("word / ((2^32 - 1) / n)"),
        RemainderCall("word % n"),
        RemainderCall("(word >> 1) % n", width=31, shift=1),
    ),
    length=624,
    middle=397,
    split=31,
    twist=0x9908B0DF,
    tempering=(11, 0xFFFFFFFF, 7, 0x9D2C5680, 15, 0xEFC60000, 18),
    factor=1812433253,
    equations=LONG_EQUATIONS,
    vectors=known_outcomes("""
libstdc++ 12; floor(word n / 2^32); 42; 7; 2 5 6 1 5 5 4 4 1 3 1 0 0 3 6 2 4 1 4 4 0 0 6 5 5 6 1 0 1 6 1 4 2 4 3 0 3 0 2 3 4 2 0 0 2 6 2 1 3 0 5 4 1 2 3 6 4 3 0 6
libstdc++ 12; floor(word n / 2^32); 42; 52; 19 41 49 9 38 40 31 31 8 23 8 5 3 23 45 17 31 7 36 33 1 2 50 37 43 48 11 0 9 51 9 32 15 31 27 0 22 1 15 27 31 20 7 2 15 50 19 12 23 4 40 32 10 19 26 51 30 24 2 44
libstdc++ 12; word % n; 42; 7; 1 2 4 5 4 3 5 5 0 0 0 5 6 4 1 2 6 6 2 3 1 0 0 3 3 5 1 1 2 2 2 5 0 0 5 0 4 3 6 1 0 1 5 5 6 4 0 2 5 5 1 2 5 5 1 4 6 5 3 0
libstdc++ 12; word % n; 42; 52; 18 47 32 30 30 11 48 20 18 33 30 2 18 50 35 48 47 27 15 6 25 40 49 27 27 5 21 25 31 51 40 12 31 1 17 24 39 20 36 34 14 18 41 19 27 27 47 2 13 5 30 25 50 43 10 7 31 32 38 0
Free Pascal 3.2.2; floor(word n / 2^32); 42; 7; 2 5 6 1 5 5 4 4 1 3 1 0 0 3 6 2 4 1 4 4 0 0 6 5 5 6 1 0 1 6 1 4 2 4 3 0 3 0 2 3 4 2 0 0 2 6 2 1 3 0 5 4 1 2 3 6 4 3 0 6
Free Pascal 3.2.2; floor(word n / 2^32); 42; 52; 19 41 49 9 38 40 31 31 8 23 8 5 3 23 45 17 31 7 36 33 1 2 50 37 43 48 11 0 9 51 9 32 15 31 27 0 22 1 15 27 31 20 7 2 15 50 19 12 23 4 40 32 10 19 26 51 30 24 2 44
NumPy 2.4.6; floor(random() n); 42; 7; 2 6 5 4 1 1 0 6 4 4 0 6 5 1 1 1 2 3 3 2 4 0 2 2 3 5 1 3 4 0 4 1 0 6 6 5 2 0 4 3 0 3 0 6 1 4 2 3 3 1 6 5 6 6 4 6 0 1 0 2
PHP 8.2; word % n; 42; 7; 1 2 4 5 4 3 5 5 0 0 0 5 6 4 1 2 6 6 2 3 1 0 0 3 3 5 1 1 2 2 2 5 0 0 5 0 4 3 6 1 0 1 5 5 6 4 0 2 5 5 1 2 5 5 1 4 6 5 3 0
PHP 8.2; word % n; 42; 52; 18 47 32 30 30 11 48 20 18 33 30 2 18 50 35 48 47 27 15 6 25 40 49 27 27 5 21 25 31 51 40 12 31 1 17 24 39 20 36 34 14 18 41 19 27 27 47 2 13 5 30 25 50 43 10 7 31 32 38 0
PHP 8.2; (word >> 1) % n; 42; 7; 4 4 2 6 2 1 6 6 0 3 0 6 3 2 0 1 6 6 4 5 0 0 3 1 1 2 0 0 4 4 1 6 3 3 2 0 5 5 3 4 0 4 2 2 6 5 3 1 2 2 4 4 6 2 4 5 6 6 5 0
PHP 8.2; (word >> 1) % n; 42; 52; 35 49 42 15 41 31 50 10 35 16 41 27 9 25 43 50 49 39 7 29 38 46 24 39 13 2 10 12 15 25 46 32 41 0 34 38 45 36 44 17 33 35 20 35 13 13 23 27 6 2 15 38 25 21 31 29 15 16 45 26
Ruby 3.1; floor(random() n); 42; 7; 2 6 5 4 1 1 0 6 4 4 0 6 5 1 1 1 2 3 3 2 4 0 2 2 3 5 1 3 4 0 4 1 0 6 6 5 2 0 4 3 0 3 0 6 1 4 2 3 3 1 6 5 6 6 4 6 0 1 0 2
"""),
)
