"""``Rnd`` of Visual Basic, VBA and VBScript."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import Fractional, Multiplied

GENERATOR = Congruential(
    name="Visual Basic Rnd",
    source="Microsoft Knowledge Base 231847",
    multiplier=1140671485,
    increment=12820163,
    modulus=1 << 24,
    calls=(
        Multiplied("Int(CDbl(Rnd) * n)", shift=0, width=24),
        Fractional("Int(Rnd * n)", shift=0, width=24, single=True),
    ),
)
