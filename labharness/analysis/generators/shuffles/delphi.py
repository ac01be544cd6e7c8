"""Shuffles by ``Random`` of Delphi."""

from __future__ import annotations

from labharness.analysis.generators.delphi import GENERATOR as WORDS
from labharness.analysis.identification.decks import Arrangement, ArrangingCall, searched_by

GENERATOR = searched_by(
    WORDS,
    ArrangingCall("sorting by keys of Random", Arrangement.KEYS),
    ArrangingCall("exchange of each place with Random(N)", Arrangement.SWAPS),
)
