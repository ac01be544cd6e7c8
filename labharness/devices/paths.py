"""The path in a device URL, on every system."""

from __future__ import annotations

import os
import re
from urllib.parse import unquote

from labharness.errors import InputError


def path_of(url: str, *, windows: bool = os.name == "nt") -> str:
    """Return the path in a ``file://`` or ``watch://`` URL; a drive may follow two or three slashes.

    Raises
    ------
    InputError
        If there is none.
    """
    path = unquote(url.partition("://")[2])
    if windows and re.match(r"/[A-Za-z]:([/\\]|$)", path):
        path = path[1:]
    if not path or "\0" in path:
        raise InputError(f"{url[:80]!r} names no file or folder; write the path after the two slashes.")
    return path
