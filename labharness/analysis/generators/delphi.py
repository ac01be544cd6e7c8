"""``Random`` of Delphi."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import FractionalCall, MultipliedCall

GENERATOR = Congruential(
    name="Delphi Random",
    source="Borland Delphi run-time library, System.pas",
    multiplier=134775813,
    increment=1,
    modulus=1 << 32,
    calls=(
        MultipliedCall("Random(n)", shift=0, width=32),
        FractionalCall("Trunc(Random * n)", shift=0, width=32),
    ),
)
