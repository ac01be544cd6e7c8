"""Whether the clock of this computer is synchronized; asked of the system, never of the network."""

from __future__ import annotations

import ctypes
import subprocess
import sys

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
