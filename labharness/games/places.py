"""Where something stands in a game file, as messages say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from labharness.model.reasons.inputs import Inputs
from labharness.reason import Reason

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
