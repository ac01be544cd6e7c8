"""A multiplier of L'Ecuyer."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, QuotientCall, RemainderCall

GENERATOR = Congruential(
    name="L'Ecuyer (multiplier 40692)",
    source="L'Ecuyer 1988, Commun. ACM 31, 742-751; GNU Scientific Library, lecuyer21",
    multiplier=40692,
    increment=0,
    modulus=2147483399,
    initial=lambda seed: seed or 1,
    calls=(
        QuotientCall("gsl_rng_uniform_int(r, n)", width=31, least=1, span=2147483397),
        FractionalCall("(int)(gsl_rng_uniform(r) * n)", width=31, divisor=2147483399),
        RemainderCall("x % n", width=31),
    ),
)
