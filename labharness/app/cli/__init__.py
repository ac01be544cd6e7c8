"""The command line."""

from __future__ import annotations

import sys
from contextlib import suppress


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, loaded only now: a counting process imports this package and needs none of it."""
    try:
        from labharness.app.cli import root
    except KeyboardInterrupt:  # loading takes long enough for somebody to think better of it
        with suppress(AttributeError, OSError):  # of a standard error that is closed
            sys.stderr.write("Stopped from the keyboard.\n")
        sys.exit(3)
    root.main(arguments)
