"""Shuffles by ``Random`` of Delphi."""

from __future__ import annotations

from labharness.analysis.generators.delphi import GENERATOR as WORDS
from labharness.analysis.identification.decks import exchanging, searched_by, sorting

GENERATOR = searched_by(
    WORDS, sorting("sorting by keys of Random"), exchanging("exchange of each place with Random(N)")
)
