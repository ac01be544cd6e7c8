"""Reading TOML that people write, from whatever editor it comes and whatever stands in it."""

from __future__ import annotations

import tomllib
from typing import Any

from labharness.errors import PlanError
from labharness.evidence.outside import SizeLimit
from labharness.model.reasons.inputs import Inputs, located

DEEPEST = 40
"""Lists and tables in one another; nothing that is written for us needs ten."""
TOO_DEEP = Inputs.TOO_DEEP(most=DEEPEST)


def read_toml(content: bytes, where: str) -> dict[str, Any]:
    """Return a file as data.

    Parameters
    ----------
    content
        UTF-8; a byte-order mark at its start, as some editors write it, is passed over.
    where
        What messages call the file.

    Raises
    ------
    PlanError
        If it is not TOML, or so that nothing could be done with it.
    """
    if (
        len(content) > SizeLimit.WRITTEN.value
    ):  # the reader takes a hundred times the bytes, and seconds for each million
        raise PlanError(
            located(where, [Inputs.TOO_LARGE(file=where, size=len(content), limit=SizeLimit.WRITTEN.value)])
        )
    try:
        document = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PlanError(located(where, [Inputs.NOT_UTF8(byte=error.start)])) from error
    except tomllib.TOMLDecodeError as error:
        raise PlanError(located(where, [Inputs.NOT_TOML(why=str(error).rstrip("."))])) from error
    except RecursionError as error:
        raise PlanError(located(where, [TOO_DEEP])) from error
    except ValueError as error:  # the interpreter reads no number of thousands of digits
        raise PlanError(located(where, [Inputs.NUMBER_TOO_LONG()])) from error
    layer: list[Any] = [document]
    for _ in range(DEEPEST):
        within = (each.values() if isinstance(each, dict) else each for each in layer)
        layer = [each for inside in within for each in inside if isinstance(each, dict | list)]
        if not layer:
            return document
    raise PlanError(located(where, [TOO_DEEP]))
