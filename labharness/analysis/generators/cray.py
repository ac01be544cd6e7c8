"""RANF of Cray."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, MultipliedCall

GENERATOR = Congruential(
    name="Cray RANF",
    source="GNU Scientific Library, ranf",
    multiplier=44485709377909,
    increment=0,
    modulus=1 << 48,
    initial=lambda seed: seed | 1,
    calls=(
        FractionalCall("(int)(ranf() * n)", shift=0, width=48),
        MultipliedCall("(x >> 16) * n >> 32", shift=16, width=32),
    ),
)
