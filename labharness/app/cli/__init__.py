"""The command line."""

from labharness.app.cli.root import main

__all__ = ["main"]
