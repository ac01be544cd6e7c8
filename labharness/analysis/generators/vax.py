"""MTH$RANDOM of VAX."""

from __future__ import annotations

from labharness.analysis.identification.congruential import of_gsl

GENERATOR = of_gsl("VAX MTH$RANDOM", "GNU Scientific Library, vax", 69069, 1 << 32, increment=1)
