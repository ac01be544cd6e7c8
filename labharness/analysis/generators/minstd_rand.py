"""The minimal standard of 1993: C++'s ``minstd_rand``."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import Fractional, Quotient, Remainder

GENERATOR = Congruential(
    name="minstd_rand (multiplier 48271)",
    source="Park, Miller & Stockmeyer 1993, Commun. ACM 36, 105-110; ISO/IEC 14882 [rand.predef]",
    multiplier=48271,
    increment=0,
    modulus=2**31 - 1,
    initial=lambda seed: seed % (2**31 - 1) or 1,
    calls=(
        Quotient("uniform_int_distribution(0, n - 1)", least=1, span=2**31 - 3),
        Remainder("minstd_rand() % n", width=31),
        Fractional("(int)(minstd_rand() / 2147483647.0 * n)", divisor=2**31 - 1),
    ),
)
