"""MT19937-64, the 64-bit kin of MT19937."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, MultipliedCall, RemainderCall
from labharness.analysis.identification.generator import known_outcomes
from labharness.analysis.identification.linear import LONG_EQUATIONS, Twister

GENERATOR = Twister(
    name="MT19937-64",
    source="Nishimura, ACM TOMACS 10 (2000) 348; C++ [rand.predef]",
    calls=(
        MultipliedCall("floor(word n / 2^64)", width=64),
        FractionalCall("floor((word >> 11) 2^-53 n)", width=53, shift=11),
        RemainderCall("word % n", width=64),
    ),
    width=64,
    length=312,
    middle=156,
    split=31,
    twist=0xB5026F5AA96619E9,
    tempering=(29, 0x5555555555555555, 17, 0x71D67FFFEDA60000, 37, 0xFFF7EEE000000000, 43),
    factor=6364136223846793005,
    equations=LONG_EQUATIONS,
    vectors=known_outcomes("""
libstdc++ 12; floor(word n / 2^64); 42; 7; 5 4 5 0 6 0 4 2 1 2 0 3 4 4 5 6 5 3 0 0 5 1 2 0 1 0 3 3 5 0 5 2 5 5 0 6 5 2 2 0 4 3 3 3 1 4 3 2 4 2 3 0 0 5 3 3 6 4 4 4
"""),
)
