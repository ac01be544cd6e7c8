"""Whether the clock of this computer is synchronized; asked of the system, never of the network."""

from __future__ import annotations

import ctypes
import subprocess
import sys

from labharness.app.preflight import RunOrder
from labharness.app.settings import read_settings
from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.model.reasons.night import Nights

UNSYNCHRONIZED = 5
"""``TIME_ERROR`` of adjtimex(2): the clock is not synchronized to a reliable server."""


if sys.platform == "win32":

    def is_synchronized() -> bool | None:
        """Return whether the time service has a source, None where it does not say."""
        try:
            told = subprocess.run(
                ["w32tm", "/query", "/source"],  # noqa: S607  the system's own program
                capture_output=True,
                text=True,
                timeout=10,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return told.returncode == 0 and "Local CMOS Clock" not in told.stdout

else:

    def is_synchronized() -> bool | None:
        """Return whether the kernel calls its clock synchronized, None where it cannot be asked."""
        try:
            library = ctypes.CDLL(None, use_errno=True)
            state = library.adjtimex(ctypes.byref((ctypes.c_long * 64)()))
        except (OSError, AttributeError):
            return None
        return None if state < 0 else state != UNSYNCHRONIZED


def is_clock_right(workspace: Workspace) -> bool | None:
    """Say whether the clock is synchronized, or set by hand as the settings state; None where the system does not say."""
    synchronized = is_synchronized()
    return read_settings(workspace).clock_by_hand if synchronized is False else synchronized


def is_evidence(order: RunOrder) -> bool:
    """Say whether the times of a run are evidence: those of a submission, but of no device that is declared as simulated."""
    return bool(order.submission) and not order.simulated


def refuse_wrong_clock(workspace: Workspace, order: RunOrder) -> None:
    """Raise :class:`InputError` where the times of a run are evidence and the clock is not right."""
    if is_evidence(order) and is_clock_right(workspace) is False:
        raise InputError(Nights.CLOCK_UNSYNCHRONIZED())
