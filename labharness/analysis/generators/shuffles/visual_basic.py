"""Shuffles by ``Rnd`` of Visual Basic."""

from __future__ import annotations

from labharness.analysis.generators.visual_basic import GENERATOR as WORDS
from labharness.analysis.identification.decks import Arrangement, ArrangingCall, SearchedShuffle
from labharness.analysis.identification.generator import OutcomeMapping

GENERATOR = SearchedShuffle(
    name=WORDS.name,
    source=WORDS.source,
    multiplier=WORDS.multiplier,
    increment=WORDS.increment,
    bits=24,
    calls=(
        ArrangingCall(
            name="sorting by keys of Rnd",
            mapping=OutcomeMapping.SCALED,
            arrangement=Arrangement.KEYS,
            width=24,
        ),
        ArrangingCall(
            name="exchange of each place with Int(Rnd * N)",
            mapping=OutcomeMapping.SCALED,
            arrangement=Arrangement.SWAPS,
            width=24,
        ),
    ),
)
