"""What may newly stand in what people type; what is on record already is shown safely and never refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import ValidationError

from labharness.errors import RegisterError
from labharness.evidence.folder import DEVICE_NAME
from labharness.filings.entries.entry import Entry, Typed
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.grounds import lacking
from labharness.games.data import Data
from labharness.games.mistakes import mistakes

YEARS = range(1990, 2101)
"""In which anything of a submission can have happened or be due."""
# Controls would steer a terminal, and signs of direction reorder what stands around them.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_Model = TypeVar("_Model", bound=Data)


def entered(model: type[_Model], fields: dict[str, Any]) -> _Model:
    """Return what somebody typed as an entry; raises :class:`RegisterError` with a line for each mistake."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        raise RegisterError(*mistakes(error)) from error


def faults(entry: Entry) -> Iterator[str]:
    """Yield one sentence for each thing that nobody means to put on record."""
    where = f"{entry.kind} {entry.id!r}"
    if isinstance(entry, Filing) and DEVICE_NAME.fullmatch(entry.id):
        yield f"{where}: Windows keeps that name for a device, so no folder can bear it; add something to the id."
    for place, fault in _faults(type(entry), entry):
        yield f"{where}: {place.lstrip('.')}: {fault}."
    for lack in lacking(entry):
        yield f"{where}: {lack}; say what happened or what is so, and attach what shows it."


def fault_of(text: str, *, lines: bool) -> str:
    """Say what is wrong with a text that somebody types, or return ""."""
    if text and not text.strip():
        return "there are only spaces in it; write something"
    hidden = None if lines else _HIDDEN.search(text)
    if hidden:
        return f"it holds U+{ord(hidden[0]):04X}, which steers or hides text; write it without, in one line"
    return ""


def _faults(annotation: Any, value: Any) -> Iterator[tuple[str, str]]:
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        marks = [mark for mark in inside[1:] if isinstance(mark, Typed)]
        yield from (("", fault) for mark in marks if (fault := fault_of(value, lines=mark.lines)))
        yield from _faults(inside[0], value)
    elif origin in (Union, UnionType):
        for one in inside if value is not None else ():
            yield from _faults(one, value)
    elif origin is tuple:
        for at, one in enumerate(value, 1):
            yield from ((f" {at}{place}", fault) for place, fault in _faults(inside[0], one))
    elif isinstance(value, Data):
        for name, hint in _hints(type(value)).items():
            yield from ((f".{name}{place}", fault) for place, fault in _faults(hint, getattr(value, name)))
    elif isinstance(value, date) and value.year not in YEARS:
        yield "", f"{value} is out of all question; correct the year"


@cache
def _hints(model: type[Data]) -> dict[str, Any]:
    hints = get_type_hints(model, include_extras=True)
    return {name: hints[name] for name in model.model_fields}
