"""Shuffles by ``Rnd`` of Visual Basic."""

from __future__ import annotations

from labharness.analysis.generators.visual_basic import GENERATOR as WORDS
from labharness.analysis.identification.decks import exchanging, searched_by, sorting

GENERATOR = searched_by(
    WORDS, sorting("sorting by keys of Rnd", 24), exchanging("exchange of each place with Int(Rnd * N)", 24)
)
