"""java.util.Random, and the ``Math.random`` of Java and of browsers before 2015."""

from __future__ import annotations

from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.congruential_calls import (
    BoundedByPower,
    Fractional,
    Joined,
    SignedRemainder,
)

MULTIPLIER = 0x5DEECE66D

GENERATOR = Congruential(
    name="java.util.Random",
    source="Java Platform API Specification, java.util.Random",
    multiplier=MULTIPLIER,
    increment=11,
    modulus=1 << 48,
    initial=lambda seed: seed ^ MULTIPLIER,
    calls=(
        BoundedByPower("nextInt(n)", shift=17, width=31),
        Fractional("(int)(nextFloat() * n)", shift=24, width=24, single=True),
        Joined("(int)(nextDouble() * n)", shift=22, width=26, low_shift=21, low_width=27),
        SignedRemainder("Math.floorMod(nextInt(), n)", shift=16, width=32),
    ),
)
