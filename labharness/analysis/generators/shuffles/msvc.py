"""Shuffles by ``rand`` of the Microsoft C library."""

from __future__ import annotations

from labharness.analysis.generators.msvc import GENERATOR as WORDS
from labharness.analysis.identification.decks import Arrangement, ArrangingCall, SearchedShuffle
from labharness.analysis.identification.generator import OutcomeMapping

GENERATOR = SearchedShuffle(
    name=WORDS.name,
    source=WORDS.source,
    multiplier=WORDS.multiplier,
    increment=WORDS.increment,
    bits=31,
    clock=1 << 24,
    calls=(
        ArrangingCall(
            name="exchange of each place with rand() % N",
            mapping=OutcomeMapping.MODULO,
            arrangement=Arrangement.SWAPS,
            shift=16,
            width=15,
        ),
    ),
)
