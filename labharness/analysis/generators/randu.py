"""IBM's RANDU."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, QuotientCall, RemainderCall

GENERATOR = Congruential(
    name="RANDU",
    source="IBM System/360 Scientific Subroutine Package; GNU Scientific Library, randu",
    multiplier=65539,
    increment=0,
    modulus=1 << 31,
    initial=lambda seed: seed or 1,
    calls=(
        QuotientCall("gsl_rng_uniform_int(r, n)", width=31, least=1, span=2**31 - 2),
        FractionalCall("(int)(gsl_rng_uniform(r) * n)", width=31),
        RemainderCall("x % n", width=31),
    ),
)
