"""What may stand in the fields of a record: ids, names, reasons, particulars of events."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from labharness.database.canonical import canonical
from labharness.errors import RegisterError
from labharness.filings.entries.entry import Line, Prose
from labharness.filings.entries.events import kind_of
from labharness.filings.entries.typed import fault_of
from labharness.filings.store.chain import PUT, REMOVE
from labharness.games.data import Slug
from labharness.games.mistakes import reasons
from labharness.model.reasons.inputs import Inputs, located
from labharness.model.reasons.register import Registers

EVENT = re.compile(r"[a-z][a-z -]{0,79}")
_SLUG, _LINE, _PROSE = TypeAdapter(Slug), TypeAdapter(Line), TypeAdapter(Prose)


def refuse_words(submission: str, who: str, why: str) -> None:
    """Raise :class:`RegisterError` where a change says something that cannot be kept."""
    if submission:
        _check(_SLUG, submission, "submission")
    _check(_SLUG, who, "person")
    _check(_PROSE, why, "reason")


def refuse_event(submission: str, what: str, body: Mapping[str, Any], who: str, why: str) -> None:
    """Raise :class:`RegisterError` where an event says something that cannot be kept."""
    if not EVENT.fullmatch(what) or what in (PUT, REMOVE):
        raise RegisterError(Registers.NOT_AN_EVENT(name=what[:80]))
    if submission:
        _check(_SLUG, submission, "submission")
    _check(_LINE, who, "person")
    _check(_PROSE, why, "reason")
    try:
        text = canonical(body)
        if kind := kind_of(what):
            kind.model_validate_json(text)
    except (TypeError, ValueError) as error:
        raise RegisterError(Registers.PARTICULARS_NOT_STORABLE(event=what, why=str(error))) from error


def _check(adapter: TypeAdapter[str], value: str, what: str) -> None:
    try:
        adapter.validate_python(value)
        value.encode()
    except (ValidationError, UnicodeEncodeError) as error:
        wrong = (
            reasons(error.errors()[0]) if isinstance(error, ValidationError) else [Inputs.HALF_CHARACTER()]
        )
        raise RegisterError(*located(what, wrong)) from error
    if fault := fault_of(value, lines=True):
        raise RegisterError(*located(what, [fault]))
