"""Keys of a plan as people write them: ``game.decks``, or ``stages shuffles.units`` of the entry with this name."""

from __future__ import annotations

from typing import Any

from labharness.errors import PlanError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.plans.written.places import KeyPath

_NOUNS = {"stages": Noun.STAGE, "checks": Noun.CHECK, "citations": Noun.CITATION}


def key_path(key: str, document: Any) -> KeyPath:
    """Return the path of a key: ``stages shuffles.units``, ``stages 4.units`` or ``game.decks``.

    Raises
    ------
    PlanError
        If a list has no entry of this name or number, or if none was named.
    """
    path: KeyPath = ()
    first, *inner = key.split(".")
    for part in (first, *inner):
        name, _, entry = part.partition(" ")
        path, document = (*path, name), value_at(document, (name,))
        if isinstance(document, list) and (entry or inner):
            at = _numbered(document, name, entry)
            path, document = (*path, at), document[at]
    return path


def _numbered(entries: list[Any], of: str, entry: str) -> int:
    at = next((at for key in ("name", "id") if (at := entry_at(entries, key, entry)) is not None), None)
    if at is None and entry.isdecimal() and 0 < int(entry) <= len(entries):
        at = int(entry) - 1
    if at is None:
        known = tuple(
            str(entry.get("name") or entry.get("id") or number) if isinstance(entry, dict) else str(number)
            for number, entry in enumerate(entries, 1)
        )
        raise PlanError((Inputs.UNKNOWN(what=_NOUNS.get(of, Noun.ENTRY), name=entry, known=known),))
    return at


def entry_at(entries: list[Any], key: str, name: str) -> int | None:
    """Return which entry has a name under a key, None where none has."""
    return next(
        (at for at, entry in enumerate(entries) if isinstance(entry, dict) and entry.get(key) == name), None
    )


def value_at(document: Any, path: KeyPath) -> Any:
    """Return the value at a path, None where nothing stands."""
    for part in path:
        try:
            document = document[part]
        except (LookupError, TypeError):
            return None
    return document
