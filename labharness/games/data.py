"""Reading data files: everything typed, nothing unknown, and every mistake at once."""

from __future__ import annotations

import json
import tomllib
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from labharness.errors import PlanError

Model = TypeVar("Model", bound=BaseModel)
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,79}$")]


class Data(BaseModel):
    """Base of everything read from a file: frozen, and nothing unknown passes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def parse(model: type[Model], text: bytes, where: str) -> Model:
    """Validate a TOML file against a model, collecting every mistake before raising."""
    try:
        # As JSON, strictly: true is no number and "100" is none, but a list is a tuple and text an enum.
        data = json.dumps(tomllib.loads(text.decode("utf-8")), default=str)
        return model.model_validate_json(data, strict=True)
    except UnicodeDecodeError as error:
        raise PlanError(
            (f"{where}: the file is not UTF-8 (byte {error.start}); save it as UTF-8.",)
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise PlanError((f"{where}: this is not TOML: {error}.",)) from error
    except ValidationError as error:
        raise PlanError(tuple(_line(where, item) for item in error.errors())) from error


def _line(where: str, item: object) -> str:
    assert isinstance(item, dict)
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in item["loc"]).lstrip(".")
    got = "" if item["type"] in ("missing", "value_error") else f" (got {str(item['input'])[:60]!r})"
    return f"{where}: {key or 'the file'}: {item['msg'].removeprefix('Value error, ')}{got}."
