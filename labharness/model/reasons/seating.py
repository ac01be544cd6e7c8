"""Whose cards a contrast is about."""

from __future__ import annotations

from labharness.reason import Code, note


class Seating(Code, area="seating"):
    """A place of an order, or all places of one who is dealt cards."""

    PLACE = note(place=int)
    SEAT = note(seat=int, players=int)
    ALL_SEATS = note(players=int)
    OTHER = note(name=str, players=int)
    """Somebody who is served once: as the game's dealing order names them."""
    HAND = note(name=str)
    STACK = note(stack=int)
    STUB = note()
