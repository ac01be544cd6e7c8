"""How somebody wants the window to look and left it: colors, sizes, columns, filters and choices, by user and workspace; never facts of the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths
from PySide6.QtWidgets import QApplication

from labharness.gui.kit import theme

FOLDER = "labharness"


class WindowState:
    """Values by name; one that is missing or of another type gives the default.

    Parameters
    ----------
    file
        INI file, None where nothing is to outlive the program.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = QSettings(str(file), QSettings.Format.IniFormat) if file is not None else None
        self._held: dict[str, object] = {}

    @classmethod
    def of(cls, workspace_id: str) -> WindowState:
        """Return the state of this user for a workspace."""
        place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
        return cls(Path(place) / FOLDER / f"window-{workspace_id or 'without-id'}.ini")

    def clear(self) -> None:
        """Forget everything."""
        self._held.clear()
        if self._file is not None:
            self._file.clear()

    def sync(self) -> None:
        """Write what was put."""
        if self._file is not None:
            self._file.sync()

    def text(self, name: str, default: str = "") -> str:
        """Return a text."""
        result = self._get(name)
        return result if isinstance(result, str) else default

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a choice between two."""
        return {"true": True, "false": False}.get(str(self._get(name)).lower(), default)

    def number(self, name: str, default: float) -> float:
        """Return a number."""
        try:
            return float(str(self._get(name)))
        except ValueError:
            return default

    def content(self, name: str) -> QByteArray:
        """Return what Qt keeps of a widget, empty where there is nothing."""
        result = self._get(name)
        return result if isinstance(result, QByteArray) else QByteArray()

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        result = self._get(name)
        if isinstance(result, str):  # Qt gives a list of one as its element
            return (result,) if result else ()
        return tuple(each for each in result if isinstance(each, str)) if isinstance(result, list) else ()

    def put(self, name: str, value: str | float | QByteArray | Sequence[str]) -> None:
        """Keep a value."""
        kept = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        if self._file is not None:
            self._file.setValue(name, kept)
        else:
            self._held[name] = kept

    def _get(self, name: str) -> object:
        return self._file.value(name) if self._file is not None else self._held.get(name)


ON_DESKTOP, SOUND, REPEAT = "notices/desktop", "notices/sound", "notices/repeat"
"""Names of the choices: notifications of the desktop, one tone, the tone repeated."""
DEFAULTS: Mapping[str, bool] = {ON_DESKTOP: True, SOUND: True, REPEAT: False}


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
