"""Sentences about game files and rules of games."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.game import Games
from labharness.reason import Code

CITATION = "Write a citation such as § 645a.3(b)(2), (3) or § 645a.10(b)-(d)."

SENTENCES: Mapping[Code, str] = {
    Games.ID_WITHOUT_CHAPTER: 'The id must end with the chapter: "-{chapter}".',
    Games.NO_EQUIPMENT: "The game has no set, tiles, or dice. Add what it is played with.",
    Games.NOT_A_CITATION: f'Not a citation: "{{text}}". {CITATION}',
    Games.PARAGRAPH_WITHOUT_SECTION: (
        f'In "{{text}}", no paragraph before {{paragraph}} is numbered like it. {CITATION}'
    ),
    Games.UNKNOWN_SECTION: (
        "Section {section} is not in the lists of sections. Correct it, or add it to a list "
        "(docs/adding-a-game.md)."
    ),
    Games.NOT_A_SECTION: "Write one section per line, such as 645a.3(b)(2).",
    Games.DECKS_LISTED: "{decks:or} decks.",
    Games.PERMANENT: "Chapter {chapter} was adopted as a permanent regulation.",
    Games.TEMPORARY: "Chapter {chapter} was adopted as a temporary regulation.",
    Games.TEMPORARY_LAPSES: (
        "Chapter {chapter} was adopted as a temporary regulation, to lapse {years} {years:year|years} after publication."
    ),
    Games.RESCINDED: "It was rescinded by {by}.",
    Games.REPLACED: "Title 58 has the game in Chapter {successor} since.",
    Games.RESCISSION_UNRECORDED: "No rescission is on record.",
    Games.SUCCESSOR_UNRECORDED: "No successor is on record.",
    Games.MISPRINT: "Its § {printed} is a misprint of the Board for § {meant} and is cited as printed.",
    Games.CONFIRM_STANDING: "Confirm its force in the Pennsylvania Code: the product holds no later text.",
    Games.STANDING_UNRECORDED: (
        "The game file does not record whether Chapter {chapter} is temporary, rescinded or replaced."
    ),
    Games.DECKS_FROM: "{least} or more decks.",
    Games.DECKS_EXACTLY: "{decks} {decks:deck|decks}.",
    Games.DECKS_BETWEEN: "{least} to {most} decks.",
    Games.DECKS_NOT_PERMITTED: "{game} permits {permitted:clause} ({citation}), not {decks}.",
    Games.USUAL_NOT_PERMITTED: "The usual number of decks is not permitted: the set has {permitted:clause}.",
    Games.DECKS_DO_NOT_BEGIN_AND_END: "The first and last number in decks must be min_decks and max_decks.",
    Games.CANNOT_REMOVE: 'Not a card of every deck: "{card}". Write rank and suit, such as 10D.',
    Games.REMOVED_TWICE: "{card} is listed twice, but a deck has one. List it once.",
    Games.TILES_DO_NOT_ADD_UP: "The kinds add up to {held} tiles, not {total}.",
    Games.STACKS_WITHOUT_POSITIONS: "{stacks} stacks do not serve {positions} positions. Correct one of them.",
    Games.DEALING_DOES_NOT_FIT: (
        "The deal takes {dealt} cards or tiles for {positions} positions. Sizes of the permitted sets: {sizes}."
    ),
    Games.NOT_THE_STUB: "{expected} cards do not remain after the deal. Sizes of the stub: {stubs}.",
    Games.NOT_A_WHOLE_SET: "{expected} is not the size of a permitted set. Sizes: {sizes}.",
    Games.DEVICE_UNBOUND: "The game file lists no obligation of the {device}. Add the chapter's requirements to obligations.",
    Games.DEVICE_UNNAMED: "The {device} is not listed under devices. Add it there or remove it here.",
    Games.DEVICE_NEEDS_SET: "The {device} holds cards. Name its set.",
    Games.DEVICE_HOLDS_NO_CARDS: "The {device} holds no cards. Remove the set.",
    Games.RULE_NEEDS_SET: "The rule {rule} reads cards. Name the set that they are dealt from.",
    Games.RULE_TAKES_NO_SET: "The rule {rule} reads {pieces}, not cards. Remove the set.",
    Games.RULE_NEEDS_SELECTION: (
        "The rule {rule} reads a number from {needed}, but the selections of the game are: {ranges}. Correct the selection or the rule."
    ),
    Games.RULE_NEEDS_WHOLE_DECKS: (
        'The rule {rule} needs {decks} whole {decks:deck|decks}, and the set "{set}" is different.'
    ),
    Games.RULE_NEEDS_JOKERS: (
        'The rule {rule} of the outcome "{outcome}" needs {needed} {needed:joker|jokers} in each deck, not {jokers}.'
    ),
    Games.RULE_NEEDS_READING: "The rule {rule} has several readings. Choose one: {readings:or}.",
    Games.RULE_WITHOUT_READING: 'The rule {rule} has no reading "{reading}". Available: {readings}.',
    Games.READING_NOT_MADE: 'No choices make the reading "{reading}" of the rule {rule}. Add them.',
    Games.READING_IDLE: "Its choices are readings of a rule, but no outcome uses it. Add it to the outcome's reading.",
    Games.NOT_PAID: 'The rule {rule} has no outcome "{outcome}" to pay. Available: {outcomes}.',
    Games.PAID_WITHOUT_LAW: 'The paytable pays the unknown outcome "{outcome}". Available: {outcomes}.',
    Games.PAYTABLE_SERVES_NO_SET: 'No permitted number of decks of the set "{set}" uses it ({permitted:clause}).',
    Games.NOT_ODDS: 'Not a payoff: "{odds}". Write 8 to 1, 9 for 1, push, or 100% of meter.',
    Games.ODDS_NEED_METER: 'The payoff "{odds}" depends on the meter. Give its amount in wagers.',
    Games.HOLD_CONTRADICTED: (
        "The published hold is {published}, but the odds give {computed} (decks: {decks}). Correct one of them."
    ),
    Games.DECKS_NOT_USED: "No outcome of {game} depends on cards. Omit the number of decks.",
    Games.NEEDS_RANKS_AND_SUITS: "The rule needs cards with rank and suit only; {set} has other cards or none.",
    Games.NEEDS_ONE_DECK: (
        "The rule needs one deck of 52 cards and {jokers} {jokers:joker|jokers}; {set} is a different set."
    ),
    Games.ROUND_TOO_SHORT: "The rule {rule} needs {needed} {pieces} in each round.",
    Games.FOREIGN_PIECES: "The rule {rule} received {pieces} that its game does not have.",
    Games.SHOE_TOO_SHORT: "The shoe is too short for {rounds} rounds. Deal at most {most}.",
    Games.NOT_ONLY_CARDS: "The rule {rule} reads more than cards. Choose a rule that reads only cards.",
    Games.NOT_WRITTEN_DOWN: "The rule {rule} reads {pieces}. Choose a rule of tiles or of a selected card.",
    Games.PLAYERS_BY_RULE: "The rule {rule} decides how a round is dealt. Remove players.",
    Games.NOT_WHOLE_ROUNDS: "{hands} hands are not whole rounds of {players} players. Correct one of them.",
    Games.CARDS_TOO_FEW: "{hands} hands of {rule} can take {needed} cards, but {cards} are dealt. Use fewer hands.",
    Games.TILES_TOO_FEW: "{hands} hands of {rule} need {needed} tiles, but the set has {tiles}. Use fewer hands.",
    Games.STACKS_TOO_FEW: "{hands} hands of {rule} need as many stacks of {cards} cards. Stacks: {stacks}.",
}
