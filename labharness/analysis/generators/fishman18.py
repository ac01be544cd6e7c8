"""A multiplier of Fishman and Moore."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, QuotientCall, RemainderCall

GENERATOR = Congruential(
    name="Fishman & Moore (multiplier 62089911)",
    source="Fishman & Moore 1986, SIAM J. Sci. Stat. Comput. 7, 24-45; GNU Scientific Library, fishman18",
    multiplier=62089911,
    increment=0,
    modulus=2**31 - 1,
    initial=lambda seed: seed or 1,
    calls=(
        QuotientCall("gsl_rng_uniform_int(r, n)", width=31, least=1, span=2**31 - 3),
        FractionalCall("(int)(gsl_rng_uniform(r) * n)", width=31, divisor=2**31 - 1),
        RemainderCall("x % n", width=31),
    ),
)
