"""The words of entries: what each kind and each of its fields is called, what belongs there, and why it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

ENGLISH = "labharness.language.english"
_MODULES = ("fields_filing", "fields_items", "fields_papers", "fields_review")
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
        A value as somebody would write it.
    why
        Why it is asked, in a sentence.
    """

    label: str
    help: str
    example: str
    why: str


def kind_words(kind: str) -> KindWords:
    """Return the words of a kind of entry; raises ``KeyError`` where there are none."""
    return _kinds()[kind]


def field_words(kind: str, name: str) -> FieldWords:
    """Return the words of a field of a kind, or of a table within an entry; raises ``KeyError`` where there are none."""
    known = _fields()
    return known.get(f"{kind}.{name}") or known[f"{EVERY}.{name}"]


@cache
def _kinds() -> Mapping[str, KindWords]:
    result: dict[str, KindWords] = {}
    for name in _MODULES:
        result |= import_module(f"{ENGLISH}.{name}").KINDS
    return result


@cache
def _fields() -> Mapping[str, FieldWords]:
    result: dict[str, FieldWords] = {}
    for name in _MODULES:
        result |= import_module(f"{ENGLISH}.{name}").FIELDS
    return result
