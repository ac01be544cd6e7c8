"""Qt's own dialogs and the numbers in fields are in the language of the catalog, on a computer set to another one."""

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QDoubleSpinBox

from labharness.gui.kit.qt_language import speak


@pytest.fixture
def german(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    yield
    QLocale.setDefault(before)
    for words in qapp.findChildren(QTranslator):
        qapp.removeTranslator(words)
        words.deleteLater()


def shown(qtbot):
    box = QDoubleSpinBox()
    qtbot.addWidget(box)
    box.setValue(0.05)
    return box.text()


@pytest.mark.usefixtures("german")
def test_fields_write_numbers_as_sentences_do(qapp, qtbot):
    assert shown(qtbot) == "0,05"
    assert speak(qapp)
    assert shown(qtbot) == "0.05"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


@pytest.mark.usefixtures("german")
def test_qt_has_its_words_in_the_language_of_another_catalog(qapp):
    assert speak(qapp, "de_DE")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
