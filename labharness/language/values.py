"""What a command found as JSON values: codes and parameters for programs, and a sentence beside them for people."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from labharness.language.catalog import say
from labharness.reason import Reason, dump_reason


def as_values(result: Any) -> Any:
    """Return JSON values: a reason as its code, its parameters and its sentence, a dataclass by its fields.

    Examples
    --------
    >>> from labharness.reason import quoted
    >>> as_values((quoted("Gone."),))
    [{'parameters': {'text': 'Gone.'}, 'code': 'quoted.text', 'sentence': 'Gone.'}]
    """
    match result:
        case Reason():
            return {"parameters": {}, **dump_reason(result), "sentence": say(result)}
        case Enum():
            return result.value
        case dict():
            return {key: as_values(value) for key, value in result.items()}
        case tuple() | list():
            return [as_values(each) for each in result]
        case _ if is_dataclass(result):
            return {field.name: as_values(getattr(result, field.name)) for field in fields(result)}
        case _:
            return result
