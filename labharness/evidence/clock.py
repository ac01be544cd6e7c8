"""The wall clock against the monotonic one: whether somebody set the time back while a run was going on."""

from __future__ import annotations

import time
from dataclasses import dataclass

TOLERANCE_S = 2.0
"""Seconds by which synchronization may set a clock back."""
DRIFT = 1e-4
"""Seconds a second by which the two clocks of a computer may run apart."""


def offset_ns() -> int:
    """Return the wall clock less the monotonic clock."""
    return time.time_ns() - time.monotonic_ns()


@dataclass
class WallClock:
    """What the wall clock showed, against the monotonic clock of one process."""

    _latest: int | None = None
    _since: int = 0

    def set_back_s(self) -> float:
        """Return by how many seconds the clock was set back since the last call that returned any, else 0.

        Steps within the tolerance add up; a suspended computer sets no clock back, for only the monotonic one stops.
        """
        offset, now = offset_ns(), time.monotonic_ns()
        if self._latest is not None and offset < self._latest:
            lost = (self._latest - offset) / 1e9
            if lost <= TOLERANCE_S + DRIFT * (now - self._since) / 1e9:
                return 0.0
            self._latest, self._since = offset, now
            return lost
        self._latest, self._since = offset, now
        return 0.0
