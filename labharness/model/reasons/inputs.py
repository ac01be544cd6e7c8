"""Mistakes in files and values that people give."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from labharness.reason import Code, Reason, refusal


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
