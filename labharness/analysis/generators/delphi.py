"""``Random`` of Delphi."""

from __future__ import annotations

from labharness.analysis.identification.calls import FractionalCall, MultipliedCall
from labharness.analysis.identification.congruential import Affine, Congruential

GENERATOR = Congruential(
    name="Delphi Random",
    source="Borland Delphi run-time library, System.pas",
    recurrence=Affine(134775813, 1, 1 << 32),
    calls=(MultipliedCall("Random(n)"), FractionalCall("Trunc(Random * n)")),
)
