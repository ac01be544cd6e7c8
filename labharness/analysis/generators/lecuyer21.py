"""A multiplier of L'Ecuyer."""

from __future__ import annotations

from labharness.analysis.identification.congruential import of_gsl

GENERATOR = of_gsl(
    "L'Ecuyer (multiplier 40692)",
    "L'Ecuyer 1988, Commun. ACM 31, 742-751; GNU Scientific Library, lecuyer21",
    40692,
    2147483399,
)
