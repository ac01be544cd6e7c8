"""Whether the clock of this computer is synchronized; asked of the system, never of the network."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from enum import StrEnum

from labharness.app.preflight import RunOrder
from labharness.app.settings import read_settings
from labharness.app.workspace import Workspace
from labharness.child_processes import system_program
from labharness.errors import InputError
from labharness.evidence.records.course import StartBody
from labharness.model.reasons.night import Nights

UNSYNCHRONIZED = 5
"""``TIME_ERROR`` of adjtimex(2): the clock is not synchronized to a reliable server."""


if sys.platform == "win32":

    def is_synchronized() -> bool | None:
        """Return whether the time service has a source, None where it does not say."""
        try:
            text = subprocess.run(
                [system_program("w32tm.exe"), "/query", "/source"],
                capture_output=True,
                text=True,
                timeout=10,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return text.returncode == 0 and "Local CMOS Clock" not in text.stdout

else:

    def is_synchronized() -> bool | None:
        """Return whether the kernel calls its clock synchronized, None where it cannot be asked."""
        try:
            library = ctypes.CDLL(None, use_errno=True)
            state = library.adjtimex(ctypes.byref((ctypes.c_long * 64)()))
        except (OSError, AttributeError):
            return None
        return None if state < 0 else state != UNSYNCHRONIZED


class ClockState(StrEnum):
    """What is known of the clock of this computer."""

    SYNCHRONIZED = "synchronized"
    BY_HAND = "set by hand"
    """It is not synchronized, and the settings state that the laboratory sets it."""
    UNSYNCHRONIZED = "not synchronized"
    UNKNOWN = "unknown"
    """The system does not say."""


def clock_state(workspace: Workspace) -> ClockState:
    """Ask the system and the settings of a workspace."""
    synchronized = is_synchronized()
    if synchronized is None:
        return ClockState.UNKNOWN
    if synchronized:
        return ClockState.SYNCHRONIZED
    by_hand = read_settings(workspace).clock_by_hand
    return ClockState.BY_HAND if by_hand else ClockState.UNSYNCHRONIZED


def is_clock_right(workspace: Workspace) -> bool | None:
    """Say whether the clock is synchronized, or set by hand as the settings state; None where the system does not say."""
    state = clock_state(workspace)
    return None if state is ClockState.UNKNOWN else state is not ClockState.UNSYNCHRONIZED


def is_evidence(order: RunOrder | StartBody) -> bool:
    """Say whether the times of a run are evidence: those of a submission, but of no device that is declared as simulated."""
    return bool(order.submission) and not order.simulated


def refuse_wrong_clock(workspace: Workspace, order: RunOrder | StartBody) -> None:
    """Raise :class:`InputError` where the times of a run are evidence and the clock is not right."""
    if is_evidence(order) and clock_state(workspace) is ClockState.UNSYNCHRONIZED:
        raise InputError(Nights.CLOCK_UNSYNCHRONIZED())
