"""The fields of a plan as a form needs them: type, limits, choices, label, help and example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from labharness.language.english.plan_fields import CHOICES, WORDS
from labharness.language.text import words
from labharness.plans.plan import Plan
from labharness.plans.stage import StageBase
from labharness.plans.stages import Stage


class FieldKind(StrEnum):
    """What a field holds, as far as a form shows it."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    SWITCH = "switch"
    CHOICE = "choice"
    NAMES = "names"
    """A list of texts."""
    TABLE = "table"
    TABLES = "tables"
    """A list of tables of one kind, or of stages."""
    OTHER = "other"
    """A form cannot show it; it stays as it is written."""


@dataclass(frozen=True, slots=True)
class PlanField:
    """One field.

    Parameters
    ----------
    key
        As the file has it.
    default
        Value where the file has none, None for none.
    low, high
        Limits of a number.
    choices
        Values with their words.
    longest
        Characters of a text, 0 for a name.
    model
        Of a table, or of the entries of a list of tables.
    """

    key: str
    kind: FieldKind
    label: str
    help: str
    example: str
    required: bool
    optional: bool = False
    default: Any = None
    low: float | None = None
    high: float | None = None
    choices: tuple[tuple[str, str], ...] = ()
    longest: int = 0
    model: type[BaseModel] | None = None


@cache
def fields_of(model: type[BaseModel]) -> tuple[PlanField, ...]:
    """Return the fields of a model in the order in which it declares them; of a stage its own before the shared ones."""
    fields = model.model_fields
    if issubclass(model, StageBase):
        shared = [name for name in StageBase.model_fields if name != "name"]
        fields = {name: fields[name] for name in (*(each for each in fields if each not in shared), *shared)}
    return tuple(_field(model, name, info) for name, info in fields.items())


@cache
def stage_models() -> dict[str, type[BaseModel]]:
    """Return the models of the stages by their kinds."""
    union = get_args(Stage)[0]
    return {get_args(each.model_fields["kind"].annotation)[0]: each for each in get_args(union)}


@cache
def table_models() -> dict[str, type[BaseModel]]:
    """Return the model of each kind of table of a plan, by its key or, of a stage, by its kind."""
    types: dict[str, type[BaseModel]] = {"plan": Plan}
    waiting: list[type[BaseModel]] = [Plan, *stage_models().values()]
    types.update(stage_models())
    while waiting:
        for field in fields_of(waiting.pop(0)):
            if field.model is not None and field.key not in types:
                types[field.key] = field.model
                waiting.append(field.model)
    return types


def words_of(model: type[BaseModel], name: str) -> tuple[str, str, str]:
    """Return label, help and example of a field, of the class that declares it."""
    for each in model.__mro__:
        result = WORDS.get(f"{each.__name__}.{name}")
        if result is not None:
            return result
    raise LookupError(f"{model.__name__}.{name}")


def choice_words(value: str) -> str:
    """Return a choice in words."""
    return CHOICES.get(value, words(value))


def _field(model: type[BaseModel], name: str, info: FieldInfo) -> PlanField:
    kinds, limits = _bare(info.annotation)
    limits = (*info.metadata, *limits)
    label, text, example = words_of(model, name)
    kind, inner, choices = _kind(kinds)
    low, high = _limits(limits)
    return PlanField(
        key=info.alias or name,
        kind=kind,
        label=label,
        help=text,
        example=example,
        required=info.is_required(),
        optional=_is_optional(info.annotation),
        default=_default(info),
        low=low,
        high=high,
        choices=choices,
        longest=_stated(limits, "max_length") or 0,
        model=inner,
    )


def _default(info: FieldInfo) -> Any:
    value = None if info.default is PydanticUndefined else info.default
    if isinstance(value, Enum):
        return value.value
    return None if isinstance(value, BaseModel | tuple) else value


def _is_optional(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, UnionType) and NoneType in get_args(annotation)


def _bare(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its annotations and without None, and its annotations."""
    if get_origin(annotation) in (Union, UnionType):
        inner = [each for each in get_args(annotation) if each is not NoneType]
        return _bare(inner[0]) if len(inner) == 1 else (annotation, ())
    if get_origin(annotation) is Annotated:
        kind, *limits = get_args(annotation)
        result, more = _bare(kind)
        return result, (*_spread(limits), *more)
    return annotation, ()


def _spread(limits: list[Any]) -> Iterator[Any]:
    for limit in limits:
        yield from limit.metadata if isinstance(limit, FieldInfo) else (limit,)


def _kind(kind: Any) -> tuple[FieldKind, type[BaseModel] | None, tuple[tuple[str, str], ...]]:
    if get_origin(kind) is Literal:
        values = get_args(kind)
        if all(isinstance(value, str) for value in values):
            return FieldKind.CHOICE, None, tuple((value, choice_words(value)) for value in values)
        return FieldKind.WHOLE, None, ()
    if get_origin(kind) is tuple:
        return _list(_bare(get_args(kind)[0])[0])
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return FieldKind.TABLE, kind, ()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return FieldKind.CHOICE, None, tuple((each.value, choice_words(each.value)) for each in kind)
    simple = {str: FieldKind.TEXT, bool: FieldKind.SWITCH, int: FieldKind.WHOLE, float: FieldKind.NUMBER}
    return simple.get(kind, FieldKind.OTHER), None, ()


def _list(inner: Any) -> tuple[FieldKind, type[BaseModel] | None, tuple[tuple[str, str], ...]]:
    if inner is str:
        return FieldKind.NAMES, None, ()
    if isinstance(inner, type) and issubclass(inner, BaseModel):
        return FieldKind.TABLES, inner, ()
    return (FieldKind.TABLES if get_origin(inner) in (Union, UnionType) else FieldKind.OTHER), None, ()


def _limits(limits: tuple[Any, ...]) -> tuple[float | None, float | None]:
    """Return the lowest and the highest value; an open limit counts as the limit, which the plan's check refuses."""
    return _stated(limits, "ge", "gt"), _stated(limits, "le", "lt")


def _stated(limits: tuple[Any, ...], *names: str) -> Any:
    """Return what the first of the limits with one of these names states."""
    return next((getattr(limit, name) for limit in limits for name in names if hasattr(limit, name)), None)
