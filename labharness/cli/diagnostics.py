"""What a developer needs to know of an error that nobody expected, in a file."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from labharness import __version__
from labharness.app.workspace.workspace import MARKER


def diagnose(error: BaseException, arguments: Sequence[str]) -> Path:
    """Write it into the workspace's diagnostics, or else into the system's temporary folder."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    text = "".join(traceback.format_exception(error))
    content = f"labharness {__version__}\npython {sys.version}\narguments {arguments!r}\n\n{text}"
    places = [Path(name) for name in _workspaces(arguments)]
    for place in (*places, None):
        try:
            if place is not None and not (place / MARKER).is_file():
                continue
            folder = Path(tempfile.gettempdir()) if place is None else place / "diagnostics"
            path = folder / f"labharness-{stamp}.txt"
            path.write_text(content, encoding="utf-8", errors="backslashreplace")
        except (OSError, ValueError):  # what cannot be written, or not even named, may be what went wrong
            continue
        return path
    return Path("(not written)")


def _workspaces(arguments: Sequence[str]) -> Iterator[str]:
    """Yield what the arguments, and then the environment, name as workspace."""
    for flag, value in pairwise((*arguments, "")):
        name, equals, rest = flag.partition("=")
        if flag in ("--workspace", "-w"):
            yield value
        elif name == "--workspace" and equals:
            yield rest
        elif flag.startswith("-w"):
            yield flag[2:]
    yield from filter(None, [os.environ.get("LABHARNESS_WORKSPACE")])
