"""Shuffles by ``rand`` of the Microsoft C library."""

from __future__ import annotations

from labharness.analysis.generators.msvc import GENERATOR as WORDS
from labharness.analysis.identification.decks import exchanging, searched_by
from labharness.analysis.identification.generator import OutcomeMapping

GENERATOR = searched_by(
    WORDS, exchanging("exchange of each place with rand() % N", 15, 16, OutcomeMapping.MODULO), clock=1 << 24
)
