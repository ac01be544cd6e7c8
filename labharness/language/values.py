"""What a command found as JSON values: codes and parameters for programs, and a sentence beside them for people."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from labharness.language.catalog import say
from labharness.reason import Reason, dump_reason


def as_values(found: Any) -> Any:
    """Return JSON values: a reason as its code, its parameters and its sentence, a dataclass by its fields.

    Examples
    --------
    >>> from labharness.reason import quoted
    >>> as_values((quoted("Gone."),))
    [{'parameters': {'text': 'Gone.'}, 'code': 'quoted.text', 'sentence': 'Gone.'}]
    """
    match found:
        case Reason():
            return {"parameters": {}, **dump_reason(found), "sentence": say(found)}
        case Enum():
            return found.value
        case dict():
            return {key: as_values(value) for key, value in found.items()}
        case tuple() | list():
            return [as_values(each) for each in found]
        case _ if is_dataclass(found):
            return {field.name: as_values(getattr(found, field.name)) for field in fields(found)}
        case _:
            return found
