"""The filing itself: who asks for what, when, and on what it builds.

What may newly stand in what people type; what is on record already is shown safely and never refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import AliasChoices, Field, ValidationError, model_validator

from labharness.errors import RegisterError
from labharness.evidence.lock import DEVICE_NAME
from labharness.filings.entries.entry import Entry, GameId, Label, Line, Lines, Prose, Typed
from labharness.filings.entries.review import lacking
from labharness.games.mistakes import Data, Slug, mistakes
from labharness.model.eastern_time import today
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Registers
from labharness.reason import Reason


class SubmissionKind(StrEnum):
    """Why something was submitted."""

    PROTOTYPE = "prototype"
    MODIFICATION = "modification"
    EMERGENCY_MODIFICATION = "emergency modification"
    ABBREVIATED = "abbreviated"
    RESUBMISSION = "resubmission"
    REGRESSION = "regression"


BUILDS_ON_ANOTHER = frozenset(
    {
        SubmissionKind.MODIFICATION,
        SubmissionKind.EMERGENCY_MODIFICATION,
        SubmissionKind.RESUBMISSION,
        SubmissionKind.REGRESSION,
    }
)
"""Kinds that name what they change or repeat."""


AT_HOME = "the laboratory"
"""The place of testing that needs no other address."""


class SubmitterKind(StrEnum):
    """As what the submitter is licensed."""

    MANUFACTURER = "manufacturer"
    SERVICE_PROVIDER = "gaming related gaming service provider"


class Contact(Data):
    """Whom to ask at the submitter's."""

    name: Line
    role: Label = ""
    email: Label = ""
    telephone: Label = ""


class OmittedTest(Data):
    """A test that an abbreviated, modified or repeated submission leaves out, and why it may."""

    test: Line
    reason: Prose


class Filing(Entry):
    """What was filed."""

    kind = "filing"
    planned = frozenset({"provisional_until"})
    id: Slug
    reference: Line
    type: SubmissionKind
    title: Line
    submitter: Line
    submitter_kind: SubmitterKind
    license: Line = Field(validation_alias=AliasChoices("license", "licence"))  # the latter in version 0.1
    address: Lines = ""
    contacts: tuple[Contact, ...] = ()
    received: date
    complete: date | None = None
    places: tuple[Line, ...] = Field(default=(AT_HOME,), min_length=1)
    games: tuple[GameId, ...] = Field(min_length=1)
    distribution: tuple[Line, ...] = ()
    baseline: Label = ""
    permitted_by: Label = ""
    permitted: date | None = None
    provisional_until: date | None = None
    omitted: tuple[OmittedTest, ...] = ()
    remarks: Lines = ""

    @model_validator(mode="after")
    def _hangs_together(self) -> Filing:
        if self.type in BUILDS_ON_ANOTHER and not self.baseline:
            raise ValueError(Inputs.KEY_NEEDS(key=f"type = '{self.type}'", other="baseline"))
        if self.omitted and self.type is SubmissionKind.PROTOTYPE:
            raise ValueError(Entries.PROTOTYPE_OMITS_TESTS())
        if self.complete is not None and self.complete < self.received:
            raise ValueError(Entries.COMPLETE_BEFORE_RECEIVED())
        return self


def id_of(reference: str) -> str:
    """Return a submission reference in the form that names files.

    Raises
    ------
    RegisterError
        If nothing of it can stand in a name.

    Examples
    --------
    >>> id_of("BGLO/2026-0117 (M)")
    'bglo-2026-0117-m'
    """
    text = re.sub(r"[^a-z0-9]+", "-", reference.lower()).strip("-")[:80].strip("-")
    if not text:
        raise RegisterError(Registers.NO_NAME(reference=reference[:60]))
    if DEVICE_NAME.fullmatch(text):
        raise RegisterError(Entries.RESERVED_NAME(id=text))
    return text


YEARS = range(1990, 2101)
"""In which anything of a submission can have happened or be due."""
# Controls would steer a terminal, and signs of direction reorder what stands around them.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_Model = TypeVar("_Model", bound=Data)


def entered(model: type[_Model], fields: dict[str, Any]) -> _Model:
    """Return what somebody typed as an entry; raises :class:`RegisterError` with every mistake."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        raise RegisterError(*mistakes(error)) from error


def faults(entry: Entry) -> Iterator[Reason]:
    """Yield what nobody means to put on record, each with its entry."""
    return (Inputs.AT(where=f"{entry.kind} {entry.id}", problem=problem) for problem in _wrong(entry))


def _wrong(entry: Entry) -> Iterator[Reason]:
    if isinstance(entry, Filing) and DEVICE_NAME.fullmatch(entry.id):
        yield Entries.RESERVED_NAME(id=entry.id)
    for place, fault in _faults(type(entry), entry):
        yield Inputs.AT(where=place.lstrip("."), problem=fault)
    yield from _yet_to_come(entry)
    yield from lacking(entry)


def _yet_to_come(entry: Entry) -> Iterator[Reason]:
    """Yield the dates of what is said to have happened, and cannot have: what is of a day after today's."""
    now = today()
    for name in type(entry).model_fields:
        value = getattr(entry, name)
        if isinstance(value, date) and value > now and value.year in YEARS and name not in entry.planned:
            problem = Entries.FUTURE_DAY(date=value.isoformat(), today=now.isoformat())
            yield Inputs.AT(where=name, problem=problem)


def fault_of(text: str, *, lines: bool) -> Reason | None:
    """Return what is wrong with a text that somebody types, None where nothing is."""
    if text and not text.strip():
        return Entries.ONLY_SPACES()
    hidden = None if lines else _HIDDEN.search(text)
    return Entries.HIDDEN_CHARACTER(character=f"U+{ord(hidden[0]):04X}") if hidden else None


def _faults(annotation: Any, value: Any) -> Iterator[tuple[str, Reason]]:
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        marks = [mark for mark in inside[1:] if isinstance(mark, Typed)]
        yield from (("", fault) for mark in marks if (fault := fault_of(value, lines=mark.lines)))
        yield from _faults(inside[0], value)
    elif origin in (Union, UnionType):
        for each in inside if value is not None else ():
            yield from _faults(each, value) if each is not NoneType else ()
    elif origin is tuple:
        for at, each in enumerate(value, 1):
            yield from ((f" {at}{place}", fault) for place, fault in _faults(inside[0], each))
    elif isinstance(value, Data):
        for name, hint in _hints(type(value)).items():
            yield from ((f".{name}{place}", fault) for place, fault in _faults(hint, getattr(value, name)))
    elif isinstance(value, date) and value.year not in YEARS:
        yield "", Entries.YEAR_IMPOSSIBLE(date=value.isoformat())


@cache
def _hints(model: type[Data]) -> dict[str, Any]:
    hints = get_type_hints(model, include_extras=True)
    return {name: hints[name] for name in model.model_fields}
