"""Goldens: what the product says and shows, kept as files that a later step leaves equal or changes in plain view.

``make goldens`` writes them again; the difference is then read in review, line by line.
"""

import difflib
import os
from pathlib import Path

import pytest

GOLDENS = Path(__file__).parents[1] / "goldens"
WRITING = os.environ.get("GOLDENS") == "write"
MOST_LINES = 200
"""Lines of a difference that are printed: what changed everywhere is seen in its first part."""


def hold(name, text):
    """Compare a text with the golden of a name, such as ``help/queue.txt``, or write it."""
    path, text = GOLDENS / name, text.rstrip("\n") + "\n"
    if WRITING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    kept = path.read_text("utf-8") if path.is_file() else ""
    if kept != text:
        lines = list(
            difflib.unified_diff(
                kept.splitlines(), text.splitlines(), f"tests/goldens/{name}", "now", lineterm=""
            )
        )
        more = [f"… and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
        advice = (
            "Read the difference; if it is meant, run make goldens and say in the change why it is better."
        )
        pytest.fail("\n".join([*lines[:MOST_LINES], *more, advice]), pytrace=False)


def hold_files(folder, names):
    """Hold that a folder has the goldens of these names and no others; those of nothing leave when all are written."""
    kept = {path.name: path for path in (GOLDENS / folder).iterdir()}
    if WRITING:
        for name in kept.keys() - set(names):
            kept[name].unlink()
        return
    assert sorted(kept) == sorted(names)
