"""Mistakes in game files, and what rules of games cannot do."""

from __future__ import annotations

from labharness.model.device import DeviceClass
from labharness.reason import Code, Reason, note, refusal


class Games(Code, area="game"):
    """What contradicts itself or the rules in a game file, and what a game does not permit."""

    ID_WITHOUT_CHAPTER = refusal(chapter=str)
    NO_EQUIPMENT = refusal()
    PERMANENT = note(chapter=str)
    TEMPORARY = note(chapter=str)
    TEMPORARY_LAPSES = note(chapter=str, years=int)
    RESCINDED = note(by=str)
    REPLACED = note(successor=str)
    RESCISSION_UNRECORDED = note()
    SUCCESSOR_UNRECORDED = note()
    MISPRINT = note(printed=str, meant=str)
    CONFIRM_STANDING = note()
    STANDING_UNRECORDED = note(chapter=str)
    NOT_A_CITATION = refusal(text=str)
    PARAGRAPH_WITHOUT_SECTION = refusal(text=str, paragraph=str)
    UNKNOWN_SECTION = refusal(section=str)
    NOT_A_SECTION = refusal()

    DECKS_LISTED = note(decks=tuple[int, ...])
    DECKS_FROM = note(least=int)
    DECKS_EXACTLY = note(decks=int)
    DECKS_BETWEEN = note(least=int, most=int)
    DECKS_NOT_PERMITTED = refusal(game=str, permitted=Reason, citation=str, decks=int)
    USUAL_NOT_PERMITTED = refusal(permitted=Reason)
    DECKS_DO_NOT_BEGIN_AND_END = refusal()
    CANNOT_REMOVE = refusal(card=str)
    REMOVED_TWICE = refusal(card=str)
    TILES_DO_NOT_ADD_UP = refusal(held=int, total=int)

    STACKS_WITHOUT_POSITIONS = refusal(stacks=int, positions=int)
    DEALING_DOES_NOT_FIT = refusal(dealt=int, positions=int, sizes=tuple[int, ...])
    NOT_THE_STUB = refusal(expected=int, stubs=tuple[int, ...])
    NOT_A_WHOLE_SET = refusal(expected=int, sizes=tuple[int, ...])
    DEVICE_UNBOUND = refusal(device=DeviceClass)
    DEVICE_UNNAMED = refusal(device=DeviceClass)
    DEVICE_NEEDS_SET = refusal(device=DeviceClass)
    DEVICE_HOLDS_NO_CARDS = refusal(device=DeviceClass)

    RULE_NEEDS_SET = refusal(rule=str)
    RULE_TAKES_NO_SET = refusal(rule=str, pieces=str)
    RULE_NEEDS_SELECTION = refusal(rule=str, needed=str, ranges=tuple[str, ...])
    RULE_NEEDS_WHOLE_DECKS = refusal(rule=str, decks=int, set=str)
    RULE_NEEDS_JOKERS = refusal(rule=str, outcome=str, needed=int, jokers=int)
    RULE_NEEDS_READING = refusal(rule=str, readings=tuple[str, ...])
    RULE_WITHOUT_READING = refusal(rule=str, reading=str, readings=tuple[str, ...])
    READING_NOT_MADE = refusal(rule=str, reading=str)
    READING_IDLE = refusal()
    NOT_PAID = refusal(rule=str, outcome=str, outcomes=tuple[str, ...])
    PAID_WITHOUT_LAW = refusal(outcome=str, outcomes=tuple[str, ...])
    PAYTABLE_SERVES_NO_SET = refusal(set=str, permitted=Reason)
    NOT_ODDS = refusal(odds=str)
    ODDS_NEED_METER = refusal(odds=str)
    HOLD_CONTRADICTED = refusal(published=float | None, computed=float, decks=int | None)
    DECKS_NOT_USED = refusal(game=str)

    NEEDS_RANKS_AND_SUITS = refusal(set=str)
    NEEDS_ONE_DECK = refusal(jokers=int, set=str)
    ROUND_TOO_SHORT = refusal(rule=str, needed=int, pieces=str)
    FOREIGN_PIECES = refusal(rule=str, pieces=str)
    SHOE_TOO_SHORT = refusal(rounds=int, most=int)
    NOT_ONLY_CARDS = refusal(rule=str)
    NOT_WRITTEN_DOWN = refusal(rule=str, pieces=str)
    PLAYERS_BY_RULE = refusal(rule=str)
    NOT_WHOLE_ROUNDS = refusal(hands=int, players=int)
    CARDS_TOO_FEW = refusal(rule=str, hands=int, needed=int, cards=int)
    TILES_TOO_FEW = refusal(rule=str, hands=int, needed=int, tiles=int)
    STACKS_TOO_FEW = refusal(rule=str, hands=int, cards=int, stacks=tuple[int, ...])
