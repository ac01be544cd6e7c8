"""The command line."""

from __future__ import annotations

import atexit
import gc
import sys
from contextlib import suppress

SELDOM = (10_000, 10, 10)
"""Thresholds of the garbage collector: its own have it look at all that is loaded a dozen times during a start."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, loaded only now: a counting process imports this package and needs none of it."""
    gc.set_threshold(*SELDOM)
    atexit.register(gc.freeze)  # whoever ends looks for no garbage among all that is loaded: 0.3 s
    try:
        from labharness.cli import root
    except KeyboardInterrupt:  # loading takes long enough for somebody to think better of it
        with suppress(AttributeError, OSError):  # of a standard error that is closed
            sys.stderr.write("Stopped from the keyboard.\n")
        sys.exit(3)
    root.main(arguments)
