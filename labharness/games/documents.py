"""Reading TOML that people write, from whatever editor it comes and whatever stands in it."""

from __future__ import annotations

import tomllib
from typing import Any

from labharness.errors import PlanError

DEEPEST = 40
"""Lists and tables in one another; nothing that is written for us needs ten."""


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
    try:
        document = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PlanError(
            (f"{where}: the file is not UTF-8 (byte {error.start}); save it as UTF-8.",)
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise PlanError((f"{where}: this is not TOML: {error}.",)) from error
    except RecursionError as error:
        raise PlanError((_too_deep(where),)) from error
    except ValueError as error:  # the interpreter reads no number of thousands of digits
        raise PlanError((f"{where}: a number in it has thousands of digits; shorten it.",)) from error
    layer: list[Any] = [document]
    for _ in range(DEEPEST):
        within = (one.values() if isinstance(one, dict) else one for one in layer)
        layer = [one for inside in within for one in inside if isinstance(one, dict | list)]
        if not layer:
            return document
    raise PlanError((_too_deep(where),))


def _too_deep(where: str) -> str:
    return f"{where}: lists or tables in it stand more than {DEEPEST} deep in one another; take them apart."
