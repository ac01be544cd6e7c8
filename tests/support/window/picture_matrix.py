"""``python -m tests.support.window.picture_matrix DIR [NAME...]``: every view in both themes and sizes, once and twice as fine."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from labharness.gui.kit import theme
from tests.support.window.screenshots import SCENES, standing

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
SIZES = (QSize(1280, 800), QSize(1920, 1080))
SCALES = (1, 2)
SETTLE_S = 0.5


def main(arguments: list[str]) -> int:
    """Take the pictures of every scene, or of those that are named after the folder; returns 0."""
    target = Path(arguments[0] if arguments else "dist/screenshots")
    application = QApplication.instance() or QApplication(["labharness-gui"])
    assert isinstance(application, QApplication)
    for name in arguments[1:] or [one for one in SCENES if not one.endswith("-dark")]:
        scene = SCENES[name]
        themes = THEMES if scene.colors in THEMES.values() else {"contrast": scene.colors}
        theme.dress(application, scene.colors)
        with standing(application, scene) as shown:
            for title, colors in themes.items():
                theme.dress(application, colors)
                for size in SIZES if isinstance(shown, QMainWindow) else (shown.size(),):
                    shown.resize(size)
                    _settle(application)
                    for scale in SCALES:
                        folder = target / f"{title}-{size.width()}x{size.height()}-{scale}x"
                        folder.mkdir(parents=True, exist_ok=True)
                        drawn(shown, scale).save(str(folder / f"{name}.png"))
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
    return 0


def drawn(widget: QWidget, scale: int) -> QPixmap:
    """Return a picture of a widget, with so many dots in both directions for each of its pixels."""
    picture = QPixmap(widget.size() * scale)
    picture.setDevicePixelRatio(scale)
    widget.render(picture)
    return picture


def _settle(application: QApplication) -> None:
    until = time.monotonic() + SETTLE_S
    while time.monotonic() < until:
        application.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
