"""How a person wants the window to look: colors, size of text, colors of suits; kept by user and workspace."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QApplication

from labharness.gui.kit import theme
from labharness.gui.kit.window_state import WindowState

THEME, TEXT_SIZE, FOUR_COLORS = "look/theme", "look/text-size", "look/four-colors"
"""Names of the choices."""
SYSTEM = "system"
THEMES: Mapping[str, theme.Theme | None] = {
    SYSTEM: None,
    "light": theme.LIGHT,
    "dark": theme.DARK,
    "contrast": theme.CONTRAST,
}
SMALLEST, USUAL, LARGEST = 85, 100, 200
"""Sizes of text in percent of the desktop's."""


def text_size(memory: WindowState) -> int:
    """Return the size of text in percent, within what the window is made for."""
    return int(min(max(memory.number(TEXT_SIZE, USUAL), SMALLEST), LARGEST))


def apply(application: QApplication, memory: WindowState) -> None:
    """Give the application the look that a person has chosen."""
    application.setProperty(FOUR_COLORS, memory.flag(FOUR_COLORS, default=False))
    theme.dress(application, THEMES.get(memory.text(THEME, SYSTEM)), text_size(memory) / 100)


def follow(application: QApplication, memory: WindowState) -> None:
    """Apply the look now, and again when the desktop turns light or dark."""
    apply(application, memory)
    application.styleHints().colorSchemeChanged.connect(lambda _: apply(application, memory))


def has_four_colors() -> bool:
    """Whether cards are shown with four colors of suits unless somebody switches that."""
    application = QApplication.instance()
    return bool(application.property(FOUR_COLORS)) if application is not None else False
