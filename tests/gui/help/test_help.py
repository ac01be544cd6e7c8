"""The room Help: the manual is read, searched and opened by F1 without a network."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from labharness.app.manual.building import build
from labharness.app.manual.place import read
from labharness.app.workspace.workspace import Workspace
from labharness.gui.help.help_page import HelpPage
from labharness.gui.kit import explained
from labharness.gui.kit.explained import explained_by, explanation, help_address
from labharness.model.address import Address, Room
from tests.support.seats import Seats


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    source = tmp_path_factory.mktemp("manual") / "docs"
    (source / "images").mkdir(parents=True)
    long = "\n\n".join(f"Paragraph {number}." for number in range(200))
    (source / "index.md").write_text(
        "# Manual\n\n[One](one.md) [Two](two.md) [Words](glossary.md)\n", "utf-8"
    )
    (source / "one.md").write_text(f"# One\n\nA shuffle. [On](two.md#far)\n\n{long}\n", "utf-8")
    (source / "two.md").write_text(f"# Two\n\n{long}\n\n## Far\n\nThe needle.\n\n{long}\n", "utf-8")
    (source / "glossary.md").write_text("# Words\n\n## shuffle\n\nOne output.\n", "utf-8")
    assert build(source, source.with_name("made")) == ()
    return read(source.with_name("made"))


def versions(_act, **_named):
    return {"labharness": "0.1.0", "numpy": "2.0"}


@pytest.fixture
def page(qtbot, made):
    shown = qtbot.shown(HelpPage(Seats(versions, Workspace(made.folder)), lambda: made), 1000, 600)
    qtbot.waitUntil(lambda: shown.list.count() > 0)
    return shown


def words(page):
    return page.browser.toPlainText()


def test_the_index_is_shown_first_and_contents_open_pages(page, qtbot):
    assert words(page).startswith("Manual")
    assert [page.list.item(row).text() for row in range(page.list.count())] == [
        "Manual",
        "One",
        "Two",
        "Words",
        "About labharness",
    ]
    page.list.setFocus()
    page.list.setCurrentRow(1)
    qtbot.keyClick(page.list, Qt.Key.Key_Return)

    assert words(page).startswith("One")
    assert [crumb.text for crumb in page.crumbs()] == ["One"]


def test_an_address_opens_a_page_at_its_heading_and_back_how_far_it_was_read(page):
    page.show_address(help_address("two#far"))
    assert page.browser.verticalScrollBar().value() > 0
    assert page.crumbs()[0].address == Address(Room.HELP, ("two", "far"))
    page.show_address(Address(Room.HELP, ("nowhere",)))
    assert "nowhere" in page.note.text()
    page.show_address(help_address("two"))
    page.browser.verticalScrollBar().setValue(77)
    kept = page.keep()
    page.show_address(help_address("one"))
    page.show_address(help_address("two"))
    page.restore(kept)
    assert page.browser.verticalScrollBar().value() == 77


def test_a_search_lists_what_has_every_word_and_return_opens_it(page, qtbot):
    qtbot.keyClicks(page.search, "needle")

    assert page.list.count() == 1
    assert "Two › Far" in page.list.item(0).text()
    qtbot.keyClick(page.search, Qt.Key.Key_Return)
    assert words(page).startswith("Two")
    page.search.setText("needle nowhere")
    assert page.list.count() == 0
    assert "needle nowhere" in page.note.text()
    page.search.clear()
    assert page.list.count() == 5
    assert page.note.text() == ""


def test_glossary_words_are_underlined_and_lead_to_their_meaning_and_about_lists_versions(page, qtbot):
    page.show_address(help_address("one"))
    cursor = page.browser.document().find("shuffle")
    assert cursor.charFormat().underlineStyle() is QTextCharFormat.UnderlineStyle.DotLine
    page.browser.anchorClicked.emit(cursor.charFormat().anchorHref())
    assert words(page).startswith("Words")
    page.show_address(Address(Room.HELP, ("about",)))
    qtbot.waitUntil(lambda: "numpy" in words(page))
    assert not page.outside.isEnabled()


def test_f1_opens_what_the_control_at_hand_or_what_holds_it_declares(main_window, qtbot, bench, made):
    bench.manual = lambda: made
    main_window.open(Address(Room.RUNS))
    holder = QWidget(main_window.page)
    line = QLineEdit(holder)
    explained_by(holder, "two#far")
    holder.show()
    assert explanation(None) == ""
    main_window.activateWindow()
    qtbot.waitActive(main_window)
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClick(line, Qt.Key.Key_F1)
    assert main_window.address == Address(Room.HELP, ("two", "far"))
    qtbot.waitUntil(lambda: words(main_window.page).startswith("Two"))


def test_f1_in_a_dialog_shows_the_paragraph_there(main_window, qtbot, bench, made, monkeypatch):
    bench.manual = lambda: made
    words = []
    monkeypatch.setattr(explained.QWhatsThis, "showText", lambda _place, text, _widget: words.append(text))
    dialog = explained_by(QDialog(main_window), "two#far")
    dialog.setModal(True)
    line = QLineEdit(dialog)
    dialog.show()
    qtbot.waitActive(dialog)
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    before = main_window.address
    qtbot.keyClick(line, Qt.Key.Key_F1)
    explained_by(dialog, "nowhere")
    qtbot.keyClick(line, Qt.Key.Key_F1)
    dialog.close()

    assert "The needle." in words[0]
    assert "nowhere" in words[1]
    assert main_window.address == before


def test_the_key_enters_python_for_no_other_event():
    """A filter of all events of the application made each room twice as slow to draw."""
    assert "eventFilter" not in vars(explained.HelpKey)
