"""Sending of notices while a worker works: a server that hangs keeps neither the night nor other addresses waiting."""

from __future__ import annotations

import queue
import threading
import time

from labharness.app.benches.notices import Notices

PATIENCE_S = 20.0
"""How long a worker that leaves waits for notices on their way; the morning lists what they were about."""


class Messenger:
    """Sends notices, each address in a thread of its own.

    Parameters
    ----------
    notices
        Where they go.
    patience_s
        Seconds that :meth:`finish` waits at most.
    """

    def __init__(self, notices: Notices, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._lines = [_Line(Notices((url,))) for url in notices.urls]

    def tell(self, title: str, body: str) -> None:
        """Send a notice soon; returns at once."""
        for line in self._lines:
            line.waiting.put((title, body))

    def finish(self) -> None:
        """Wait for what is on its way, as long as the patience lasts."""
        latest = time.monotonic() + self._patience_s
        for line in self._lines:
            line.waiting.put(None)
        for line in self._lines:
            line.thread.join(max(0.0, latest - time.monotonic()))


class _Line:
    """What waits for one address."""

    def __init__(self, notices: Notices) -> None:
        self.waiting: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._notices = notices
        self.thread = threading.Thread(target=self._work, name="notices", daemon=True)
        self.thread.start()

    def _work(self) -> None:
        while (notice := self.waiting.get()) is not None:
            self._notices.send(*notice)
