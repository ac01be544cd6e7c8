"""Shuffles by ``Rnd`` of Visual Basic."""

from __future__ import annotations

from labharness.analysis.generators.visual_basic import GENERATOR as WORDS
from labharness.analysis.identification.decks import Arrangement, ArrangingCall, searched_by

GENERATOR = searched_by(
    WORDS,
    ArrangingCall("sorting by keys of Rnd", Arrangement.KEYS, width=24),
    ArrangingCall("exchange of each place with Int(Rnd * N)", Arrangement.SWAPS, width=24),
)
