"""The fields of entries as data: what a form needs to know of a typed model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum, StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from labharness.filings.entries.entry import Attached, Typed
from labharness.filings.entries.snapshot import KINDS
from labharness.games.data import Data


class FieldShape(StrEnum):
    """What is entered in a field."""

    LINE = "line"
    PROSE = "prose"
    DATE = "date"
    FLAG = "flag"
    CHOICE = "choice"
    FILE = "file"
    TABLE = "table"
    """Fields of its own, such as those of a contact."""


class Refers(StrEnum):
    """What a field names; the form offers what there is."""

    PRODUCT = "product"
    UNIT = "unit"
    COMPONENT = "component"
    PERSON = "person"
    GAME = "game"
    DOCUMENT_ITEM = "document item"
    WAIVABLE = "waivable"
    CLAUSE = "clause"
    RUN = "run"
    PLAN = "plan"
    DISPOSITION = "disposition"


@dataclass(frozen=True, slots=True)
class EntryField:
    """A field of an entry, or of a table within one.

    Parameters
    ----------
    kind
        Name of the kind of entry, or of the table, that it is a field of.
    many
        Whether it holds several.
    needed
        Whether it may not be empty.
    choices
        Values that it may have, for a choice.
    preset
        What a new entry holds, as a form writes it.
    refers
        What it names, None for free text.
    inner
        Fields of a table.
    """

    kind: str
    name: str
    shape: FieldShape
    many: bool = False
    needed: bool = False
    choices: tuple[str, ...] = ()
    preset: Any = ""
    refers: Refers | None = None
    inner: tuple[EntryField, ...] = ()

    @property
    def key(self) -> str:
        """Name by which the catalog knows it."""
        return f"{self.kind}.{self.name}"


_REFERS: Mapping[str, Refers] = {
    "product": Refers.PRODUCT,
    "unit": Refers.UNIT,
    "holds": Refers.COMPONENT,
    "cure": Refers.COMPONENT,
    "by": Refers.PERSON,
    "games": Refers.GAME,
    "clause": Refers.CLAUSE,
    "clauses": Refers.CLAUSE,
    "run": Refers.RUN,
    "explanation.other": Refers.RUN,
    "runs": Refers.RUN,
    "retests": Refers.RUN,
    "plan": Refers.PLAN,
    "disposition": Refers.DISPOSITION,
    "document.item": Refers.DOCUMENT_ITEM,
    "waiver.item": Refers.WAIVABLE,
}
"""What a field of a name refers to, or of a kind and a name."""


@cache
def fields_of(kind: str) -> tuple[EntryField, ...]:
    """Return the fields of a kind of entry, in the order of its model."""
    return _fields(KINDS[kind], kind)


def _fields(model: type[Data], kind: str) -> tuple[EntryField, ...]:
    types = get_type_hints(model, include_extras=True)
    asked: frozenset[str] = getattr(model, "asked", frozenset())
    result = []
    for name, field in model.model_fields.items():
        needed = field.is_required() or name in asked or any(_least(mark) for mark in field.metadata)
        result.append(_field(kind, name, types[name], needed=needed, default=field.get_default()))
    return tuple(result)


def _field(kind: str, name: str, annotation: Any, *, needed: bool, default: Any) -> EntryField:
    lines = any(
        isinstance(mark, Typed) and mark.lines for mark in (*_marks(annotation), *_marks(_item(annotation)))
    )
    bare = _bare(annotation)
    many = get_origin(bare) is tuple
    if many:
        bare = _bare(get_args(bare)[0])
    shape, choices, inner = _shape(kind, name, bare, lines=lines)
    held = default if isinstance(default, tuple) else ()
    preset = [_written(each) for each in held] if many else _written(default)
    if shape is FieldShape.FLAG:
        preset = bool(default) if isinstance(default, bool) else False
    refers = _REFERS.get(f"{kind}.{name}", _REFERS.get(name))
    return EntryField(kind, name, shape, many, needed, choices, preset, refers, inner)


def _shape(
    kind: str, name: str, bare: Any, *, lines: bool
) -> tuple[FieldShape, tuple[str, ...], tuple[EntryField, ...]]:
    if get_origin(bare) is Literal:
        return FieldShape.CHOICE, tuple(map(str, get_args(bare))), ()
    if isinstance(bare, type) and issubclass(bare, Enum):
        return FieldShape.CHOICE, tuple(str(each.value) for each in bare), ()
    if isinstance(bare, type) and issubclass(bare, Data) and bare is not Attached:
        return FieldShape.TABLE, (), _fields(bare, bare.__name__.lower())
    prose = lines or f"{kind}.{name}" in _LONG
    return _PLAIN.get(bare, FieldShape.PROSE if prose else FieldShape.LINE), (), ()


_PLAIN: Mapping[Any, FieldShape] = {Attached: FieldShape.FILE, date: FieldShape.DATE, bool: FieldShape.FLAG}
_LONG = frozenset({"filing.address", "filing.remarks", "product.description", "deficiency.response"})
"""Texts without a mark that hold several lines."""


def _written(value: Any) -> Any:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str | bool):
        return value
    return "" if not isinstance(value, date) else value.isoformat()


def _least(mark: Any) -> bool:
    return bool(getattr(mark, "min_length", 0))


def _marks(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()


def _item(annotation: Any) -> Any:
    """Return the annotation of the members of a tuple, None of anything else."""
    inner = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    return get_args(inner)[0] if get_origin(inner) is tuple else None


def _bare(annotation: Any) -> Any:
    """Return a type without its marks, and without None."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return _bare(next(each for each in get_args(annotation) if each is not type(None)))
    return annotation
