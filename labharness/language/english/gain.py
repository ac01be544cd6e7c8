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
    Gains.BOUND: (
        "{what:clause}: {gainer} gains at most {upper:figure} {unit} ({level:percent} confidence)."
    ),
    Gains.LIMIT: "{bound:clause}; declared limit {below} ({reason}).",
}
