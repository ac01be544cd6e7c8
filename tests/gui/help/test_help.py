"""The room Help: the manual is read, searched and opened by F1 without a network."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from labharness.app.manual.building import build
from labharness.app.manual.place import read
from labharness.app.workspace.workspace import Workspace
from labharness.gui.help.help_page import HelpPage
from labharness.gui.kit import keys
from labharness.gui.kit.keys import explained_by, explanation, help_address
from labharness.model.address import Address, Room
from tests.support.seats import Seats


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    source = tmp_path_factory.mktemp("manual") / "docs"
    (source / "images").mkdir(parents=True)
    long = "\n\n".join(f"Paragraph {number}." for number in range(200))
    for name, text in {
        "index": "# Manual\n\n[One](one.md) [Two](two.md) [Words](glossary.md)\n",
        "one": f"# One\n\nA shuffle. [On](two.md#far)\n\n{long}\n",
        "two": f"# Two\n\n{long}\n\n## Far\n\nThe needle.\n\n{long}\n",
        "glossary": "# Words\n\n## shuffle\n\nOne output.\n",
    }.items():
        (source / f"{name}.md").write_text(text, "utf-8")
    assert build(source, source.with_name("made")) == ()
    return read(source.with_name("made"))


@pytest.fixture
def page(qtbot, built):
    versions = Seats(lambda *_, **__: {"labharness": "0.1.0", "numpy": "2.0"}, Workspace(built.folder))
    page = qtbot.shown(HelpPage(versions, lambda: built), 1000, 600)
    qtbot.waitUntil(lambda: page.list.count() > 0)
    return page


def words(page):
    return page.browser.toPlainText()


def test_contents_and_a_search_for_every_word_open_pages(page, qtbot):
    assert words(page).startswith("Manual")
    titles = [page.list.item(row).text() for row in range(page.list.count())]
    assert titles == ["Manual", "One", "Two", "Words", "About labharness"]
    page.list.setFocus()
    page.list.setCurrentRow(1)
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert words(page).startswith("One")
    assert [crumb.text for crumb in page.crumbs()] == ["One"]
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


def test_an_address_opens_a_page_and_glossary_words_lead_to_their_meaning(page, qtbot):
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
    page.show_address(help_address("one"))
    cursor = page.browser.document().find("shuffle")
    assert cursor.charFormat().underlineStyle() is QTextCharFormat.UnderlineStyle.DotLine
    page.browser.anchorClicked.emit(cursor.charFormat().anchorHref())
    assert words(page).startswith("Words")
    page.show_address(Address(Room.HELP, ("about",)))
    qtbot.waitUntil(lambda: "numpy" in words(page))
    assert not page.outside.isEnabled()


@pytest.mark.parametrize("modal", [False, True], ids=["page", "dialog"])
def test_f1_opens_what_the_control_at_hand_or_what_holds_it_declares(
    main_window, qtbot, bench, built, monkeypatch, modal
):
    """In a dialog it shows the paragraph there."""
    bench.manual = lambda: built
    announced = []
    monkeypatch.setattr(keys.QWhatsThis, "showText", lambda _place, text, _widget: announced.append(text))
    main_window.open(Address(Room.RUNS))
    assert explanation(None) == ""
    before, holder = main_window.address, QDialog(main_window) if modal else QWidget(main_window.page)
    explained_by(holder, "two#far")
    line = QLineEdit(holder)
    if modal:
        holder.setModal(True)
    holder.show()
    qtbot.front(holder.window())
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClick(line, Qt.Key.Key_F1)
    if modal:
        explained_by(holder, "nowhere")
        qtbot.keyClick(line, Qt.Key.Key_F1)
        holder.close()
        assert ["The needle." in announced[0], "nowhere" in announced[1]] == [True, True]
        assert main_window.address == before
    else:
        assert main_window.address == Address(Room.HELP, ("two", "far"))
        qtbot.waitUntil(lambda: words(main_window.page).startswith("Two"))


def test_the_key_enters_python_for_no_other_event():
    """A filter of all events of the application made each room twice as slow to draw."""
    assert "eventFilter" not in vars(keys.HelpKey)
