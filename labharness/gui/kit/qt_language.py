"""The language of the window, of Qt's own dialogs and of numbers in fields: that of the catalog, whatever the computer is set to."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from labharness.language.catalog import LANGUAGE

TRANSLATIONS = Path(__file__).parents[1] / "translations"
"""Folder of ``window_de_DE.qm``, which ``make words`` makes; the words of the source are those of the catalog's language."""


def speak(application: QApplication, language: str = LANGUAGE, translations: Path = TRANSLATIONS) -> bool:
    """Let Qt and the window speak as the catalog does; returns whether Qt has its words in this language.

    It is called before a room is imported: titles of columns and the like are translated when their module is imported.

    A decimal comma in a field, beside a decimal point in the sentence above it, would be read wrong.
    """
    locale = QLocale(language)
    QLocale.setDefault(locale)
    window, dialogs = QTranslator(application), QTranslator(application)
    if window.load(locale, "window", "_", str(translations)):
        application.installTranslator(window)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    result = dialogs.load(locale, "qtbase", "_", folder)
    return result and application.installTranslator(dialogs)
