"""The window's own words in another language: what Qt's tools find, what a translation may do, and what stays English."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

import labharness.gui
from labharness.gui.kit.qt_language import TRANSLATIONS, speak
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import CONTEXT, original, tr
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


def test_the_file_of_words_is_the_same_each_time_and_names_no_lines(source_words, tmp_path):
    assert lupdate(tmp_path).read_bytes() == source_words.read_bytes()
    assert b"<location" not in source_words.read_bytes()


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
def german(qapp, source_words, tmp_path):
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
    before = QLocale()
    speak(qapp, "de_DE", tmp_path)
    yield
    QLocale.setDefault(before)
    for installed in qapp.findChildren(QTranslator):
        qapp.removeTranslator(installed)
        installed.deleteLater()


@pytest.mark.usefixtures("german")
def test_a_language_is_a_file_of_words():
    assert tr("Verdict") == "Ergebnis"
    assert (
        tr("{bad} of {found:,} {found:run|runs} do NOT verify.", bad="3", found=1)
        == "Von 1 Lauf sind 3 nicht bestätigt."
    )
    assert (
        tr("{bad} of {found:,} {found:run|runs} do NOT verify.", bad="3", found=2000)
        == "Von 2,000 Läufen sind 3 nicht bestätigt."
    )


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("{target} was written.", {"target": "a.pdf"}),
        ("Verifying {what}…", {"what": "first"}),
        ("Exporting {run}…", {"run": "first"}),
        ("Writing {file}…", {"file": "a.csv"}),
    ],
)
def test_a_translation_with_other_places_than_the_text_is_not_used(text, values):
    assert QCoreApplication.translate(CONTEXT, text) != text
    assert tr(text, **values) == text.format_map(values)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("value", ["{", "{0}", "{path}", "{path.__class__}", "%1 %n {{}}", "a|b", "Verdict"])
def test_what_a_value_holds_is_shown_as_it_is(value):
    assert tr("Reading {path}…", path=value) == f"{value} wird gelesen…"
    assert tr("{fail} not translated", fail=value) == f"{value} not translated"


@pytest.mark.usefixtures("german")
def test_names_of_filters_and_settings_are_the_same_in_every_language():
    column = Column(tr("Verdict"), str)

    assert column.title == "Ergebnis"
    assert column.filter_name == "verdict"
    assert original("Ergebnis") == "Verdict"
    assert original("Anything else") == "Anything else"


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 runs"), (1, "1 run"), (2, "2 runs"), (12_345, "12,345 runs")]
)
def test_the_number_chooses_the_word(qapp, count, told):
    assert tr("{n:,} {n:run|runs}", n=count) == told


def test_numbers_without_a_form_and_other_values_are_written_as_python_writes_them(qapp):
    assert (
        tr("{a} {b:02X} {c:.2f} {d} {e}", a=12345, b=10, c=0.5, d=True, e=None) == "12345 0A 0.50 True None"
    )


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
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )

    assert done.stderr.strip().split(",") == [
        "labharness.gui.kit",
        "labharness.gui.kit.qt_language",
        "labharness.gui.main",
    ]
