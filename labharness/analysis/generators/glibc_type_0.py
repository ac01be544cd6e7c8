"""``rand`` of the GNU and older BSD libraries with the smallest state, all 31 bits."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import Fractional, Remainder

GENERATOR = Congruential(
    name="glibc rand, TYPE_0 (old BSD rand)",
    source="The GNU C Library, random_r.c",
    multiplier=1103515245,
    increment=12345,
    modulus=1 << 31,
    calls=(
        Remainder("rand() % n", shift=0, width=31),
        Fractional("(int)(rand() / (RAND_MAX + 1.0) * n)", shift=0, width=31),
    ),
)
