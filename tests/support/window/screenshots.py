"""``python -m tests.support.window.screenshots DIR [NAME...]``: pictures of the window, for the guide and for those who judge it."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from labharness.gui.kit import theme
from tests.support.window.scenes import SCENES
from tests.support.window.standing import standing


def main(arguments: list[str]) -> int:
    """Take the pictures that are named after the folder, or those that are in it already, or every one; returns 0."""
    target = Path(arguments[0] if arguments else "docs/images")
    target.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(["labharness-gui"])
    assert isinstance(application, QApplication)
    there = sorted(file.stem for file in target.glob("*.png") if file.stem in SCENES)
    for name in arguments[1:] or there or list(SCENES):
        theme.dress(application, SCENES[name].colors)
        with standing(application, SCENES[name]) as shown:
            shown.grab().save(str(target / f"{name}.png"))
        sys.stdout.write(f"{target / name}.png\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
