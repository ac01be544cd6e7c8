"""From a URL to a transport."""

from __future__ import annotations

import os
import pkgutil
import re
from importlib import import_module
from typing import cast
from urllib.parse import unquote

from labharness.devices import transports
from labharness.devices.transport import Transport
from labharness.errors import InputError


def schemes() -> tuple[str, ...]:
    """Return the URL schemes that there are transports for."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(transports.__path__)))


def open_transport(url: str) -> Transport:
    """Return the transport that a URL names, not yet connected.

    Raises
    ------
    InputError
        If the scheme is unknown or what follows it is not as the scheme wants it.
    """
    scheme, mark, _ = url.partition("://")
    if not mark or scheme not in schemes():
        known = ", ".join(f"{name}://" for name in schemes())
        raise InputError(f"{url[:80]!r} is no device URL; begin it with one of {known}.")
    return cast("Transport", import_module(f"{transports.__name__}.{scheme}").transport(url))


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
