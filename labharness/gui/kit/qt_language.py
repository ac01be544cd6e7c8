"""The language of Qt's own dialogs and of numbers in fields: that of the catalog, whatever the computer is set to."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from labharness.language.catalog import LANGUAGE


def speak(application: QApplication, language: str = LANGUAGE) -> bool:
    """Let Qt write and read as the catalog does; returns whether Qt has its words in this language.

    A decimal comma in a field, beside a decimal point in the sentence above it, would be read wrong.
    """
    locale, words = QLocale(language), QTranslator(application)
    QLocale.setDefault(locale)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    found = words.load(locale, "qtbase", "_", folder)
    return found and application.installTranslator(words)
