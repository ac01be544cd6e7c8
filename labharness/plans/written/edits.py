"""Changes to a TOML file that leave every other byte as it is.

Each change is made where the value stands, and is then read again: where the new text does not mean exactly the old
data with that one change, the change is refused and the file stays as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from math import isfinite
from typing import Any

from labharness.errors import InputError
from labharness.model.reasons.plan import PlanTexts
from labharness.plans.written.places import KeyPath, TextPlace, Written, read_places

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def literal(value: Any) -> str:
    """Write a value as TOML on one line.

    Raises
    ------
    TypeError
        If TOML has no such value.

    Examples
    --------
    >>> literal(["a", 1, 0.5, True]), literal({"groups": ["ace"], "per cent": 2})
    ('["a", 1, 0.5, true]', '{ groups = ["ace"], "per cent" = 2 }')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float() if isfinite(value):
            return repr(value)
        case str():
            return f'"{"".join(map(_escaped, value))}"'
        case Mapping():
            inner = ", ".join(f"{_key(key)} = {literal(each)}" for key, each in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case Sequence():
            return f"[{', '.join(map(literal, value))}]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def _escaped(sign: str) -> str:
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    return f"\\u{ord(sign):04X}" if ord(sign) < 32 or ord(sign) == 127 else sign


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else literal(key)


def put(text: str, path: KeyPath, value: Any) -> str:
    """Set one value, in its place or at the end of its table.

    Parameters
    ----------
    path
        Its key; the table around it must exist, or be a table of the whole file.

    Raises
    ------
    InputError
        If the file is so written that this cannot be done without touching anything else.
    """
    written = read_places(text)
    place = written.places.get(path)
    if place is not None and not place.headed:
        result = _spliced(text, place.start, place.stop, literal(value))
    else:
        result = _inserted(written, path, value)
    return _checked(text, result, path, lambda data: _set(data, path, value))


def remove(text: str, path: KeyPath) -> str:
    """Take a key out, with the comment on its line; or an entry of a list of tables.

    Raises
    ------
    InputError
        As :func:`put`.
    """
    written = read_places(text)
    place = written.places.get(path)
    if place is None:
        raise InputError(PlanTexts.NOT_EDITABLE(key=key_of(path)))
    if place.headed:
        result = _without_table(written, path)
    elif isinstance(path[-1], str) and _stands_alone(text, place):
        start, stop = _lines(text, place.begins, place.stop)
        result = _spliced(text, start, stop, "")
    else:
        result = _without_inline(text, place)
    return _checked(text, result, path, lambda data: _delete(data, path))


def add(text: str, path: KeyPath, entry: Mapping[str, Any], after: int | None = None) -> str:
    """Add an entry to a list of tables.

    Parameters
    ----------
    path
        The list.
    after
        Entry that it follows; the last one if left out.

    Raises
    ------
    InputError
        As :func:`put`.
    """
    written = read_places(text)
    count = sum(1 for each in written.places if each[:-1] == path and isinstance(each[-1], int))
    at = count - 1 if after is None else after
    body = [f"[[{'.'.join(_key(str(each)) for each in path if isinstance(each, str))}]]"]
    body += [f"{_key(key)} = {literal(value)}" for key, value in entry.items()]
    end = _newline(text)
    made_of = end.join(body) + end
    if path in written.places:  # a list in brackets
        entries = list(_at(tomllib.loads(text.removeprefix("\ufeff")), path))
        return put(text, path, [*entries[: at + 1], dict(entry), *entries[at + 1 :]])
    start = _end_of(written, (*path, at)) if count else _end_of(written, path[:-1])
    broken = "" if not text[:start] or text[:start].endswith("\n") else end
    before = "" if text[:start].endswith(("\n\n", "\r\n\r\n")) else end
    # Comments and blank lines that stand before what follows stay with it.
    result = _spliced(text, start, start, f"{broken}{before}{made_of}")
    return _checked(text, result, path, lambda data: _insert(data, path, at + 1, entry))


def move(text: str, path: KeyPath, at: int, step: int) -> str:
    """Exchange two neighboring entries of a list of tables, each with the comments above it.

    Raises
    ------
    InputError
        As :func:`put`; also where one of them does not exist.
    """
    written = read_places(text)
    first, second = sorted((at, at + step))
    if not all(written.places.get((*path, each), _NOWHERE).headed for each in (first, second)):
        raise InputError(PlanTexts.NOT_EDITABLE(key=key_of((*path, at))))
    blocks = [_block(written, (*path, each)) for each in (first, second)]
    (start, middle), (again, stop) = blocks
    between = text[middle:again]
    result = text[:start] + text[again:stop] + between + text[start:middle] + text[stop:]
    return _checked(text, result, (*path, at), lambda data: _swap(data, path, first, second))


_NOWHERE = TextPlace(0, 0, 0)


def key_of(path: KeyPath) -> str:
    """Write a path as people read it, entries of lists counted from one.

    Examples
    --------
    >>> key_of(("stages", 3, "units")), key_of(())
    ('stages 4.units', '')
    """
    text = ""
    for part in path:
        text += f" {part + 1}" if isinstance(part, int) else f".{part}" if text else part
    return text


def _spliced(text: str, start: int, stop: int, new: str) -> str:
    return text[:start] + new + text[stop:]


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _inserted(written: Written, path: KeyPath, value: Any) -> str:
    text, table, end = written.text, path[:-1], _newline(written.text)
    line = f"{_key(str(path[-1]))} = {literal(value)}{end}"
    at = written.tables.get(table)
    if at is not None:
        broken = "" if not text[:at] or text[:at].endswith(("\n", "\ufeff")) else end
        return _spliced(text, at, at, broken + line)
    around = written.places.get(table)
    if around is not None and text[around.start] == "{":
        inner = text[around.start + 1 : around.stop - 1].rstrip()
        comma = ", " if inner.strip() else " "
        new = f"{{{inner}{comma}{line.removesuffix(end)} }}"
        return _spliced(text, around.start, around.stop, new)
    if around is None and len(table) == 1 and isinstance(table[0], str):
        start = _first_list(written)
        return _spliced(text, start, start, f"[{_key(table[0])}]{end}{line}{end}")
    raise InputError(PlanTexts.NOT_EDITABLE(key=key_of(path)))


def _first_list(written: Written) -> int:
    """Return where the first entry of a list of tables begins, with the comments above it: tables stand before."""
    lists = [path for path, place in written.places.items() if place.headed and isinstance(path[-1], int)]
    if not lists:
        return len(written.text)
    return min(_block(written, path)[0] for path in lists)


def _end_of(written: Written, path: KeyPath) -> int:
    """Return where an entry ends, with all tables in it."""
    return max(end for table, end in written.tables.items() if table[: len(path)] == path)


def _block(written: Written, path: KeyPath) -> tuple[int, int]:
    """Return the stretch of an entry: the comments right above its heading, and all tables in it."""
    text = written.text
    start = text.rfind("\n", 0, written.places[path].begins) + 1
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        if not text[above:start].lstrip().startswith("#"):
            break
        start = above
    return start, _end_of(written, path)


def _without_table(written: Written, path: KeyPath) -> str:
    start, stop = _block(written, path)
    blank = re.compile(r"[ \t]*\r?\n").match(written.text, stop)
    return _spliced(written.text, start, stop if blank is None else blank.end(), "")


def _stands_alone(text: str, place: TextPlace) -> bool:
    """Whether a statement has its lines for itself."""
    before = text[text.rfind("\n", 0, place.begins) + 1 : place.begins]
    after = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\r?\n|$)").match(text, place.stop)
    return not before.strip().strip("\ufeff") and after is not None


def _lines(text: str, start: int, stop: int) -> tuple[int, int]:
    end = text.find("\n", stop)
    return text.rfind("\n", 0, start) + 1, len(text) if end < 0 else end + 1


def _without_inline(text: str, place: TextPlace) -> str:
    after = re.compile(r"\s*,\s*").match(text, place.stop)
    if after is not None:
        return _spliced(text, place.begins, after.end(), "")
    before = re.compile(r",\s*$").search(text, 0, place.begins)
    return _spliced(text, place.begins if before is None else before.start(), place.stop, "")


def _checked(text: str, result: str, path: KeyPath, change: Any) -> str:
    """Return the new text if it means the old data with the change."""
    wanted = deepcopy(tomllib.loads(text.removeprefix("\ufeff")))
    try:
        change(wanted)
        good = tomllib.loads(result.removeprefix("\ufeff")) == wanted
    except (tomllib.TOMLDecodeError, LookupError, TypeError):
        good = False
    if not good:
        raise InputError(PlanTexts.NOT_EDITABLE(key=key_of(path)))
    return result


def _at(data: Any, path: KeyPath) -> Any:
    for part in path:
        data = data[part]
    return data


def _set(data: Any, path: KeyPath, value: Any) -> None:
    around = (
        data if len(path) == 1 else data.setdefault(path[0], {}) if len(path) == 2 else _at(data, path[:-1])
    )
    around[path[-1]] = value


def _delete(data: Any, path: KeyPath) -> None:
    around = _at(data, path[:-1])
    del around[path[-1]]
    if around == [] and isinstance(path[-1], int):
        del _at(data, path[:-2])[path[-2]]


def _insert(data: Any, path: KeyPath, at: int, entry: Mapping[str, Any]) -> None:
    _at(data, path[:-1]).setdefault(path[-1], []).insert(at, dict(entry))


def _swap(data: Any, path: KeyPath, first: int, second: int) -> None:
    entries = _at(data, path)
    entries[first], entries[second] = entries[second], entries[first]
