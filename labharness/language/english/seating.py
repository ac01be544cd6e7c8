"""Words for whose cards a contrast is about."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.seating import Seating
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Seating.PLACE: "Place {place}.",
    Seating.SEAT: "Seat {seat} of {players}.",
    Seating.ALL_SEATS: "All {players} seats together.",
    Seating.OTHER: "{name:raw} with {players} {players:player|players}.",
    Seating.HAND: "{name:raw}.",
    Seating.STACK: "Stack {stack}.",
    Seating.STUB: "Stub.",
}
