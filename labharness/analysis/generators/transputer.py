"""The generator of the INMOS transputer."""

from __future__ import annotations

from labharness.analysis.identification.congruential import of_gsl

GENERATOR = of_gsl("Transputer", "GNU Scientific Library, transputer", 1664525, 1 << 32)
