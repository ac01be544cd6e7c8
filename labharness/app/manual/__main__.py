"""``python -P -m labharness.app.manual SOURCE TARGET``: make the manual; exit code 3 where anything is wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path

from labharness.app.manual.building import build
from labharness.errors import LabharnessError
from labharness.language.catalog import explain, say


def main(arguments: list[str]) -> int:
    """Make the manual and tell what is wrong; returns 0, or 3."""
    try:
        problems = build(Path(arguments[0]), Path(arguments[1]))
    except LabharnessError as error:
        sys.stderr.write(explain(error) + "\n")
        return 3
    for problem in problems:
        sys.stderr.write(say(problem) + "\n")
    return 3 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
