"""Shuffles by ``Random`` of Delphi."""

from __future__ import annotations

from labharness.analysis.generators.delphi import GENERATOR as WORDS
from labharness.analysis.identification.decks import Arrangement, ArrangingCall, SearchedShuffle
from labharness.analysis.identification.generator import OutcomeMapping

GENERATOR = SearchedShuffle(
    name=WORDS.name,
    source=WORDS.source,
    multiplier=WORDS.multiplier,
    increment=WORDS.increment,
    bits=32,
    calls=(
        ArrangingCall(
            name="sorting by keys of Random", mapping=OutcomeMapping.SCALED, arrangement=Arrangement.KEYS
        ),
        ArrangingCall(
            name="exchange of each place with Random(N)",
            mapping=OutcomeMapping.SCALED,
            arrangement=Arrangement.SWAPS,
        ),
    ),
)
