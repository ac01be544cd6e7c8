"""The words of a standing: the verdict and every qualifier, in one phrase that is never cut.

What a command found as JSON values: codes and parameters for programs, and a sentence beside them for people.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

from labharness.language.catalog import say, term
from labharness.model.results import Qualifier, Standing
from labharness.reason import Reason, dump_reason


def as_values(result: Any) -> Any:
    """Return JSON values: a reason as its code, its parameters and its sentence, a dataclass and a model by their fields.

    Examples
    --------
    >>> from labharness.reason import quoted
    >>> as_values((quoted("Gone."),))
    [{'parameters': {'text': 'Gone.'}, 'code': 'quoted.text', 'sentence': 'Gone.'}]
    """
    if hasattr(result, "model_dump"):  # a model, whose library need not be loaded for this
        result = result.model_dump(mode="json", by_alias=True)
    elif isinstance(result, Path):
        result = str(result)
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


@lru_cache(1024)
def standing_words(standing: Standing) -> str:
    """Return a verdict with what qualifies it, or why there is none.

    Examples
    --------
    >>> standing_words(standing_of(Outcome.PASS, simulated=True))
    'PASS, simulated'
    >>> standing_words(standing_of(None, Phase.AT_WORK, simulated=True))
    'At work, simulated'
    """
    word = term(standing.phase) if standing.verdict is None else standing.verdict.value
    return qualified(word, standing.qualifiers)


def qualified(word: str, qualifiers: Iterable[Qualifier]) -> str:
    """Return what a part of something came to, such as a check of a run, with what qualifies the whole."""
    return ", ".join([word, *map(term, qualifiers)])
