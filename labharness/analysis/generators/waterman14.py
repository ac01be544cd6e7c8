"""Waterman's multiplier."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, QuotientCall, RemainderCall

GENERATOR = Congruential(
    name="Waterman",
    source="Knuth 1997, The Art of Computer Programming 2, 3.3.4; GNU Scientific Library, waterman14",
    multiplier=1566083941,
    increment=0,
    modulus=1 << 32,
    initial=lambda seed: seed or 1,
    calls=(
        QuotientCall("gsl_rng_uniform_int(r, n)", width=32, least=1, span=2**32 - 2),
        FractionalCall("(int)(gsl_rng_uniform(r) * n)", width=32),
        RemainderCall("x % n", width=32),
    ),
)
