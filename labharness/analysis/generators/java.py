"""java.util.Random, and the ``Math.random`` of Java and of browsers before 2015."""

from __future__ import annotations

from labharness.analysis.identification.calls import (
    FractionalCall,
    JoinedCall,
    PowerOrRemainderCall,
    SignedRemainderCall,
)
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import known_outcomes

MULTIPLIER = 0x5DEECE66D

GENERATOR = Congruential(
    name="java.util.Random",
    source="Java Platform API Specification, java.util.Random",
    recurrence=Affine(MULTIPLIER, 11, 1 << 48),
    initial=lambda seed: seed ^ MULTIPLIER,
    calls=(
        PowerOrRemainderCall("nextInt(n)", width=31, shift=17),
        FractionalCall("(int)(nextFloat() * n)", width=24, shift=24, single=True),
        JoinedCall("(int)(nextDouble() * n)", width=26, shift=22, low_shift=21, low_width=27),
        SignedRemainderCall("Math.floorMod(nextInt(), n)", width=32, shift=16),
    ),
    vectors=known_outcomes("""
OpenJDK 17.0.15; nextInt(n); 42; 2; 1 0 1 0 0 1 0 1 1 0 1 0 0 0 0 1 0 1 1 1 1 0 0 0 1 1 0 1 0 0 1 0 0 0 1 0 0 0 1 0 1 1 1 0 1 0 1 1 0 0 0 0 1 0 0 1 1 0 1 1
OpenJDK 17.0.15; nextInt(n); 42; 6; 2 3 0 2 0 1 5 2 1 5 2 2 0 0 2 2 0 0 1 5 2 1 2 3 5 3 4 4 1 0 4 0 2 5 5 5 0 1 1 0 5 1 5 1 5 0 1 5 1 1 1 2 2 4 2 4 1 1 3 3
OpenJDK 17.0.15; nextInt(n); 42; 7; 1 5 6 3 5 4 1 3 6 3 3 4 0 0 1 3 0 5 0 2 5 1 1 2 0 2 0 3 4 5 5 6 2 3 3 4 5 5 0 6 6 5 0 0 3 0 6 2 6 3 5 0 2 1 2 0 0 0 1 3
OpenJDK 17.0.15; nextInt(n); 42; 8; 5 0 5 0 2 7 2 5 5 0 7 3 2 3 2 5 3 6 6 7 7 1 3 3 5 7 3 6 1 1 4 2 1 2 6 2 1 1 4 2 6 5 4 0 4 0 6 6 0 2 2 1 6 0 3 6 7 0 5 4
OpenJDK 17.0.15; nextInt(n); 42; 52; 26 7 48 12 26 17 13 42 3 41 26 26 8 32 20 4 48 34 11 25 40 43 26 17 51 21 38 6 19 50 38 36 18 33 33 47 32 37 41 36 31 5 47 29 15 2 3 47 1 23 9 44 42 28 40 42 25 15 49 27
OpenJDK 17.0.15; nextInt(n); 42; 53; 34 42 5 41 19 39 45 29 14 20 3 26 20 8 34 11 34 35 40 35 39 26 21 51 42 39 34 39 27 48 24 6 43 30 26 9 46 31 30 30 32 39 27 27 6 52 0 5 44 17 46 46 49 33 19 30 47 6 32 2
OpenJDK 17.0.15; (int)(nextDouble() * n); 42; 7; 5 4 2 1 4 6 2 1 3 5 6 3 5 2 1 4 1 5 1 4 5 3 4 5 0 2 5 2 6 4 3 2 6 5 4 2 2 3 3 3 3 5 1 5 3 1 1 1 6 3 2 4 4 2 4 2 6 5 4 2
OpenJDK 17.0.15; (int)(nextDouble() * n); 42; 52; 37 35 16 14 34 46 19 14 24 40 47 22 38 20 9 30 10 42 8 30 39 29 30 39 1 18 42 21 50 37 24 15 49 42 33 19 18 22 23 24 24 43 7 43 23 14 10 9 45 25 21 32 36 16 29 19 45 41 32 19
OpenJDK 17.0.15; (int)(nextFloat() * n); 42; 7; 5 0 4 0 2 6 1 4 4 0 6 3 2 2 1 4 3 5 5 6 6 1 3 3 5 6 2 5 1 1 4 2 1 1 5 2 1 1 4 1 5 4 3 0 4 0 5 5 0 2 2 1 5 0 2 5 6 0 4 3
OpenJDK 17.0.15; Math.floorMod(nextInt(), n); 42; 7; 6 4 2 6 3 5 3 3 1 6 3 1 1 0 2 2 1 6 4 1 0 3 3 5 3 0 0 3 1 3 6 6 5 6 2 2 4 3 3 6 2 6 3 0 2 1 2 0 6 6 4 1 1 2 5 4 4 0 5 3
"""),
)
