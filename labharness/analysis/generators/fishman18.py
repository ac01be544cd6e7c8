"""A multiplier of Fishman and Moore."""

from __future__ import annotations

from labharness.analysis.identification.congruential import of_gsl

GENERATOR = of_gsl(
    "Fishman & Moore (multiplier 62089911)",
    "Fishman & Moore 1986, SIAM J. Sci. Stat. Comput. 7, 24-45; GNU Scientific Library, fishman18",
    62089911,
    2**31 - 1,
)
