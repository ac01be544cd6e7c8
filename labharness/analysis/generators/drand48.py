"""drand48, lrand48 and Perl's ``rand``: the generator of 48 bits of POSIX."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import Fractional, Remainder

GENERATOR = Congruential(
    name="drand48 (POSIX, Perl)",
    source="POSIX.1-2017, drand48",
    multiplier=0x5DEECE66D,
    increment=11,
    modulus=1 << 48,
    initial=lambda seed: (seed % 2**32 << 16) + 0x330E,
    calls=(
        Fractional("(int)(drand48() * n), int(rand(n))", shift=0, width=48),
        Remainder("lrand48() % n", shift=17, width=31),
    ),
)
