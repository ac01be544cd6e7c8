"""Waiting for a device that failed or was unplugged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import closing

from labharness.devices.opening import open_transport
from labharness.devices.transport import LOOK_S
from labharness.errors import DeviceError, LockedError

REPLAYED = "capture://"


def came_back(urls: Iterable[str], seconds: float, look: Callable[[], None]) -> bool:
    """Wait until everything that a run needs can be opened, and say whether it can.

    A recording never comes back: it has no more to say than it said.

    Parameters
    ----------
    seconds
        Longest wait.
    look
        Called while waiting; what it raises ends the wait.
    """
    needed = tuple(urls)
    deadline = time.monotonic() + seconds
    while not any(url.startswith(REPLAYED) for url in needed):
        if all(map(_opens, needed)):
            return True
        if time.monotonic() >= deadline:
            break
        look()
        time.sleep(LOOK_S)
    return False


def _opens(url: str) -> bool:
    transport = open_transport(url)
    try:
        with closing(transport):
            transport.open()
    except (DeviceError, LockedError):
        return False
    return True
