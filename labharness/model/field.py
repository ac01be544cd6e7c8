"""What a form needs to know of a field of a model: read from the model, for entries, plans, settings and acts alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum, StrEnum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

ONE_LINE = 400
"""Characters up to which a text is one line."""


class FieldShape(StrEnum):
    """What is entered in a field; as a mark of a type, what a form makes of it."""

    LINE = "line"
    PROSE = "prose"
    DATE = "date"
    FLAG = "flag"
    CHOICE = "choice"
    WHOLE = "whole"
    NUMBER = "number"
    FILE = "file"
    FOLDER = "folder"
    PATH = "path"
    """A file that is named and not kept."""
    HIDDEN = "hidden"
    """A pass phrase."""
    TABLE = "table"
    """Fields of its own, such as those of a contact."""
    OTHER = "other"
    """A form shows it as it is written."""


class Refers(StrEnum):
    """What a field names, as a mark of its type; the form offers what there is."""

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
    CITATION = "citation"
    SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a model.

    Parameters
    ----------
    kinds
        Names of the model and of those that it is derived from; one of them has the words of the field.
    name
        As files have it.
    many
        Whether it holds several.
    required
        Whether the model has no default for it.
    needed
        Whether whoever fills in a form may not leave it empty.
    default
        What it holds where nothing is written, as a file has it; None for nothing.
    low, high
        Limits of a number.
    pattern
        Of a text.
    choices
        Values that it may have, for a choice.
    refers
        What it names, None for free text.
    model
        Of a table.
    """

    kinds: tuple[str, ...]
    name: str
    shape: FieldShape
    many: bool = False
    required: bool = False
    needed: bool = False
    default: Any = None
    low: float | None = None
    high: float | None = None
    pattern: str = ""
    choices: tuple[str, ...] = ()
    refers: Refers | None = None
    model: type[BaseModel] | None = None

    @property
    def kind(self) -> str:
        """Name of the model that it is a field of."""
        return self.kinds[0]

    @property
    def key(self) -> str:
        """Name by which it is told from the fields of other models."""
        return f"{self.kind}.{self.name}"

    @property
    def inner(self) -> tuple[Field, ...]:
        """Fields of a table."""
        return fields_of(self.model) if self.model is not None else ()

    @property
    def simple(self) -> bool:
        """Whether it is one value of a form, and no table."""
        return self.shape is not FieldShape.TABLE


@cache
def fields_of(model: type[BaseModel]) -> tuple[Field, ...]:
    """Return the fields of a model in its order; those that it names in ``shown_last`` stand behind the others."""
    last = getattr(model, "shown_last", ())
    names = sorted(model.model_fields, key=lambda name: name in last)
    return tuple(_field(model, name, model.model_fields[name]) for name in names)


def _field(model: type[BaseModel], name: str, info: FieldInfo) -> Field:
    bare, inner = _bare(info.annotation)
    marks = (*_spread(info.metadata), *inner)
    many = get_origin(bare) in (tuple, list)
    if many:
        bare, inner = _bare(get_args(bare)[0])
        marks = (*marks, *inner)
    shape, choices, table = _shape(bare, marks)
    return Field(
        kinds=tuple(getattr(each, "kind", each.__name__) for each in model.__mro__ if each is not object),
        name=info.alias or name,
        shape=shape,
        many=many,
        required=info.is_required(),
        needed=info.is_required() or name in getattr(model, "asked", ()),
        default=_written(info.default),
        low=_stated(marks, "ge", "gt"),
        high=_stated(marks, "le", "lt"),
        pattern=_stated(marks, "pattern") or "",
        choices=choices,
        refers=next((mark for mark in marks if isinstance(mark, Refers)), None),
        model=table,
    )


def _bare(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its marks and without None, and its marks."""
    if get_origin(annotation) in (Union, UnionType):
        inner = [each for each in get_args(annotation) if each is not NoneType]
        return _bare(inner[0]) if len(inner) == 1 else (annotation, ())
    if get_origin(annotation) is Annotated:
        kind, *marks = get_args(annotation)
        result, more = _bare(kind)
        return result, (*_spread(marks), *more)
    return annotation, ()


def _spread(marks: list[Any]) -> Iterator[Any]:
    for mark in marks:
        yield from mark.metadata if isinstance(mark, FieldInfo) else (mark,)


def _shape(bare: Any, marks: tuple[Any, ...]) -> tuple[FieldShape, tuple[str, ...], type[BaseModel] | None]:
    """Return the shape of one value, its choices, and the model of its table."""
    stated = next((mark for mark in marks if isinstance(mark, FieldShape)), None)
    if stated is not None:
        return stated, (), None
    if get_origin(bare) is Literal and isinstance(get_args(bare)[0], str):
        return FieldShape.CHOICE, get_args(bare), None
    if isinstance(bare, type) and issubclass(bare, Enum):
        return FieldShape.CHOICE, tuple(str(each.value) for each in bare), None
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        shape = getattr(bare, "shape", FieldShape.TABLE)
        return shape, (), bare if shape is FieldShape.TABLE else None
    if bare is str:
        long = any(getattr(mark, "lines", False) for mark in marks)
        long = long or (_stated(marks, "max_length") or 0) > ONE_LINE
        return FieldShape.PROSE if long else FieldShape.LINE, (), None
    return _PLAIN.get(get_origin(bare) or bare, FieldShape.OTHER), (), None


_PLAIN = {
    date: FieldShape.DATE,
    bool: FieldShape.FLAG,
    int: FieldShape.WHOLE,
    float: FieldShape.NUMBER,
    Path: FieldShape.PATH,
    Literal: FieldShape.WHOLE,
    Union: FieldShape.TABLE,
    UnionType: FieldShape.TABLE,
}
"""Shapes of the other types; a list of tables of several kinds has a union."""


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_written, value)) or None
    if value is PydanticUndefined or isinstance(value, BaseModel):
        return None
    if isinstance(value, Enum):
        return value.value
    return value.isoformat() if isinstance(value, date) else value


def _stated(marks: tuple[Any, ...], *names: str) -> Any:
    """Return what the first of the marks with one of these names states; an open limit counts as the limit."""
    return next((getattr(mark, name) for mark in marks for name in names if hasattr(mark, name)), None)
