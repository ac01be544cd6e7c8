"""The minimal standard of 1988: C++'s ``minstd_rand0``, ``rand`` of macOS and FreeBSD."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import Fractional, Quotient, Remainder

GENERATOR = Congruential(
    name="minstd_rand0 (multiplier 16807)",
    source="Park & Miller 1988, Commun. ACM 31, 1192-1201; ISO/IEC 14882 [rand.predef]",
    multiplier=16807,
    increment=0,
    modulus=2**31 - 1,
    initial=lambda seed: seed % (2**31 - 1) or 1,
    calls=(
        Quotient("uniform_int_distribution(0, n - 1)", least=1, span=2**31 - 3),
        Remainder("minstd_rand0() % n", width=31),
        Fractional("(int)(minstd_rand0() / 2147483647.0 * n)", divisor=2**31 - 1),
        Remainder("rand() % n of FreeBSD", least=1),
    ),
)
