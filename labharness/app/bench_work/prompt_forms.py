"""What a prompt wants: its kind, its fields and the verb of its answer; a view never reads its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from labharness.evidence.records.people import PromptBody
from labharness.model.device import DeviceClass
from labharness.model.field import Field, FieldShape
from labharness.model.reasons.bench_work import PromptField

INSPECT = "inspect"
ENTER_ORDER = "enter_order"
NUMBERS = frozenset({"draw", "outcomes"})
ENTRIES = frozenset({ENTER_ORDER, *NUMBERS})
"""Actions of prompts that two people answer one after the other, neither seeing what the other entered."""
FIELDS: Mapping[str, tuple[PromptField, ...]] = {
    "identify": (PromptField.MANUFACTURER, PromptField.MODEL, PromptField.SERIAL, PromptField.HARDWARE),
    "software": (PromptField.SOFTWARE, PromptField.VERSION),
    "load": (PromptField.INSIDE,),
    "count": (PromptField.CARDS, PromptField.EXPECTED),
    "unload": (PromptField.OUT, PromptField.INSIDE),
    "status": (PromptField.DISPLAY,),
}
COUNTS = frozenset({PromptField.CARDS, PromptField.EXPECTED, PromptField.OUT, PromptField.INSIDE})
OPTIONAL = frozenset({PromptField.HARDWARE, PromptField.VERSION})
"""Fields that a device may not show; an empty one is recorded as none."""
DEEDS = frozenset({"shuffle", "deal", "restore", "put_back", "clear_jam", "confirm"})
"""Actions that are done rather than answered; what they bring comes from the device or the reader."""


def field_of(name: PromptField) -> Field:
    """Return a field of a prompt as a form shows it."""
    shape = FieldShape.WHOLE if name in COUNTS else FieldShape.LINE
    return Field(("prompt",), name.value, shape, needed=name not in OPTIONAL)


class PromptKind(StrEnum):
    """How a prompt is answered."""

    FORM = "form"
    COUNT = "count"
    DEED = "deed"
    READ = "read"
    TRIAL = "trial"
    INSPECTION = "inspection"
    CHOICE = "choice"
    CARDS = "cards"
    NUMBERS = "numbers"
    TEXT = "text"
    """Free text, for a prompt of an adapter that this program does not know."""


@dataclass(frozen=True, slots=True)
class PromptForm:
    """What a prompt wants.

    Parameters
    ----------
    fields
        Of a form or a count, in order.
    given
        Fields that are filled in beforehand.
    class_of
        Class of the device under test, which the plan fixes and nobody types; None where it is no part of the answer.
    """

    kind: PromptKind
    fields: tuple[PromptField, ...] = ()
    given: tuple[tuple[PromptField, str], ...] = ()
    class_of: DeviceClass | None = None


def form_of(
    prompt: PromptBody, device_class: DeviceClass | None = None, size: int | None = None
) -> PromptForm:
    """Return what a prompt wants.

    Parameters
    ----------
    device_class
        Class of the plan, None where it is not known; a name plate is then answered as text.
    size
        Cards of the plan's set, None where it has none.
    """
    action = prompt.action
    fields = FIELDS.get(action, ())
    if action == "identify":
        known = device_class is not None
        return PromptForm(PromptKind.FORM, fields, (), device_class) if known else PromptForm(PromptKind.TEXT)
    if fields:
        counts = bool(COUNTS & set(fields))
        given = ((PromptField.EXPECTED, str(size)),) if PromptField.EXPECTED in fields and size else ()
        return PromptForm(PromptKind.COUNT if counts else PromptKind.FORM, fields, given)
    return PromptForm(_kind(prompt))


def reading_of(entry: PromptBody, prompts: Iterable[PromptBody]) -> PromptBody | None:
    """Return the reader's prompt that an entry of cards by two people answers, None where there is none.

    It stands open beside the entry, and alone says which cards are to be laid or unloaded.
    """
    readings = [prompt for prompt in prompts if prompt.by_reader] if entry.action == ENTER_ORDER else []
    return readings[-1] if readings else None


def _kind(prompt: PromptBody) -> PromptKind:
    if prompt.by_reader:
        return PromptKind.READ
    if prompt.action == INSPECT:
        return PromptKind.INSPECTION
    if prompt.data.answers:
        return PromptKind.TRIAL if prompt.data.trials else PromptKind.CHOICE
    if prompt.action == ENTER_ORDER:
        return PromptKind.CARDS
    if prompt.action in NUMBERS:
        return PromptKind.NUMBERS
    return PromptKind.DEED if prompt.action in DEEDS else PromptKind.TEXT
