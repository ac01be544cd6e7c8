"""The window's own words in another language: what Qt's tools find, what a translation may do, and what stays English."""

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QDoubleSpinBox

import labharness.gui
from labharness.acts.declaring import tr as marked
from labharness.acts.headings import ListHead
from labharness.gui.kit.qt_language import TRANSLATIONS, speak
from labharness.gui.kit.tables import columns
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import CONTEXT, original, tr, translated
from tests.support.parsed import parsed

GUI = Path(labharness.gui.__file__).parent
ACTS = GUI.parent / "acts"
TOOLS = Path(PySide6.__file__).parent


def tool(name, *arguments):
    """Run a translation tool of Qt, as ``make words`` does."""
    program = TOOLS / (f"{name}.exe" if sys.platform == "win32" else name)
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def extracted(file):
    """Return the texts that are in a file of words, by their context."""
    return {
        (context.findtext("name") or "", message.findtext("source"))
        for context in ET.parse(file).iter("context")
        for message in context.iter("message")
    }


def lupdate(folder, language="de_DE"):
    words = folder / f"window_{language}.ts"
    result = ("-extensions", "py", "-locations", "none", "-sort-messages", "-target-language", language)
    tool("lupdate", "-silent", *result, GUI, ACTS, "-ts", words)
    return words


@pytest.fixture(scope="module")
def source_words(tmp_path_factory):
    """The file from which a translator starts."""
    return lupdate(tmp_path_factory.mktemp("words"))


@cache
def written():
    """Return the texts that the window passes to ``tr``."""
    return {
        call.args[0].value
        for path in (*GUI.rglob("*.py"), *ACTS.rglob("*.py"))
        for call in ast.walk(parsed(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "tr"
    }


def test_a_translator_gets_every_text_of_the_window_in_the_context_that_is_looked_up(source_words):
    texts = written()

    assert len(texts) > 1_500
    assert extracted(source_words) == {(CONTEXT, text) for text in texts}


def lacking(file):
    """Return what a translator has still to do, and what the window no longer says."""
    open_ = {
        m.findtext("source") for m in ET.parse(file).iter("message") if m.find("translation").get("type")
    }
    return open_ | {text for _, text in extracted(file) ^ {(CONTEXT, text) for text in written()}}


def test_every_language_is_complete_and_in_step(source_words):
    for file in TRANSLATIONS.glob("*.ts"):
        assert lacking(file) == set(), file.name
        assert file.with_suffix(".qm").is_file(), file.name
    assert lacking(source_words) == written()  # as nothing is translated yet


GERMAN = {
    "Verdict": "Ergebnis",
    "{bad} of {found:,} {found:run|runs} do NOT verify.": "Von {found:,} {found:Lauf|Läufen} sind {bad} nicht bestätigt.",
    "{file} was written.": "Geschrieben: {datei}.",
    "{target} was written.": "Geschrieben.",
    "Verifying {what}…": "{what} wird {what.__class__} geprüft…",
    "Exporting {run}…": "{run:kein Format} wird geschrieben…",
    "Writing {file}…": "{file} wird {geschrieben…",
    "Reading {path}…": "{path} wird gelesen…",
}
"""Translations; some of them with places that the text has not."""


@pytest.fixture
def own_language(qapp):
    """Puts back what Qt and Python speak."""
    before = QLocale()
    yield
    QLocale.setDefault(before)
    for installed in qapp.findChildren(QTranslator):
        qapp.removeTranslator(installed)
        installed.deleteLater()


@pytest.fixture
def german(qapp, own_language, source_words, tmp_path):
    """The window's words in another language, through the tools and files that a laboratory would use."""
    tree = ET.parse(source_words)
    for message in tree.iter("message"):
        if (text := GERMAN.get(message.findtext("source"))) is not None:
            translation = message.find("translation")
            translation.text = text
            translation.attrib.clear()
    words = tmp_path / "window_de_DE.ts"
    tree.write(words, encoding="utf-8", xml_declaration=True)
    tool("lrelease", "-silent", words)
    speak(qapp, "de_DE", tmp_path)


@pytest.mark.usefixtures("german")
def test_a_language_is_a_file_of_words_in_which_names_of_filters_stay():
    assert tr("Verdict") == "Ergebnis"
    text = "{bad} of {found:,} {found:run|runs} do NOT verify."
    assert tr(text, bad="3", found=1) == "Von 1 Lauf sind 3 nicht bestätigt."
    assert tr(text, bad="3", found=2000) == "Von 2,000 Läufen sind 3 nicht bestätigt."
    assert translated(marked(text, bad="3", found=1)) == "Von 1 Lauf sind 3 nicht bestätigt."
    assert translated("Verdict") == "Verdict", "what nobody marked is data"
    column = columns.shown(ListHead(marked("Verdict"), marked))
    assert (column.title, column.filter_name, column.text("Verdict")) == ("Ergebnis", "verdict", "Ergebnis")
    column = Column(tr("Verdict"), str)
    assert (column.title, column.filter_name) == ("Ergebnis", "verdict")
    assert [original(text) for text in ("Ergebnis", "Anything else")] == ["Verdict", "Anything else"]


@pytest.mark.usefixtures("german")
def test_a_translation_with_other_places_than_the_text_is_not_used_and_a_value_is_shown_as_it_is():
    for text, values in {
        "{target} was written.": {"target": "a.pdf"},
        "Verifying {what}…": {"what": "first"},
        "Exporting {run}…": {"run": "first"},
        "Writing {file}…": {"file": "a.csv"},
    }.items():
        assert QCoreApplication.translate(CONTEXT, text) != text
        assert tr(text, **values) == text.format_map(values)
    for value in ("{", "{0}", "{path}", "{path.__class__}", "%1 %n {{}}", "a|b", "Verdict"):
        assert tr("Reading {path}…", path=value) == f"{value} wird gelesen…"
        assert tr("{fail} not translated", fail=value) == f"{value} not translated"


def test_the_number_chooses_the_word_and_values_are_written_as_python_writes_them(qapp):
    words = [tr("{n:,} {n:run|runs}", n=count) for count in (0, 1, 2, 12_345)]
    assert words == ["0 runs", "1 run", "2 runs", "12,345 runs"]
    written = tr("{a} {b:02X} {c:.2f} {d} {e}", a=12345, b=10, c=0.5, d=True, e=None)
    assert written == "12345 0A 0.50 True None"


def test_the_language_is_chosen_before_any_room_is_imported(tmp_path):
    """Titles that modules keep are translated when the module is imported."""
    program = (
        "import sys\n"
        "from labharness.gui import main\n"
        "from labharness.gui.kit import qt_language\n"
        "def speak(application):\n"
        "    early = [name for name in sys.modules if name.startswith('labharness.gui.')]\n"
        "    raise SystemExit(','.join(sorted(early)))\n"
        "qt_language.speak = speak\n"
        f"main.main(['--workspace', {str(tmp_path)!r}])\n"
    )
    offscreen = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, check=False, text=True, env=offscreen)
    assert done.stderr.strip().split(",") == [
        f"labharness.gui.{name}" for name in ("kit", "kit.qt_language", "main")
    ]


@pytest.fixture
def set_to_german(own_language):
    QLocale.setDefault(QLocale("de_DE"))


@pytest.mark.usefixtures("set_to_german")
def test_fields_write_numbers_as_sentences_do(qapp, qtbot):
    """And Qt has its words in the language of the catalog."""

    def shown():
        box = qtbot.addWidget(QDoubleSpinBox())
        box.setValue(0.05)
        return box.text()

    assert shown() == "0,05"
    assert speak(qapp)
    assert shown() == "0.05"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    assert speak(qapp, "de_DE")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
