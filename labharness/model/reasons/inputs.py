"""Mistakes in files and values that people give, and what checks and validations of them find."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from labharness.model.results import Counted
from labharness.reason import Code, CommandOption, Reason, doubt, note, refusal


class Noun(StrEnum):
    """What a name stands for."""

    GAME = "game"
    SET = "set"
    DICE = "dice"
    DEALING = "dealing"
    SELECTION = "selection"
    DEVICE = "device"
    OBLIGATION = "obligation"
    COUNT = "count"
    FAULT = "fault"
    READING = "reading"
    CHOICE = "choice"
    OUTCOME = "outcome"
    PAYTABLE = "paytable"
    RULE = "rule"
    PLAY = "play"
    FACE = "face"
    SUITE = "suite"
    STAGE = "stage"
    CHECK = "check"
    PARAMETER = "parameter"
    ADAPTER = "adapter"
    CITATION = "citation"
    RETEST = "retest"
    ITEM = "item"
    ENTRY = "entry"
    KIND_OF_ENTRY = "kind_of_entry"
    SUBMISSION = "submission"
    PERSON = "person"
    DEFECT = "defect"
    EVENT = "event"
    DEVICE_CLASS = "device_class"
    COMMAND = "command"
    LAYOUT = "layout"
    PART = "part"
    ROLE = "role"
    SERIES = "series"
    DISPOSITION = "disposition"
    BENCH = "bench"
    SCHEDULE = "schedule"


class Inputs(Code, area="inputs"):
    """Files, keys and values that cannot be used."""

    AT = refusal(where=str, problem=Reason)

    FILE_UNREADABLE = refusal(path=str, why=str)
    TOO_LARGE = refusal(file=str, size=int, limit=int)
    NOT_REGULAR = refusal(file=str)
    UNWRITABLE = refusal(path=str, why=str)
    NOT_UTF8 = refusal(byte=int)
    NOT_TOML = refusal(why=str)
    NUMBER_TOO_LONG = refusal()
    TOO_DEEP = refusal(most=int)
    WRONG_FILE_NAME = refusal(id=str)

    UNKNOWN = refusal(what=Noun, name=str, known=tuple[str, ...])
    TWICE = refusal(what=Noun, name=str)

    KEY_MISSING = refusal()
    KEY_UNKNOWN = refusal()
    KEY_NEEDS = refusal(key=str, other=str)
    KEYS_TOGETHER = refusal(key=str, other=str)
    KEYS_APART = refusal(key=str, other=str)
    LESS_THAN = refusal(key=str, other=str)
    NOT_GREATER = refusal(key=str, other=str)

    NOT_TEXT = refusal(got=str)
    TEXT_EMPTY = refusal()
    HALF_CHARACTER = refusal()
    TEXT_TOO_LONG = refusal(most=int, got=str)
    NOT_INTEGER = refusal(got=str)
    NOT_NUMBER = refusal(got=str)
    NOT_FINITE = refusal(got=str)
    NOT_BOOLEAN = refusal(got=str)
    NOT_DATE = refusal(got=str)
    NOT_MOMENT = refusal(got=str)
    NOT_SPAN = refusal(got=str)
    NOT_TABLE = refusal(got=str)
    NOT_LIST = refusal(got=str)
    NOT_LIST_OF_TABLES = refusal(key=str)
    TOO_FEW = refusal(least=int)
    TOO_MANY = refusal(most=int)
    NOT_A_CHOICE = refusal(choices=str, got=str)
    NOT_ABOVE = refusal(limit=float, got=str)
    NOT_AT_LEAST = refusal(limit=float, got=str)
    NOT_BELOW = refusal(limit=float, got=str)
    NOT_AT_MOST = refusal(limit=float, got=str)
    OUT_OF_RANGE = refusal(low=float, high=float, got=str)
    NOT_SLUG = refusal(got=str)
    NOT_SHA256 = refusal(got=str)
    NOT_HEXADECIMAL = refusal(got=str)
    NOT_OF_THIS_FORM = refusal(got=str)
    INVALID = refusal(why=str, got=str)


def located(where: str, problems: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return mistakes with the file, the entry or the key that they are in."""
    return tuple(Inputs.AT(where=where, problem=problem) for problem in problems)


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


class FileRemarks(Code, area="file_remark"):
    """A remark about the finding of a check; none says what the finding itself says."""

    VIOLATIONS = note(violations=int, units=int)
    VIOLATIONS_FIRST = note(violations=int, units=int, first=Reason)
    NO_VIOLATION = note(units=int)
    RARE = note(level=float)
    SMALLEST_SHOWN = note()
    NO_RESULT = note()


class FilePopulations(Code, area="file_population"):
    """The ideal device whose units those of a file are compared with."""

    BYTES = note()
    OUTCOMES = note(low=int, high=int)
    DECKS = note(cards=int, set=str)
    ROUNDS = note(size=int, cards=int, set=str)
    ROUNDS_BUFFERED = note(size=int, cards=int, buffer=int, set=str)


class Foreign(Code, area="foreign"):
    """Folders and files that did not come from this workspace."""

    NOT_KNOWN = refusal(path=str)
    PACKED = refusal(path=str)
    IS_A_LINK = refusal(path=str)
    TOO_MANY_FILES = refusal(path=str, most=int)
    TOO_LARGE = refusal(path=str, most=int)
    TOO_DEEP = refusal(path=str, most=int)
    NEWER = doubt(version=str, own=str)
    NEWER_SCHEMA = doubt(file=str, schema=int, own=str)

    COPY_EXISTS = refusal(folder=str)
    COPY_DIFFERS = doubt(file=str)


class Validations(Code, area="validation"):
    """Faults of the program under validation, and notes on the figures."""

    REFERENCE_DIFFERS = note(subject=str, name=str, found=float, published=float, source=str)
    REFERENCE_FAILED = note(subject=str, name=str, error=str, published=float, source=str)
    CHECK_SILENT = note(check=str, samples=int)
    RATE_ABOVE = note(subject=str, event=str, hits=int, samples=int, share=float, nominal=float)
    NOT_UNIFORM = note(check=str, p=float)

    INTERVALS = note(intervals=int, above=int)
    TRIAL = note(least=int, replicates=int)
    LEFT_OUT = note(parts=tuple[str, ...])
