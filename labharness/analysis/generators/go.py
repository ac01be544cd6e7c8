"""math/rand of Go with a seed: 607 words of 64 bits, so that only its recurrence shows."""

from __future__ import annotations

from labharness.analysis.identification.additive import Additive, AdditiveCall
from labharness.analysis.identification.generator import OutcomeMapping

GENERATOR = Additive(
    name="Go math/rand",
    source="The Go standard library, src/math/rand/rng.go and rand.go",
    lags=(607, 273),
    sign=1,
    modulus=1 << 63,
    window=0,
    calls=(
        AdditiveCall(name="int(Float64() * n)", mapping=OutcomeMapping.SCALED),
        AdditiveCall(name="Intn(n)", mapping=OutcomeMapping.MODULO, shift=32),
    ),
)
