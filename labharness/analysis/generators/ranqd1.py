"""The quick generator of Numerical Recipes."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, RemainderCall

GENERATOR = Congruential(
    name="ranqd1 (Numerical Recipes)",
    source="Press et al. 1992, Numerical Recipes in C, 2nd ed., 7.1",
    multiplier=1664525,
    increment=1013904223,
    modulus=1 << 32,
    calls=(
        FractionalCall("(int)(ranqd1 / 4294967296.0 * n)", shift=0, width=32),
        RemainderCall("ranqd1 % n", shift=0, width=32),
    ),
)
