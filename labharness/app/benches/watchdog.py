"""The watchdog of a run at work: a stall by the device's own pace, and ceilings of memory and disk.

It reads sizes of files and of the process, never the evidence itself.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.model.reasons.night import Nights
from labharness.reason import Reason

LEAST_S = 900
"""A silence that is never a stall; judging a large sample takes minutes and records nothing."""
TIMES = 20
"""A silence so many times longer than every one before is a stall."""
MEMORY = 8 << 30
"""Bytes that a runner may hold."""
DISK = 128 << 20
"""Bytes that must stay free while a run records."""


@dataclass
class Watchdog:
    """Watches one run while a runner is at work on it.

    Parameters
    ----------
    path
        Its folder.
    clock
        Monotonic seconds.
    """

    path: Path
    clock: Callable[[], float] = time.monotonic
    _bytes: int = -1
    _since: float = field(default=0.0)
    _longest: float = 0.0

    def look(self, process: int | None) -> Reason | None:
        """Return why the runner is to be stopped, None where all is well.

        Parameters
        ----------
        process
            Number of the runner's process, if known.
        """
        used = resident(process) if process is not None else None
        if used is not None and used > MEMORY:
            return Nights.MEMORY(bytes=used, limit=MEMORY)
        try:
            free = shutil.disk_usage(self.path).free
            size = sum(file.stat().st_size for file in (self.path / "ledger.jsonl", *self.path.glob("raw/*")))
        except OSError:  # the runner will meet it too, and says more about it
            return None
        if free < DISK:
            return Nights.DISK(free=free, limit=DISK)
        return self._stalled(size)

    def _stalled(self, size: int) -> Reason | None:
        now = self.clock()
        if size != self._bytes:
            if self._bytes >= 0:
                self._longest = max(self._longest, now - self._since)
            self._bytes, self._since = size, now
            return None
        silent, limit = now - self._since, max(LEAST_S, TIMES * self._longest)
        if silent <= limit:
            return None
        if self._waits_for_a_person():
            self._since = now
            return None
        return Nights.STALLED(silent_s=silent, limit_s=limit)

    def _waits_for_a_person(self) -> bool:
        try:
            summary = RunHistory.of(RunFolder(self.path)).summary
        except LabharnessError:
            return False
        return bool(summary.open_prompts) or summary.paused or summary.awaits_judgment


if sys.platform == "win32":

    def resident(process: int) -> int | None:  # noqa: ARG001  Windows limits a service by its job object
        """Return None, as Windows is not asked."""
        return None

else:

    def resident(process: int) -> int | None:
        """Return the bytes of memory that a process holds, None where it is gone or the system does not say."""
        try:
            pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
        except (OSError, ValueError, IndexError):
            return None
        return pages * 4096
