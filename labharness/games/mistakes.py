"""Reading data files: everything typed, nothing unknown, and every mistake at once, with its place."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from labharness.errors import PlanError
from labharness.evidence.outside import SizeLimit
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.reason import Code, Reason

Problem = tuple[str, Reason]
"""The key at which something is wrong, and what."""

NAMES = ("id", "method", "device")
"""Keys by which entries are told apart, the first that an entry has."""


def entries(list_name: str, parts: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a list with what to call each: by its number, as people count, and its name.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> list(entries("sets", [SimpleNamespace(id="base", decks=1)]))[0][0]
    'sets 1 (id base)'
    """
    for number, part in enumerate(parts, 1):
        named = next((key for key in NAMES if hasattr(part, key)), None)
        yield f"{list_name} {number}" + (f" ({named} {getattr(part, named)})" if named else ""), part


def placed(where: str, problems: Iterable[Problem]) -> tuple[Reason, ...]:
    """Return mistakes of a file, each with the file and its key; "" is the whole file."""
    return tuple(
        Inputs.AT(where=where, problem=Inputs.AT(where=key, problem=problem) if key else problem)
        for key, problem in problems
    )


DEEPEST = 40
"""Lists and tables in one another; nothing that is written for us needs ten."""
TOO_DEEP = Inputs.TOO_DEEP(most=DEEPEST)


def read_toml(content: bytes, where: str) -> dict[str, Any]:
    """Return a file as data.

    Parameters
    ----------
    content
        UTF-8; a byte-order mark at its start, as some editors write it, is passed over.
    where
        What messages call the file.

    Raises
    ------
    PlanError
        If it is not TOML, or so that nothing could be done with it.
    """
    if (
        len(content) > SizeLimit.WRITTEN.value
    ):  # the reader takes a hundred times the bytes, and seconds for each million
        raise PlanError(
            located(where, [Inputs.TOO_LARGE(file=where, size=len(content), limit=SizeLimit.WRITTEN.value)])
        )
    try:
        document = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PlanError(located(where, [Inputs.NOT_UTF8(byte=error.start)])) from error
    except tomllib.TOMLDecodeError as error:
        raise PlanError(located(where, [Inputs.NOT_TOML(why=str(error).rstrip("."))])) from error
    except RecursionError as error:
        raise PlanError(located(where, [TOO_DEEP])) from error
    except ValueError as error:  # the interpreter reads no number of thousands of digits
        raise PlanError(located(where, [Inputs.NUMBER_TOO_LONG()])) from error
    layer: list[Any] = [document]
    for _ in range(DEEPEST):
        within = (each.values() if isinstance(each, dict) else each for each in layer)
        layer = [each for inside in within for each in inside if isinstance(each, dict | list)]
        if not layer:
            return document
    raise PlanError(located(where, [TOO_DEEP]))


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


def twice(what: Noun, names: Iterable[str]) -> list[Reason]:
    """Return a mistake for each name that occurs twice."""
    return [Inputs.TWICE(what=what, name=name) for name, times in sorted(Counter(names).items()) if times > 1]


Model = TypeVar("Model", bound=BaseModel)
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Slug = Annotated[str, Field(pattern=SLUG)]


class Data(BaseModel):
    """Base of everything read from a file: frozen, and nothing unknown passes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def parse(model: type[Model], text: bytes, where: str) -> Model:
    """Validate a TOML file against a model; raises :class:`PlanError` with every mistake.

    Notes
    -----
    A file of the same bytes is read once in a process: a plan is compared with all plans of its game.
    """
    result: Model = _parsed(model, text, where)
    return result


@lru_cache(maxsize=256)
def _parsed(model: type[Model], text: bytes, where: str) -> Any:
    document = read_toml(text, where)
    # As JSON, strictly: true is no number and "100" is none, but a list is a tuple and text an enum.
    try:
        value = model.model_validate_json(json.dumps(document, default=str), strict=True)
    except ValidationError as error:
        raise PlanError(located(where, mistakes(error, document))) from error
    bare = located(where, _bare_dates(document, value.model_dump(by_alias=True), ""))
    if bare:
        raise PlanError(bare)
    return value


def _bare_dates(written: Any, taken: Any, place: str) -> Iterator[Reason]:
    """Yield where a date without quotation marks stands for a text: JSON knows no dates, so it passed as one."""
    if isinstance(written, dict) and isinstance(taken, dict):
        for key, value in written.items():
            yield from _bare_dates(value, taken.get(key), f"{place}.{key}" if place else key)
    elif isinstance(written, list) and isinstance(taken, tuple | list):
        for at, (value, other) in enumerate(zip(written, taken, strict=False), 1):
            yield from _bare_dates(value, other, f"{place} {at}")
    elif isinstance(written, date | time) and isinstance(taken, str):
        yield from located(place, [Inputs.NOT_TEXT(got=str(written))])
