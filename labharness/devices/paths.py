"""The path in a device URL, on every system."""

from __future__ import annotations

import os
import re
from urllib.parse import unquote

from labharness.errors import InputError
from labharness.model.reasons.wire import Wire


def path_of(url: str, *, windows: bool = os.name == "nt") -> str:
    """Return the path in a ``file://`` or ``watch://`` URL; a drive may follow two or three slashes.

    Raises
    ------
    InputError
        If there is none.
    """
    scheme, _, rest = url.partition("://")
    path = unquote(rest)
    if windows and re.match(r"/[A-Za-z]:([/\\]|$)", path):
        path = path[1:]
    if not path or "\0" in path:
        raise InputError(Wire.URL_INVALID(url=url, forms=(f"{scheme}:///PATH",)))
    return path
