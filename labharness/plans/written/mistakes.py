"""Mistakes of a plan at their keys and lines.

Keys of a plan as people write them: ``game.decks``, or ``stages shuffles.units`` of the entry with this name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from labharness.errors import PlanError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.plan import Plans, PlanTexts
from labharness.plans.written.edits import key_of
from labharness.plans.written.places import KeyPath, Written, read_places
from labharness.reason import Reason

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


_PART = re.compile(r"(?P<key>[^.\s]+)(?: (?P<number>\d+))?(?: \((?P<by>\w+) (?P<name>[^)]*)\))?(?:\.|$)")
_LINE = re.compile(r"at line (\d+)")
_LISTS = {"stage": ("stages", "name"), "check": ("checks", "id"), "citation": ("citations", "id")}
"""List and naming key of the things that a reason names."""


_HEAD = {
    Plans.ID_OF_ANOTHER: "id",
    Plans.REASON_OF_ANOTHER: "sample_size_reason",
    PlanTexts.ID_OF_THE_PRODUCT: "id",
    PlanTexts.ID_TAKEN: "id",
    PlanTexts.VERSION_NOT_RAISED: "version",
}
"""Key that is to be changed, by what is wrong with the plan as a whole."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake.

    Parameters
    ----------
    path
        Key that it is about, ``()`` where it is about the whole plan.
    line
        Line of the file, counted from one; None where no line is to blame.
    """

    path: KeyPath
    line: int | None
    problem: Reason

    @property
    def key(self) -> str:
        """The key as people read it."""
        return key_of(self.path)


def find_mistakes(problems: Iterable[Reason], content: bytes, where: str) -> tuple[Mistake, ...]:
    """Return each mistake with its key and line.

    Parameters
    ----------
    problems
        As :class:`labharness.errors.PlanError` carries them.
    where
        What the problems call the file.
    """
    text = content.decode("utf-8", "replace")
    try:
        document = tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return tuple(Mistake((), _said_line(each, text), _inner(each, where)) for each in problems)
    written = read_places(text)
    result = (_mistake(each, document, written, where) for each in problems)
    return tuple(sorted(result, key=lambda each: (each.line is None, each.line or 0)))


def _mistake(problem: Reason, document: Any, written: Written, where: str) -> Mistake:
    path: KeyPath = ()
    for place, inner in _unwrapped(problem, where):
        path, problem = (*path, *_path(place, value_at(document, path))), inner
    if not path:
        problem = _inner(problem, where)
        path = _named(problem, document)
    return Mistake(path, written.line(path), problem)


def _inner(problem: Reason, where: str) -> Reason:
    """Return a problem without the name of the file."""
    if problem.is_a(Inputs.AT) and problem["where"] == where:
        inner = problem["problem"]
        assert isinstance(inner, Reason)
        return inner
    return problem


def _unwrapped(problem: Reason, where: str) -> Iterator[tuple[str, Reason]]:
    problem = _inner(problem, where)
    while problem.is_a(Inputs.AT):
        place, inner = problem["where"], problem["problem"]
        assert isinstance(inner, Reason)
        yield str(place), inner
        problem = inner


def _path(place: str, document: Any) -> KeyPath:
    """Return the keys that a message names, as far as the file has them."""
    path: KeyPath = ()
    for part in _PART.finditer(place):
        key = part["key"]
        if isinstance(document, dict) and key not in document and document.get("kind") == key:
            continue  # the kind of a stage stands in the message, as the choice that was made by it
        path, document = (*path, key), value_at(document, (key,))
        at = int(part["number"]) - 1 if part["number"] else None
        if at is None and part["by"] and isinstance(document, list):
            at = entry_at(document, part["by"], part["name"])
        if at is not None:
            path, document = (*path, at), value_at(document, (at,))
    return path


def _named(problem: Reason, document: Any) -> KeyPath:
    """Return the entry that a reason names, such as a stage that no check reads."""
    for code, key in _HEAD.items():
        if problem.is_a(code):
            return (key,)
    values = dict(problem.parameters)
    what = str(values.get("what", ""))
    if what in _LISTS and isinstance(values.get("name"), str):
        values = {what: values["name"], **values}
    for name in ("check", "stage", "citation"):
        lists, key = _LISTS[name]
        entries = document.get(lists)
        if isinstance(values.get(name), str) and isinstance(entries, list):
            at = entry_at(entries, key, str(values[name]))
            if at is not None:
                return (lists, at)
    return ()


def _said_line(problem: Reason, text: str) -> int | None:
    """Return the line at which the reader of TOML gave up; before Python 3.14 it stands in its words alone."""
    for each in (problem, *problem.inner()):
        if each.is_a(Inputs.NOT_TOML):
            match = _LINE.search(str(each["why"]))
            return int(match[1]) if match else text.rstrip("\n").count("\n") + 1
    return None
