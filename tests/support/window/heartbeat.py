"""Gaps of the window's event loop: how long each was, in wall time and in processor time of its thread, and what ran in it."""

from __future__ import annotations

import gc
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QTimer

BEAT_MS = 5
LATE_S = 0.025
"""A beat that is so late makes the watcher look at what runs."""
FRAMES = 6


@dataclass
class Heartbeat:
    """Beats on the thread of the window; another thread watches it.

    A gap of little processor time of the thread is a wait: for a core of a loaded machine, or for the interpreter's lock.
    """

    gaps: list[tuple[float, float, str]] = field(default_factory=list)
    """Of each beat: ms of the thread's processor time, ms of wall time, and what ran."""

    def __post_init__(self) -> None:
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._window = threading.get_ident()
        self._going, self._last, self._cpu = False, 0.0, 0.0
        self._seen = ""
        self._collected: list[str] = []
        self._since = 0.0

    def start(self) -> None:
        """Begin to beat."""
        self._last, self._cpu, self._going = time.perf_counter(), time.thread_time(), True
        gc.callbacks.append(self._collect)
        threading.Thread(target=self._watch, daemon=True).start()
        self._timer.start(BEAT_MS)

    def stop(self) -> None:
        """Beat no more."""
        self._beat()
        self._going = False
        self._timer.stop()
        gc.callbacks.remove(self._collect)

    def found(self) -> dict[str, Any]:
        """Return quantiles and maxima in ms, and what ran in the largest gap."""
        cpu, wall = sorted(gap[0] for gap in self.gaps), sorted(gap[1] for gap in self.gaps)
        largest = max(self.gaps, key=lambda gap: gap[0])
        longest = max(self.gaps, key=lambda gap: gap[1])
        place = int(0.99 * len(cpu))
        return {
            "beats": len(cpu),
            "cpu_max": cpu[-1],
            "cpu_99": cpu[place],
            "wall_max": wall[-1],
            "wall_99": wall[place],
            "in_largest": f"{largest[0]:.0f} ms of work in {largest[1]:.0f} ms: {largest[2]}",
            "in_longest": f"{longest[0]:.0f} ms of work in {longest[1]:.0f} ms: {longest[2]}",
        }

    def _beat(self) -> None:
        cpu, now = time.thread_time(), time.perf_counter()
        ran = "; ".join([*self._collected, self._seen]).strip("; ")
        self.gaps.append((1000 * (cpu - self._cpu), 1000 * (now - self._last), ran or "nothing seen"))
        self._cpu, self._last, self._seen = cpu, now, ""
        self._collected.clear()

    def _collect(self, phase: str, facts: dict[str, int]) -> None:
        """Note a collection of garbage, on whichever thread: it holds the interpreter's lock."""
        if phase == "start":
            self._since = time.perf_counter()
        elif (ms := 1000 * (time.perf_counter() - self._since)) > 1:
            where = "window" if threading.get_ident() == self._window else "another"
            self._collected.append(
                f"collection of generation {facts['generation']} on {where} thread, {ms:.0f} ms"
            )

    def _watch(self) -> None:
        while self._going:
            time.sleep(BEAT_MS / 1000)
            if time.perf_counter() - self._last > LATE_S and not self._seen:
                frame = sys._current_frames().get(self._window)
                rows = traceback.extract_stack(frame)[-FRAMES:] if frame is not None else []
                self._seen = " > ".join(
                    f"{row.filename.rsplit('/', 1)[-1]}:{row.lineno} {row.name}" for row in rows
                )
