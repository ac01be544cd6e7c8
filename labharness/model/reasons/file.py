"""Mistakes in files of samples, and what is assumed about them."""

from __future__ import annotations

from labharness.model.counted import Counted
from labharness.reason import Code, Reason, note, refusal
from labharness.titled import CommandOption


class Files(Code, area="file"):
    """What is wrong at a place of a file, with a file, or between a file and what was said of it."""

    AT = refusal(file=str, line=int, column=int, problem=Reason)

    NOT_AN_OUTCOME = refusal(word=str, most=int)
    NOT_A_BIT = refusal(text=str)
    NOT_TEXT = refusal(byte=str)
    LINE_TOO_LONG = refusal(file=str, line=int, most=int)
    SECOND_INPUT_ORDER = refusal()
    INPUT_ORDER_EXPECTED = refusal()
    DECK_EXPECTED = refusal()
    DEALT_EXPECTED = refusal()
    RETURNED_EXPECTED = refusal()
    EVENT_WITHIN_ROUND = refusal()
    WRONG_INPUT_ORDER = refusal(set=str, differences=tuple[Reason, ...])

    NOT_A_NUMBER = refusal(key=str, least=int, most=int, got=str)
    OPTION_UNUSED = refusal(option=CommandOption)
    OPTION_DISAGREES = refusal(file=str, option=CommandOption, given=str)
    PLAN_DISAGREES = refusal(key=str, here=int, planned=int)
    SET_DISAGREES = refusal(file=str, decks=int, jokers=int, planned=str)

    EMPTY = refusal(file=str, what=Counted)
    CONTENT_UNKNOWN = refusal(file=str, choices=tuple[str, ...])
    NO_CHOICE = refusal(file=str, low=int, high=int)
    RANGE_UNSTATED = refusal(file=str, low=int, high=int)
    ROUND_TOO_LARGE = refusal(file=str, size=int, set=str)
    CHANGED = refusal(file=str)
    INPUT_CLOSED = refusal()
    READING_FAILED = refusal(path=str, why=str)

    CONTENT_GUESSED = note(content=str)
    BITS_PACKED = note()
    BITS_WRITTEN = note()
    BITS_LEFT_OUT = note(bits=int)
    ROUND_ASSUMED = note(cards=int)
    NO_BUFFER = note()
    SET_ASSUMED = note(decks=int, jokers=int, cards=int)

    ROW_SHORT = refusal(file=str, row=int, column=str)
    NOT_A_TABLE = refusal(file=str, row=int, why=str)
    NO_COLUMN = refusal(file=str, column=str, known=tuple[str, ...])
    NOT_WHOLE = refusal(file=str, row=int, text=str)
