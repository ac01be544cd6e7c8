"""IBM's RANDU."""

from __future__ import annotations

from labharness.analysis.identification.congruential import of_gsl

GENERATOR = of_gsl(
    "RANDU", "IBM System/360 Scientific Subroutine Package; GNU Scientific Library, randu", 65539, 1 << 31
)
