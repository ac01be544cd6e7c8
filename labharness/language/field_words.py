"""The words of fields and of kinds of entries: what each is called, what belongs there, and why it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from labharness.language.template import words
from labharness.model.field import Field

ENGLISH = "labharness.language.english"
_MODULES = (
    "fields_filing",
    "fields_items",
    "fields_papers",
    "fields_review",
    "fields_plan",
    "fields_settings",
    "fields_prompts",
)
EVERY = "*"
"""Kind under which the words of a field stand that all kinds share."""


@dataclass(frozen=True, slots=True)
class KindWords:
    """The words of a kind of entry.

    Parameters
    ----------
    one, several
        What it is called: "unit", "units".
    help
        What it is, in a sentence.
    who
        Who enters it, in a sentence.
    """

    one: str
    several: str
    help: str
    who: str


@dataclass(frozen=True, slots=True)
class FieldWords:
    """The words of a field.

    Parameters
    ----------
    label
        What it is called.
    help
        What belongs there, in a sentence.
    example
        A value as somebody would write it, "" where none helps.
    why
        Why it is asked, in a sentence; "" where that needs no saying.
    """

    label: str
    help: str
    example: str = ""
    why: str = ""


def kind_words(kind: str) -> KindWords:
    """Return the words of a kind of entry; raises ``KeyError`` where there are none."""
    words: KindWords = _every("KINDS")[kind]
    return words


def words_of(field: Field) -> FieldWords:
    """Return the words of a field, of the nearest model that has any; raises ``KeyError`` where there are none."""
    known = _every("FIELDS")
    key = next(
        (key for kind in field.kinds if (key := f"{kind}.{field.name}") in known), f"{EVERY}.{field.name}"
    )
    words: FieldWords = known[key]
    return words


def field_words(kind: str, name: str) -> FieldWords:
    """Return the words of a field of a kind of entry; raises ``KeyError`` where there are none."""
    known = _every("FIELDS")
    words: FieldWords = known.get(f"{kind}.{name}") or known[f"{EVERY}.{name}"]
    return words


def choice_words(value: str) -> str:
    """Return a choice in words."""
    return str(_every("CHOICES").get(value, words(value)))


@cache
def _every(table: str) -> Mapping[str, Any]:
    result: dict[str, Any] = {}
    for name in _MODULES:
        result |= getattr(import_module(f"{ENGLISH}.{name}"), table, {})
    return result
