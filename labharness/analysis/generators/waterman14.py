"""Waterman's multiplier."""

from __future__ import annotations

from labharness.analysis.identification.congruential import of_gsl

GENERATOR = of_gsl(
    "Waterman",
    "Knuth 1997, The Art of Computer Programming 2, 3.3.4; GNU Scientific Library, waterman14",
    1566083941,
    1 << 32,
)
