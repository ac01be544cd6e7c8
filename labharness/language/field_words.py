"""The words of fields and of kinds of entries: what each is called, what belongs there, and why it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from labharness.language.catalog import ENGLISH, Messages, messages
from labharness.language.template import words
from labharness.model.field import Field

EVERY = "*"
"""Kind under which the words of a field stand that all kinds share."""
ANY_ACT = "act"
"""Kind under which the words of a parameter stand that several acts share."""


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
    forms = worded()[kind]
    return KindWords(forms[""], forms["several"], forms["help"], forms["who"])


def words_of(field: Field) -> FieldWords:
    """Return the words of a field, of the nearest model that has any; raises ``KeyError`` where there are none."""
    keys = (key for kind in field.kinds if (key := f"{kind}.{field.name}") in worded())
    return _field_words(next(keys, f"{EVERY}.{field.name}"))


def field_words(kind: str, name: str) -> FieldWords:
    """Return the words of a field of a kind of entry; raises ``KeyError`` where there are none."""
    key = f"{kind}.{name}"
    return _field_words(key if key in worded() else f"{EVERY}.{name}")


def choice_words(value: str) -> str:
    """Return a choice in words."""
    listed = messages("terms").get(value)
    return listed[""] if listed else words(value)


@cache
def worded() -> Messages:
    """Return the messages of all fields, by kind and field, of kinds of entries, and of acts' parameters that forms have."""
    files = sorted(ENGLISH.glob("fields_*.txt"))
    fields = {key: forms for file in files for key, forms in messages(file.stem).items()}
    acts = {
        key.replace(EVERY, ANY_ACT): {"help": forms[""], **forms, "": forms["label"]}
        for key, forms in messages("acts").items()
        if "label" in forms
    }
    return {**fields, **acts}


def _field_words(key: str) -> FieldWords:
    forms = worded()[key]
    return FieldWords(forms[""], forms["help"], forms.get("example", ""), forms.get("why", ""))
