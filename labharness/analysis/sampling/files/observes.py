"""What a file of a sample may hold, and what its header declares."""

from __future__ import annotations

from enum import StrEnum

from labharness.model.observations import Kind


class Observes(StrEnum):
    """What a file holds."""

    BITS = "bits"
    BYTES = "bytes"
    OUTCOMES = "outcomes"
    DECKS = "decks"
    ROUNDS = "rounds"

    @property
    def kind(self) -> Kind:
        """Kind of observation that checks read."""
        return _KINDS[self]


_KINDS = {
    Observes.BITS: Kind.BYTES,
    Observes.BYTES: Kind.BYTES,
    Observes.OUTCOMES: Kind.DRAW,
    Observes.DECKS: Kind.SHUFFLE,
    Observes.ROUNDS: Kind.ROUND,
}
KEYS = {
    Observes.BITS: (),
    Observes.BYTES: (),
    Observes.OUTCOMES: ("low", "high"),
    Observes.DECKS: ("decks", "jokers", "input"),
    Observes.ROUNDS: ("decks", "jokers", "round-cards", "buffer"),
}
"""Entries of the header, and options beside it, by what a file holds."""
