"""``python -m tests.support.window.picture_matrix DIR [NAME...]``: every view in both themes and sizes, once and twice as fine.

Each scene stands once: the same window is drawn in every theme, size and scale.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from labharness.gui.kit import theme
from tests.support.window.scenes import VIEWS
from tests.support.window.standing import Kept, settle, standing

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
SIZES = (QSize(1000, 640), QSize(1280, 800), QSize(1920, 1080))
SCALES = (1, 2)
DRAWN_S = 0.4
"""Time that a window has to lay itself out anew."""


def main(arguments: list[str]) -> int:
    """Take the pictures of every view, or of those that are named after the folder; returns 0."""
    target = Path(arguments[0] if arguments else "dist/screenshots")
    application = QApplication.instance() or QApplication(["labharness-gui"])
    assert isinstance(application, QApplication)
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
        for name in arguments[1:] or VIEWS:
            began = time.monotonic()
            scene = VIEWS[name]
            themes = THEMES if scene.colors in THEMES.values() else {"contrast": scene.colors}
            theme.dress(application, scene.colors)
            with standing(application, scene, Kept(Path(folder))) as shown:
                for title, colors in themes.items():
                    theme.dress(application, colors)
                    for size in SIZES if isinstance(shown, QMainWindow) else (shown.size(),):
                        shown.resize(size)
                        settle(application, DRAWN_S)
                        for scale in SCALES:
                            place = target / f"{title}-{size.width()}x{size.height()}-{scale}x"
                            place.mkdir(parents=True, exist_ok=True)
                            drawn(shown, scale).save(str(place / f"{name}.png"))
            sys.stdout.write(f"{name} ({time.monotonic() - began:.0f} s)\n")
            sys.stdout.flush()
    return 0


def drawn(widget: QWidget, scale: int) -> QPixmap:
    """Return a picture of a widget, with so many dots in both directions for each of its pixels."""
    picture = QPixmap(widget.size() * scale)
    picture.setDevicePixelRatio(scale)
    widget.render(picture)
    return picture


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
