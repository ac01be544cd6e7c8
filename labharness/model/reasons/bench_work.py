"""Why what a person entered at the bench is no answer yet."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, Reason, note, refusal


class PromptField(StrEnum):
    """A field of a prompt that is answered in fields."""

    MANUFACTURER = "manufacturer"
    MODEL = "model"
    SERIAL = "serial number"
    HARDWARE = "hardware revision"
    SOFTWARE = "software name"
    VERSION = "software version"
    CARDS = "cards counted"
    EXPECTED = "cards expected"
    OUT = "cards unloaded"
    INSIDE = "cards inside"
    DISPLAY = "text on the display"


class BenchWork(Code, area="bench_work"):
    """Why what a person entered at the bench is no answer yet."""

    FIELD_EMPTY = refusal(field=PromptField)
    FIELD_NO_COUNT = refusal(field=PromptField, text=str)
    FIELD_SEPARATOR = refusal(field=PromptField)
    COMMENT_MISSING = refusal()
    PHOTOGRAPH_MISSING = refusal()
    NOT_THE_SET = note(entered=int, expected=int, difference=tuple[Reason, ...])
