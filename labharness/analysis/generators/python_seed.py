"""random of Python by an integer seed of 32 bits."""

from __future__ import annotations

from labharness.analysis.generators.mt19937 import GENERATOR as MT19937
from labharness.analysis.identification.calls import SeededCall, SeedMapping
from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.seeds import SeededTwister

GENERATOR = SeededTwister(
    name="Python random.seed(seed)",
    source="CPython, Modules/_randommodule.c, Lib/random.py",
    calls=(SeededCall("randrange(n)", SeedMapping.TOP), SeededCall("int(random() * n)", SeedMapping.REAL)),
    rate=6.6e-7,
    twister=MT19937,
    by_array=True,
    vectors=known_outcomes("""
CPython 3.11.7; randrange(n); 42; 7; 5 0 0 5 2 1 1 1 5 0 5 5 4 0 4 3 0 0 0 1 1 4 4 0 4 1 5 5 5 4 3 1 3 4 2 6 6 0 6 6 1 5 3 2 2 1 1 6 2 0 0 3 0 2 6 2 4 2 6 0
CPython 3.11.7; randrange(n); 42; 52; 40 7 1 47 17 15 14 8 47 6 43 47 34 5 37 27 2 1 5 13 14 32 38 1 35 12 45 41 44 34 26 14 28 37 17 51 0 48 51 10 44 27 21 17 9 13 48 21 6 5 24 6 22 22 38 16 51 2 46 29
CPython 3.11.7; int(random() * n); 42; 7; 4 0 1 1 5 4 6 0 2 0 1 3 0 1 4 3 1 4 5 0 5 4 2 1 6 2 0 0 5 4 5 5 3 6 2 3 5 4 6 4 4 0 1 2 0 1 0 1 4 2 2 1 1 6 4 4 1 5 1 2
CPython 3.11.7; int(random() * n); 42; 52; 33 1 14 11 38 35 46 4 21 1 11 26 1 10 33 28 11 30 42 0 41 36 17 8 49 17 4 5 44 31 41 37 27 50 19 28 43 32 44 30 36 2 11 15 4 12 5 14 33 18 19 10 13 48 33 31 8 37 8 19
"""),
)
