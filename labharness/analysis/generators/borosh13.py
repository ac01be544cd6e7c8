"""The multiplier of Borosh and Niederreiter."""

from __future__ import annotations

from labharness.analysis.identification.congruential import of_gsl

GENERATOR = of_gsl(
    "Borosh & Niederreiter",
    "Knuth 1997, The Art of Computer Programming 2, 3.3.4; GNU Scientific Library, borosh13",
    1812433253,
    1 << 32,
)
