"""Shuffles by ``rand`` of the Microsoft C library."""

from __future__ import annotations

from labharness.analysis.generators.msvc import GENERATOR as WORDS
from labharness.analysis.identification.decks import Arrangement, ArrangingCall, searched_by

GENERATOR = searched_by(
    WORDS,
    ArrangingCall("exchange of each place with rand() % N", Arrangement.REMAINDERS, width=15, shift=16),
    clock=1 << 24,
)
