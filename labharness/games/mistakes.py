"""What is wrong with data that somebody typed, in the words of the one who is to correct it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

SENTENCES = {
    "missing": "it is missing; add it",
    "extra_forbidden": "there is no such key here; correct its name or take it out",
    "string_type": "write a text, in quotation marks",
    "string_too_short": "it is empty; write something",
    "string_too_long": "it is too long; {max_length} characters at most",
    "int_type": "write a whole number, without quotation marks",
    "int_from_float": "write a whole number",
    "float_type": "write a number, without quotation marks",
    "finite_number": "write a number that is finite",
    "bool_type": "write true or false, without quotation marks",
    "date_type": "write a date, such as 2026-01-31",
    "date_parsing": "write a date that there is, such as 2026-01-31",
    "date_from_datetime_parsing": "write a date that there is, such as 2026-01-31",
    "date_from_datetime_inexact": "write a date alone, such as 2026-01-31",
    "too_short": "give at least {min_length}",
    "too_long": "give at most {max_length}",
    "enum": "choose one of {expected}",
    "literal_error": "write {expected}",
    "greater_than": "it must be more than {gt}",
    "greater_than_equal": "it must be at least {ge}",
    "less_than": "it must be less than {lt}",
    "less_than_equal": "it must be at most {le}",
    "value_error": "{error}",
}
"""By the kind of the mistake; what it holds is filled in."""
LISTS = ("tuple_type", "list_type", "set_type", "frozen_set_type")
TABLES = ("dict_type", "model_type", "model_attributes_type", "dataclass_type", "dataclass_exact_type")
SLUG = r"^[a-z0-9][a-z0-9-]{0,79}$"
PATTERNS = {
    SLUG: "write small letters, digits and hyphens only, 80 at most and no hyphen first",
    r"^[0-9a-f]{64}$": "write the 64 digits of a SHA-256, in small letters",
    r"^[0-9A-Fa-f]{4,256}$": "write the hexadecimal digits alone",
}
"""By the pattern that a text does not fit."""


def mistakes(error: ValidationError, document: Any = None) -> Iterator[str]:
    """Yield one line for each mistake: where it is, what to do, and what was found there.

    Parameters
    ----------
    document
        What was read; entries of its lists are then named by their ids as well.
    """
    found = error.errors(include_url=False)
    broken = {item["loc"][:depth] for item in found for depth in range(len(item["loc"]))}
    for item in found:
        if item["type"] == "too_short" and item["loc"] in broken:
            continue  # it lacks only what is wrong in it
        shown = item["type"] not in ("missing", "value_error", "string_too_short", "too_short")
        got = f" (got {_short(item['input'])})" if shown else ""
        yield f"{_place(item['loc'], document)}: {sentence(item)}{got}."


def sentence(item: Mapping[str, Any]) -> str:
    """Say what to do about one mistake, as the library describes it."""
    kind, key = item["type"], str(next(iter(reversed(item["loc"])), ""))
    found = SENTENCES.get(kind)
    if kind in LISTS:
        table = isinstance(item["input"], dict)
        found = f"write it with two brackets, [[{key}]]" if table else "write a list, in brackets [ ]"
    elif kind in TABLES:
        found = "write a table: [name], or { key = value }"
    elif kind == "string_pattern_mismatch":
        found = PATTERNS.get(item["ctx"]["pattern"], "it holds signs that cannot stand here")
    elif found is not None:
        found = found.format(**item.get("ctx", {}))
    return (found or str(item["msg"])).rstrip(".")


def _place(location: Sequence[int | str], document: Any) -> str:
    """Return where something is, entries of lists counted from one as people do."""
    said = ""
    for part in location:
        try:
            document = document[part]
        except (LookupError, TypeError):
            document = None
        if isinstance(part, int):
            name = document.get("id") if isinstance(document, dict) else None
            said += f" {part + 1} (id {name[:80]})" if isinstance(name, str) else f" {part + 1}"
        else:
            said += f".{part}" if said else part
    return said or "the file"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 62 else f"{text[:60]}…"
