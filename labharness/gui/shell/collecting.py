"""Collection of garbage where nobody waits for it: Python's own comes at any moment and holds the window for 100 ms."""

from __future__ import annotations

import gc
import sys
import time

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

EACH_MS = 5_000
LONG_S = 0.010
"""What a collection may take before what it found alive is left out of the next ones."""
REST_S = 600.0
"""Seconds between two collections of everything, made while no window of the program is used."""
MOST_FREEZES = 100
"""Collections that left something out, after which everything is collected at once."""
MANY_MODULES = 10
"""Modules that were loaded since: they hold more objects than all that became garbage meanwhile."""
YOUNG = (1_000, 10, 1 << 30)
"""Thresholds of the three generations: the last is never collected by itself."""


class Collector(QObject):
    """Collects by a timer what is new, and leaves out what the program has loaded; made before it loads anything.

    The modules that are loaded hold several hundred thousand objects. A collection that looks at all of them takes 100 ms.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._rested, self._freezes, self._modules = time.monotonic(), 0, 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        gc.disable()  # while modules are loaded, nothing becomes garbage

    def start(self) -> None:
        """Leave out what there is by now, and collect what comes from now on."""
        self._leave_out()
        gc.set_threshold(*YOUNG)
        gc.enable()
        self._timer.start(EACH_MS)

    def stop(self) -> None:
        """Let Python collect as it did before."""
        self._timer.stop()
        gc.unfreeze()
        gc.set_threshold(*self._thresholds)
        gc.enable()

    def collect(self) -> None:
        """Collect what is new; everything, where nobody uses the window or too much was left out."""
        used = QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
        if self._freezes >= MOST_FREEZES or (not used and time.monotonic() - self._rested > REST_S):
            gc.unfreeze()
            gc.collect()
            self._leave_out()
            self._rested, self._freezes = time.monotonic(), 0
            return
        if len(sys.modules) - self._modules > MANY_MODULES:  # a page was opened for the first time
            self._leave_out()
            return
        begun = time.perf_counter()
        gc.collect()
        if time.perf_counter() - begun > LONG_S:
            self._leave_out()

    def _leave_out(self) -> None:
        """Let the next collections look at nothing that there is now."""
        gc.freeze()
        self._modules = len(sys.modules)
        self._freezes += 1
