"""Reading data files: everything typed, nothing unknown, and every mistake at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, time
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from labharness.errors import PlanError
from labharness.games.documents import read_toml
from labharness.games.mistakes import SLUG, mistakes
from labharness.model.reasons.inputs import Inputs, located
from labharness.reason import Reason

Model = TypeVar("Model", bound=BaseModel)
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Slug = Annotated[str, Field(pattern=SLUG)]


class Data(BaseModel):
    """Base of everything read from a file: frozen, and nothing unknown passes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def parse(model: type[Model], text: bytes, where: str) -> Model:
    """Validate a TOML file against a model; raises :class:`PlanError` with every mistake.

    Notes
    -----
    A file of the same bytes is read once in a process: a plan is compared with all plans of its game.
    """
    result: Model = _parsed(model, text, where)
    return result


@lru_cache(maxsize=256)
def _parsed(model: type[Model], text: bytes, where: str) -> Any:
    document = read_toml(text, where)
    # As JSON, strictly: true is no number and "100" is none, but a list is a tuple and text an enum.
    try:
        value = model.model_validate_json(json.dumps(document, default=str), strict=True)
    except ValidationError as error:
        raise PlanError(located(where, mistakes(error, document))) from error
    bare = located(where, _bare_dates(document, value.model_dump(by_alias=True), ""))
    if bare:
        raise PlanError(bare)
    return value


def _bare_dates(written: Any, taken: Any, place: str) -> Iterator[Reason]:
    """Yield where a date without quotation marks stands for a text: JSON knows no dates, so it passed as one."""
    if isinstance(written, dict) and isinstance(taken, dict):
        for key, value in written.items():
            yield from _bare_dates(value, taken.get(key), f"{place}.{key}" if place else key)
    elif isinstance(written, list) and isinstance(taken, tuple | list):
        for at, (value, other) in enumerate(zip(written, taken, strict=False), 1):
            yield from _bare_dates(value, other, f"{place} {at}")
    elif isinstance(written, date | time) and isinstance(taken, str):
        yield from located(place, [Inputs.NOT_TEXT(got=str(written))])
