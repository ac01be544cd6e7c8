"""``Rnd`` of Visual Basic, VBA and VBScript."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, MultipliedCall
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import known_outcomes

GENERATOR = Congruential(
    name="Visual Basic Rnd",
    source="Microsoft Knowledge Base 231847",
    recurrence=Affine(1140671485, 12820163, 1 << 24),
    calls=(
        MultipliedCall("Int(CDbl(Rnd) * n)", width=24),
        FractionalCall("Int(Rnd * n)", width=24, single=True),
    ),
    vectors=known_outcomes("""
Wine 8.0 vbscript; Int(Rnd * n); ; 7; 6 4 1 3 0 4 4 0 1 0 5 5 2 3 6 2 4 2 2 4 1 2 2 3 5 3 2 3 4 6 2 1 0 2 6 3 2 4 3 2 1 0 1 2 1 0 5 2 2 4 1 2 1 5 3 5 2 5 4 3
Wine 8.0 vbscript; Int(Rnd * n); ; 52; 47 31 8 22 0 29 34 1 12 3 43 41 20 28 46 19 31 19 17 34 11 17 15 25 43 22 18 24 34 46 22 8 3 20 50 25 21 34 25 15 9 6 8 16 10 1 44 16 16 33 14 20 10 42 26 38 20 37 29 23
"""),
)
