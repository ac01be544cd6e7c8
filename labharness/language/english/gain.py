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
    Gains.GUESS_FROM_PAST: "Naming each of {outcomes} outcomes from earlier ones.",
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
        "{what:clause}: {gainer} gains at most {upper:figure} {unit} ({level:percent} confidence). {covers} {limit}"
    ),
    Gains.NO_GAIN: (
        "{what:clause}: no gain of {gainer} was found by these strategies ({level:percent} confidence). {covers} {limit}"
    ),
    Gains.NO_LIMIT: "The plan declares no limit.",
    Gains.BELOW_LIMIT: "This is below the plan's limit of {below} ({reason:clause}).",
    Gains.ABOVE_LIMIT: (
        "The sample is too small to exclude a gain of {below} {unit}, the plan's limit ({reason:clause})."
    ),
    Gains.SHOWN: (
        "The sample shows {estimate:figure} {unit}, not below the plan's limit of {below} ({reason:clause})."
    ),
    Gains.BY_UNKNOWN: "The record does not name the strategies that the check tried.",
    Gains.BY_FIXED: "Covered: any one of {outcomes} outcomes, the same on every trial, with equal stakes.",
    Gains.BY_MEMORY: (
        "Covered: {strategies} strategies, a guess at every card: always the type of which most cards were not in those "
        "rounds, or always the type of which most were."
    ),
    Gains.BY_DIRECTION: (
        "Covered: one strategy, a guess at every card: the nearest card still inside in the direction of the last step."
    ),
    Gains.BY_NEXT: "Covered: one strategy, a guess at every card: the next card still inside.",
    Gains.BY_LEADER: (
        "Covered: one strategy, with equal stakes on every draw: the table that leads, of {contexts} contexts, {sums} "
        "sums and {lags} lags."
    ),
    Gains.BY_PLACE: "Covered: any one of {places} places, the same in every unit.",
    Gains.BY_BASIC_STRATEGY: "Covered: basic strategy without splits, with equal bets on every round.",
    Gains.BY_EVERY_HAND: "Covered: equal bets on every hand.",
}
