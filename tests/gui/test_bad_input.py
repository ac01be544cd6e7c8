"""Whatever somebody types into whatever field: a sentence beside it, nothing written, nothing lost, and never an exception.

What is typed are texts that programs choke on: very long ones, control characters, signs that turn the direction of writing, markup, paths
that lead nowhere, numbers that are none.
"""

import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QPushButton

from labharness.app.planning.plan_versions import begin_draft
from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.form_values import blank_values, checked_values
from labharness.filings.entries.snapshot import KINDS
from labharness.gui.kit import theme
from labharness.gui.kit.forms.editors import LineEditor, NameEditor, ProseEditor
from labharness.gui.kit.forms.field_form import EntryForm
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from tests.support.filing_factory import NAME, file_submission
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import DRAWS, SHUFFLES, Specimen
from tests.support.window.standing import settle

MIXED = "a\x07\x1b[31m\x7f \u202egnp.exe\u2066 <b>bold</b><img src='file:///etc/passwd'> \ud800 /no/such/../file.toml"
HOSTILE = {"mixed": MIXED, "long": "x" * 6_500, "number": "-1e999", "empty": ""}
SETTLE_S = 0.03
SECTIONS = ("workspace", "benches", "people", "laboratory", "trust", "defaults")
PAGES = [
    *(Address(entry.room) for entry in ROOMS if entry.room is not Room.TOUR),
    *(Address(Room.SETTINGS, (name,)) for name in SECTIONS),
    Address(Room.RUNS, ("first",)),
    Address(Room.LIVE, ("asks",)),
    Address(Room.EVIDENCE, ("run", "first")),
    Address(Room.PLANS, ("our-plan", "edit")),
    *(Address(Room.SUBMISSIONS, (NAME, part)) for part in ("overview", "items", "documents", "decisions")),
]
LEFT = ("…", "Open in browser", "Simulate", "Print")
"""Ends of titles of buttons that ask on, or start another program."""


@pytest.fixture(scope="module")
def window(tmp_path_factory, qapp):
    """The whole window on a workspace with people, a submission, a finished run, a question and a draft of a plan."""
    place = tmp_path_factory.mktemp("bad-input") / "workspace"
    space = Workspace.init(place)
    file_submission(space)
    Specimen(place / "runs" / "first", DRAWS).end(Outcome.PASS)
    asks = Specimen(place / "runs" / "asks", SHUFFLES)
    asks.begin("identify")
    asks.prompt(0, "identify", "From the name plate: manufacturer; model; serial; hardware revision.")
    begin_draft(SHUFFLES, "our-plan", place, discover())
    theme.dress(qapp, theme.LIGHT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("USER", "engineer-a")
        patch.setattr(Path, "home", lambda: tmp_path_factory.mktemp("home"))
        window = MainWindow(Showcase(space), ROOMS, open_file=lambda _: True)
        window.show()
        settle(0.5)
        yield window
        window.close()
        asks.close()


def fields(page):
    """Return what takes text, as far as somebody could write into it now."""
    return [
        each
        for each in (*page.findChildren(QLineEdit), *page.findChildren(QPlainTextEdit))
        if (each.isVisible() and each.isEnabled() and not each.isReadOnly())
        and not isinstance(each.parent(), QAbstractSpinBox)
    ]


def enter(field, text):
    field.selectAll()
    if isinstance(field, QLineEdit):
        field.insert(text) if text else field.backspace()
    else:
        field.insertPlainText(text) if text else field.textCursor().removeSelectedText()


def on_record(space):
    with closing(sqlite3.connect(f"file:{space}/register.db?mode=ro", uri=True)) as database:
        return database.execute("select count(*), max(number) from change").fetchone()


def unsafe(window):
    """Return labels that would draw what somebody typed as markup, or turn the direction of their text."""
    result = []
    for label in window.findChildren(QLabel):
        text, form = label.text(), label.textFormat()
        may_be = form is Qt.TextFormat.AutoText and GuiQt.mightBeRichText(text)
        if ((form is Qt.TextFormat.RichText or may_be) and "<img" in text) or "\u202e" in text:
            result.append((label.accessibleName() or type(label.parent()).__name__, text))
    return result


@pytest.mark.long  # 9 s of processor time
@pytest.mark.parametrize("address", PAGES, ids=str)
def test_every_field_of_every_page_takes_whatever_is_typed(window, address):
    """The buttons that act at once are pressed as well: a page refuses, and writes nothing of it."""
    around = sorted(Path().iterdir())
    window.open(address)
    settle(0.2)
    page, before = window.page, on_record(window.stack._services.workspace.path)
    for text in HOSTILE.values():
        for field in fields(page):
            enter(field, text)
        settle(SETTLE_S)
        assert unsafe(window) == []
        for button in page.findChildren(QPushButton):
            title = button.text().replace("&", "")
            if button.isVisible() and button.isEnabled() and title and not title.endswith(LEFT):
                button.click()
                settle(0.01)
            if window.page is not page:  # a button that leads to another page
                window.open(address)
                settle(0.05)
        settle(SETTLE_S)
        assert unsafe(window) == []
    assert on_record(window.stack._services.workspace.path) == before
    assert sorted(Path().iterdir()) == around, "nothing is written where the program happens to run"


def test_every_field_of_a_form_says_what_is_wrong_with_it(qtbot):
    form = qtbot.shown(EntryForm())
    for kind, text in product(KINDS, HOSTILE.values()):
        form.show_kind(kind)
        form.show_values(blank_values(kind))
        for row in form.rows.values():
            if isinstance(row.editor, LineEditor | ProseEditor | NameEditor):
                widget = row.editor.target
                enter(widget.lineEdit() if isinstance(widget, QComboBox) else widget, text)
        entry, mistakes = checked_values(kind, form.values())
        form.show_values(form.values(), mistakes)
        assert (entry is None) == bool(mistakes)
        for mistake in mistakes:
            row = form.rows.get(str(mistake.path[0])) if mistake.path else None
            words = row.note.text() if row is not None else form.whole.text()
            assert words.rstrip().endswith((".", ")")), (kind, mistake, words)
        assert unsafe(form) == [], kind


def test_a_workspace_that_vanishes_is_told_and_no_room_raises(qtbot, window_on, tmp_path):
    """Somebody unmounts the disk under the open window."""
    space = Workspace.init(tmp_path / "workspace")
    window = window_on(space)
    qtbot.waitUntil(lambda: window._overview is not None)
    space.path.rename(tmp_path / "gone")
    for entry in ROOMS:
        window.open(Address(entry.room))
        settle(0.1)
    window.open(Address(Room.HOME))
    window._look.ask()
    qtbot.waitUntil(lambda: window.page.heading.text() == "The workspace cannot be read")
    assert not space.path.exists(), "no room made it anew"
