"""Mistakes that validation finds in data, as reasons with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from labharness.model.reasons.inputs import Inputs, located
from labharness.reason import Code, Reason

KEY = "[key]"
"""How the library places a mistake in the name of a key."""
SLUG = r"^[a-z0-9][a-z0-9-]{0,79}$"
PATTERNS: Mapping[str, Code] = {
    SLUG: Inputs.NOT_SLUG,
    r"^[0-9a-f]{64}$": Inputs.NOT_SHA256,
    r"^[0-9A-Fa-f]{4,256}$": Inputs.NOT_HEXADECIMAL,
}
"""By the pattern that a text does not match."""
WRONG: Mapping[str, Code] = {
    "string_type": Inputs.NOT_TEXT,
    "int_type": Inputs.NOT_INTEGER,
    "int_from_float": Inputs.NOT_INTEGER,
    "float_type": Inputs.NOT_NUMBER,
    "finite_number": Inputs.NOT_FINITE,
    "bool_type": Inputs.NOT_BOOLEAN,
    "date_type": Inputs.NOT_DATE,
    "date_parsing": Inputs.NOT_DATE,
    "date_from_datetime_parsing": Inputs.NOT_DATE,
    "date_from_datetime_inexact": Inputs.NOT_DATE,
    **dict.fromkeys(("tuple_type", "list_type", "set_type", "frozen_set_type"), Inputs.NOT_LIST),
    **dict.fromkeys(
        ("dict_type", "model_type", "model_attributes_type", "dataclass_type", "dataclass_exact_type"),
        Inputs.NOT_TABLE,
    ),
}
"""Mistakes that are told by the value alone, by the library's name for them."""
_Details = Mapping[str, Any]
LIMITED: Mapping[str, Callable[[_Details, str], Reason]] = {
    "missing": lambda _, __: Inputs.KEY_MISSING(),
    "extra_forbidden": lambda _, __: Inputs.KEY_UNKNOWN(),
    "string_too_short": lambda _, __: Inputs.TEXT_EMPTY(),
    "string_unicode": lambda _, __: Inputs.HALF_CHARACTER(),
    "string_too_long": lambda result, got: Inputs.TEXT_TOO_LONG(most=result["max_length"], got=got),
    "string_pattern_mismatch": lambda result, got: PATTERNS.get(result["pattern"], Inputs.NOT_OF_THIS_FORM)(
        got=got
    ),
    "too_short": lambda result, _: Inputs.TOO_FEW(least=result["min_length"]),
    "too_long": lambda result, _: Inputs.TOO_MANY(most=result["max_length"]),
    "enum": lambda result, got: Inputs.NOT_A_CHOICE(choices=result["expected"], got=got),
    "literal_error": lambda result, got: Inputs.NOT_A_CHOICE(choices=result["expected"], got=got),
    "greater_than": lambda result, got: Inputs.NOT_ABOVE(limit=result["gt"], got=got),
    "greater_than_equal": lambda result, got: Inputs.NOT_AT_LEAST(limit=result["ge"], got=got),
    "less_than": lambda result, got: Inputs.NOT_BELOW(limit=result["lt"], got=got),
    "less_than_equal": lambda result, got: Inputs.NOT_AT_MOST(limit=result["le"], got=got),
}
"""The other mistakes that the library names, with the limits that it states."""


def mistakes(error: ValidationError, document: Any = None) -> Iterator[Reason]:
    """Yield each mistake with its place.

    A validator of ours raises ``ValueError`` with reasons; each of them is a mistake of its own.

    Parameters
    ----------
    document
        The data; entries of its lists are then named by their ids as well.
    """
    errors = error.errors(include_url=False)
    broken = {item["loc"][:depth] for item in errors for depth in range(len(item["loc"]))}
    for item in errors:
        if item["type"] == "too_short" and item["loc"] in broken:
            continue  # it lacks only what is wrong in it
        place = _place(item["loc"], document)
        yield from located(place, reasons(item)) if place else reasons(item)


def reasons(item: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Return what is wrong, from one mistake as the library describes it."""
    kind, details, got = item["type"], item.get("ctx", {}), _short(item["input"])
    if kind == "value_error" and (
        own := tuple(each for each in details["error"].args if isinstance(each, Reason))
    ):
        return own
    code = WRONG.get(kind)
    if code is Inputs.NOT_LIST and isinstance(item["input"], dict):
        return (Inputs.NOT_LIST_OF_TABLES(key=str(item["loc"][-1])),)
    if code is not None:
        return (code(got=got),)
    if kind in LIMITED:
        return (LIMITED[kind](details, got),)
    return (Inputs.INVALID(why=str(item["msg"]).rstrip("."), got=got),)


def _place(location: Sequence[int | str], document: Any) -> str:
    """Return where something is, entries of lists counted from one as people do; "" for the whole."""
    place = ""
    for part in location:
        if part == KEY:
            continue
        try:
            document = document[part]
        except (LookupError, TypeError):
            document = None
        if isinstance(part, int):
            name = document.get("id") if isinstance(document, dict) else None
            place += f" {part + 1} (id {name[:80]})" if isinstance(name, str) else f" {part + 1}"
        else:
            place += f".{part}" if place else part
    return place


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 62 else f"{text[:60]}…"
