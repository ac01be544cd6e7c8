"""Signals of the operating system to a process that conducts a run."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from labharness.runner.control import Control

_STOP = ("SIGINT",)
"""A person at the keyboard ends the run."""
_INTERRUPT = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""A service is stopped, a terminal goes away or a computer shuts down: the run goes on another time."""


@contextmanager
def heard(control: Control) -> Iterator[None]:
    """Hand signals to a run instead of dying of them.

    Signals that whoever started this process has it ignore, as ``nohup`` does, stay ignored.
    """
    before: dict[int, Any] = {}

    def on_signal(number: int, _: FrameType | None) -> None:
        name = signal.Signals(number).name
        control.interrupt(name, stop=name in _STOP)

    try:
        # Only the main thread may listen; whoever started another one stops it by the inbox.
        if threading.current_thread() is threading.main_thread():
            for name in (*_STOP, *_INTERRUPT):
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    before[number] = signal.signal(number, on_signal)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
