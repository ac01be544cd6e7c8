"""The command line."""

from __future__ import annotations


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, loaded only now: a counting process imports this package and needs none of it."""
    from labharness.app.cli import root

    root.main(arguments)
