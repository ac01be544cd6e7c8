"""The typefaces of the window: the packaged ones of the reports, so that both look alike on every desktop."""

from __future__ import annotations

from functools import cache
from importlib import resources

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

TEXT, MONO = "IBM Plex Sans", "IBM Plex Mono"
FILES = ("IBMPlexSans-Regular.ttf", "IBMPlexSans-SemiBold.ttf", "IBMPlexMono-Regular.ttf")
BODY = 10.5
"""Points of the text: 14 pixels on a screen of 96 pixels an inch."""
LEAST, MOST = 0.85, 2.0
"""Smallest and largest text that can be chosen, as a factor."""


@cache
def loaded() -> bool:
    """Load the typefaces; returns whether the text's is there."""
    folder = resources.files("reports").joinpath("fonts")
    for file in FILES:
        QFontDatabase.addApplicationFontFromData(folder.joinpath(file).read_bytes())
    return TEXT in QFontDatabase.families()


def set_text(application: QApplication, scale: float = 1.0) -> None:
    """Give the application its text, larger or smaller as somebody chose."""
    font = QFont(TEXT) if loaded() else application.font()
    font.setPointSizeF(BODY * min(max(scale, LEAST), MOST))
    application.setFont(font)


def text_scale() -> float:
    """Return how large the text is, 1 for its usual size."""
    return QApplication.font().pointSizeF() / BODY


def mono() -> QFont:
    """Return the font of bytes, hashes and addresses."""
    font = QFont(MONO if loaded() else "")
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPointSizeF(QApplication.font().pointSizeF())
    return font
