"""From a URL to a transport."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import cast

from labharness.devices import transports
from labharness.devices.stream import Transport
from labharness.errors import InputError
from labharness.model.reasons.wire import Wire


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
        raise InputError(Wire.URL_UNKNOWN(url=url, schemes=tuple(f"{name}://" for name in schemes())))
    return cast("Transport", import_module(f"{transports.__name__}.{scheme}").transport(url))
