"""How a gain is made, and bounds on it, in words."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.gain import Gains
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Gains.FIXED_OUTCOME: "Betting on one fixed outcome.",
    Gains.OUTCOME_OF_GAME: "Betting on one outcome of the game.",
    Gains.GUESS_AFTER_ROUNDS: (
        "Naming a card of the next round from {rounds} remembered {rounds:round|rounds}."
    ),
    Gains.GUESS_IN_DECK: "Naming each card of a shuffle from those already seen.",
    Gains.GUESS_FROM_PAST: "Naming the next of {outcomes} outcomes from all earlier ones.",
    Gains.FIRST_CARDS_OF_SEATS: (
        "First cards of a round at any of {seats} {seats:seat|seats}, their pairs and later cards not counted."
    ),
    Gains.FIRST_CARDS_OF_DEALER: (
        "First cards of a round against {seats} {seats:seat|seats} together, their pairs and later cards not counted."
    ),
    Gains.FIRST_CARDS_OF_WAGERS: (
        "First four cards of {hands} {hands:hand|hands} a shoe on either wager, their pairs and later cards not "
        "counted."
    ),
    Gains.FIRST_CARDS_OF_HOUSE: (
        "First four cards of {hands} {hands:hand|hands} a shoe against either wager, their pairs and later cards not "
        "counted."
    ),
    Gains.BOUND: (
        "{what:clause}: {gainer} gains at most {upper:figure} {unit} ({level:percent} confidence)."
    ),
    Gains.LIMIT: "{bound:clause}; declared limit {below} ({reason}).",
}
