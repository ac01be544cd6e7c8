"""RANF of Cray."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, MultipliedCall
from labharness.analysis.identification.congruential import Affine, Congruential

GENERATOR = Congruential(
    name="Cray RANF",
    source="GNU Scientific Library, ranf",
    recurrence=Affine(44485709377909, 0, 1 << 48),
    initial=lambda seed: seed | 1,
    calls=(
        FractionalCall("(int)(ranf() * n)", width=48),
        MultipliedCall("(x >> 16) * n >> 32", width=32, shift=16),
    ),
)
