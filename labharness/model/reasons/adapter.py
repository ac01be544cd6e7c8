"""Reasons that adapters share: requests that do not fit, files, and numbers and cards that people enter."""

from __future__ import annotations

from labharness.model.observations import Kind
from labharness.reason import Code, Reason, cut_short, refusal


class Adapters(Code, area="adapter"):
    """Why an adapter cannot do what was asked of it.

    ``adapter`` is its name.
    """

    NO_UNITS = refusal(units=int)
    OTHER_KIND = refusal(adapter=str, kind=Kind)
    OTHER_SCHEME = refusal(adapter=str, schemes=tuple[str, ...], scheme=str)
    OTHER_CHANNEL = refusal(adapter=str, url=str, channel=str)
    NO_SINGLE_FIT = refusal(url=str, channel=str, fitting=tuple[str, ...], known=tuple[str, ...])
    NO_CARDS_HELD = refusal(adapter=str)

    NOT_TEXT = cut_short()
    NAME_MISSING = cut_short()
    FILE_TOO_LONG = cut_short(limit=int)
    IN_FILE = cut_short(file=str, why=tuple[Reason, ...])
    IN_LINE = cut_short(file=str, line=int, why=tuple[Reason, ...])
    NO_CARDS = cut_short(file=str)
    DEVICE_NOT_NAMED = cut_short(file=str)
    UNKNOWN_MARKS = cut_short(number=int, marks=tuple[str, ...])

    NOT_A_TOKEN = cut_short(received=str)
    CARD_NOT_READ = cut_short(card=int)
    READER_ALARM = cut_short(alarm=str, card=int)
    COPIES_DIFFER = cut_short(card=int)
    NOT_A_VERSION = cut_short(received=str)
    NOT_HALTED = cut_short(limit=int)
    NO_SAMPLES = cut_short(transfers=int)
    TOO_MANY_SAMPLES = cut_short(received=int, expected=int)
    NO_STATUS = cut_short()
    NOT_IN_STEP = cut_short(received=str)
    DEVICE_ALARM = cut_short(alarms=tuple[str, ...])
    OTHER_REPLY = cut_short(request=int, received=int, expected=int)

    NOT_A_NUMBER = cut_short(line=int, column=int, word=str, low=int, high=int)
    OTHER_AMOUNT = cut_short(entered=int, requested=int, low=int, high=int)
    ENTRIES_DIFFER = cut_short(place=int, first=str | None, second=str | None)
