"""The values of a form and the entry that they make: every mistake at once, each with its field.

Writing TOML for people: exactly what was given comes back, and a text of several lines stands in several.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from pydantic import ValidationError

from labharness.filings.entries.entry import Entry
from labharness.filings.entries.filing import faults
from labharness.filings.entries.snapshot import KINDS
from labharness.games.mistakes import reasons
from labharness.model.field import Field, FieldShape, fields_of
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Forms
from labharness.reason import Code, Reason

Values = dict[str, Any]
"""Text of each field, a truth value of a flag, a list where there are several, dictionaries of a table."""
Path = tuple[str | int, ...]
"""Field, then the place in its list from 0, then the field of the table there."""


@dataclass(frozen=True, slots=True)
class FieldMistake:
    """What is wrong with a field; an empty path is the entry as a whole."""

    path: Path
    reason: Reason


def blank_values(kind: str) -> Values:
    """Return what the form of a new entry holds."""
    return {field.name: _fresh(field) for field in fields_of(KINDS[kind])}


def _fresh(field: Field) -> Any:
    if field.shape is FieldShape.FLAG:
        return "" if field.needed else bool(field.default)
    return list(field.default or ()) if field.many else field.default or ""


def values_of(entry: Entry) -> Values:
    """Return an entry as a form shows it."""
    return {name: _shown(value) for name, value in entry.model_dump(mode="json").items()}


def values_of_record(kind: str, body: Mapping[str, Any]) -> Values:
    """Return the body of a record as a form shows it; one that is no entry of today is shown as it is."""
    try:
        return values_of(KINDS[kind].model_validate_json(json.dumps(dict(body)), strict=True))
    except ValidationError:
        return {name: _shown(value) for name, value in body.items()}


def _shown(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shown(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_shown(each) for each in value]
    return "" if value is None else value


def checked_values(kind: str, values: Mapping[str, Any]) -> tuple[Entry | None, tuple[FieldMistake, ...]]:
    """Return the entry that values make, or every mistake in them."""
    given = _given(fields_of(KINDS[kind]), values)
    # A default of the model is for records of earlier versions; whoever fills in a form has to answer.
    left = sorted(KINDS[kind].asked - given.keys())
    unanswered = tuple(FieldMistake((name,), Forms.NEEDED()) for name in left)
    try:
        entry = KINDS[kind].model_validate_json(json.dumps(given), strict=True)
    except ValidationError as error:
        return None, (*mistakes_of(error), *unanswered)
    except UnicodeEncodeError:
        return None, (FieldMistake((), Inputs.HALF_CHARACTER()),)
    result = (*(_located(reason) for reason in faults(entry)), *unanswered)
    return (None if result else entry), result


def _given(fields: Sequence[Field], values: Mapping[str, Any]) -> Values:
    """Leave out what is empty, so that it has its default or is missed."""
    result: Values = {}
    for field in fields:
        value = values.get(field.name, "")
        if field.many:
            rows = [each for each in value or () if not _is_empty(each)]
            if field.shape is FieldShape.TABLE:
                rows = [_given(field.inner, each) for each in rows]
            elif field.shape is not FieldShape.FILE:
                rows = [_trimmed(field, each) for each in rows]
            if rows:
                result[field.name] = rows
        elif value != "":
            result[field.name] = _trimmed(field, value)
    return result


def _trimmed(field: Field, value: Any) -> Any:
    """Return text without the space around it, where only space can be meant by that."""
    if isinstance(value, str) and field.shape in (FieldShape.LINE, FieldShape.DATE) and value.strip():
        return value.strip()
    return value


def _is_empty(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(_is_empty(each) for each in value.values())
    return value in ("", [], None)


_NEEDED = (Inputs.KEY_MISSING, Inputs.TEXT_EMPTY, Inputs.TOO_FEW)
_FIELD: Mapping[Code, str] = {
    Entries.PROTOTYPE_OMITS_TESTS: "omitted",
    Entries.COMPLETE_BEFORE_RECEIVED: "complete",
    Entries.DIGEST_LENGTH: "digest",
    Entries.NO_FILE: "files",
    Entries.RESERVED_NAME: "id",
}
"""Field of what is wrong with an entry as a whole."""


def mistakes_of(error: ValidationError) -> Iterator[FieldMistake]:
    """Yield what validation found wrong, each with its field."""
    for item in error.errors(include_url=False):
        path = tuple("license" if part == "licence" else part for part in item["loc"])
        for reason in reasons(item):
            yield _placed(path, reason)


def _placed(path: Path, reason: Reason) -> FieldMistake:
    if reason.is_a(*_NEEDED):
        return FieldMistake(path, Forms.NEEDED())
    if reason.is_a(Inputs.KEY_NEEDS):
        return FieldMistake((*path, str(reason["other"])), Forms.NEEDED_WITH(key=str(reason["key"])))
    if reason.is_a(Entries.STATES_NO_FACT):
        return FieldMistake((str(reason["key"]),), reason)
    field = next((name for code, name in _FIELD.items() if reason.is_a(code)), "")
    return FieldMistake((field,) if field and not path else path, reason)


_PLACE = re.compile(r"(?P<name>[a-z0-9_]+)(?: (?P<at>\d+))?(?:\.(?P<inner>[a-z0-9_]+))?")


def _located(fault: Reason) -> FieldMistake:
    """Return what is wrong with a text by the field that the fault names."""
    (inner,) = fault.inner()  # the place before is the entry itself
    if not inner.is_a(Inputs.AT):
        return _placed((), inner)
    match = _PLACE.fullmatch(str(inner["where"]))
    (problem,) = inner.inner()
    if match is None:
        return FieldMistake((), problem)
    path: Path = (match["name"],)
    path += (int(match["at"]) - 1,) if match["at"] else ()
    path += (match["inner"],) if match["inner"] else ()
    return FieldMistake(path, problem)


_BARE = re.compile(r"[A-Za-z0-9_-]+")
# Controls, and what would reorder or hide the text around it in an editor.
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_SHORT = {"\r": "\\r", "\b": "\\b", "\f": "\\f"}


def dump(document: Mapping[str, Any]) -> str:
    r"""Return a document as TOML; a list of tables at its top becomes one ``[[table]]`` each.

    Raises
    ------
    UnicodeEncodeError
        If a text holds half a character (a lone surrogate).

    Examples
    --------
    >>> print(dump({"schema": 1, "unit": [{"id": "a", "serial": 'B "7"'}]}), end="")
    schema = 1
    <BLANKLINE>
    [[unit]]
    id = "a"
    serial = "B \"7\""
    """
    text = "\n".join(_lines(document))
    text.encode()
    return text + "\n" if text else ""


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    tables = {name: value for name, value in document.items() if _is_tables(value)}
    plain = {name: value for name, value in document.items() if name not in tables}
    yield from (f"{_key(name)} = {_value(value, 0)}" for name, value in plain.items())
    for name, rows in tables.items():
        for row in rows:
            yield f"\n[[{_key(name)}]]"
            yield from (f"{_key(key)} = {_value(value, 0)}" for key, value in row.items())


def _is_tables(value: Any) -> bool:
    rows = value if isinstance(value, list | tuple) else ()
    return bool(rows) and all(isinstance(each, Mapping) for each in rows)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _line(name)


def _value(value: Any, depth: int) -> str:
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = _paragraphs(value) if "\n" in value and depth == 0 else _line(value)
        case float():
            text = _float(value)
        case date() | time():  # a moment with both is a date as well
            text = value.isoformat()
        case Mapping():
            inside = ", ".join(f"{_key(name)} = {_value(each, depth + 1)}" for name, each in value.items())
            text = f"{{ {inside} }}" if inside else "{}"
        case list() | tuple():
            text = _list([_value(each, depth + 1) for each in value], depth)
        case _:
            text = str(int(value))
    return text


def _float(value: float) -> str:
    """Return a number as TOML writes it: with a point before an exponent's digits or none, never bare."""
    text = repr(value)
    return text if any(sign in text for sign in ".en") else f"{text}.0"


def _list(parts: list[str], depth: int) -> str:
    short = f"[{', '.join(parts)}]"
    if depth or len(short) <= 80:
        return short
    return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"


def _line(text: str) -> str:
    return '"' + _escaped(text).replace('"', '\\"').replace("\n", "\\n") + '"'


def _paragraphs(text: str) -> str:
    # Only a quotation mark before another one, or before the end, could be taken for the end.
    return '"""\n' + re.sub(r'"(?="|\Z)', '\\"', _escaped(text)) + '"""'


def _escaped(text: str) -> str:
    return _HIDDEN.sub(
        lambda result: _SHORT.get(result[0], f"\\u{ord(result[0]):04x}"), text.replace("\\", "\\\\")
    )
