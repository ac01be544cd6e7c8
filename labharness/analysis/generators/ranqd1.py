"""The quick generator of Numerical Recipes."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, RemainderCall
from labharness.analysis.identification.congruential import Affine, Congruential

GENERATOR = Congruential(
    name="ranqd1 (Numerical Recipes)",
    source="Press et al. 1992, Numerical Recipes in C, 2nd ed., 7.1",
    recurrence=Affine(1664525, 1013904223, 1 << 32),
    calls=(FractionalCall("(int)(ranqd1 / 4294967296.0 * n)"), RemainderCall("ranqd1 % n")),
)
