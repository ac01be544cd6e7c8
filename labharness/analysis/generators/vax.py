"""MTH$RANDOM of VAX."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, QuotientCall, RemainderCall

GENERATOR = Congruential(
    name="VAX MTH$RANDOM",
    source="GNU Scientific Library, vax",
    multiplier=69069,
    increment=1,
    modulus=1 << 32,
    calls=(
        QuotientCall("gsl_rng_uniform_int(r, n)", width=32, least=0, span=2**32 - 1),
        FractionalCall("(int)(gsl_rng_uniform(r) * n)", width=32),
        RemainderCall("x % n", width=32),
    ),
)
