"""What holds on every page of the window: names, order of the keyboard, keys, models, empty states, and room for the text."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QKeyEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLineEdit, QPushButton, QTextBrowser

from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.records.course import VerdictBody
from labharness.gui.finding import runs as run_objects
from labharness.gui.kit import theme
from labharness.gui.kit.keys import keys_of, mnemonic
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.floating import stops
from labharness.gui.shell.main_window import SMALLEST, MainWindow
from labharness.gui.shell.rail import NARROW
from labharness.model.address import Address, Room, parse_address
from labharness.model.results import Outcome, Verdict
from tests.support.filing_factory import NAME, file_submission
from tests.support.thinned import every
from tests.support.window.hands import hands
from tests.support.window.large_text import cut_buttons, hidden, lasting, scrolled_in_every_tab, shown
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import DRAWS, ROUNDS, SHUFFLES, Specimen
from tests.support.window.specimen_night import queue_a_night
from tests.support.window.standing import put_away, settle

MOST_STOPS = 25
WITHOUT_ADDRESS = {
    *("Schedules", "Journal", "Stages", "Files", "Keys", "Shortcuts", "Procedures", "People", "History")
}
"""Tables whose rows are parts of what the page's own address names."""
PAGES = [Address(entry.room) for entry in ROOMS] + [
    Address(Room.RUNS, ("first",)),
    Address(Room.LIVE, ("second",)),
    Address(Room.LIVE, ("asks",)),
    Address(Room.BENCHES, ("bench-1",)),
    Address(Room.EVIDENCE, ("run", "first")),
]
DEEPER = [
    *(Address(Room.SUBMISSIONS, (NAME, part.value)) for part in SubmissionPart),
    Address(Room.PLANS, (SHUFFLES,)),
    Address(Room.PLANS, (SHUFFLES, "compare", f"{SHUFFLES}-monitored")),
]
"""Pages on which a person works for long."""
STACKED = (Room.HOME, Room.LIVE)
"""Rooms with lists above each other, which have room for them in a larger window; so has the picture of a run's evidence."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory, qapp):
    """A window on a workspace with a submission, runs, a question, benches and a queue, before its engineer."""
    place = tmp_path_factory.mktemp("busy") / "workspace"
    workspace = Workspace.init(place)
    file_submission(workspace)
    Specimen(place / "runs" / "first", DRAWS).end(Outcome.PASS)
    Specimen(place / "runs" / "unsure", DRAWS).end(Outcome.INCONCLUSIVE)  # the longest verdict
    second, asks = Specimen(place / "runs" / "second", ROUNDS), Specimen(place / "runs" / "asks", SHUFFLES)
    second.begin("rounds")
    second.observe("rounds", 20)
    asks.begin("shuffles")
    asks.prompt(0, "shuffle", "Load the deck and press the button.")
    judged = Specimen(place / "runs" / "judged", DRAWS)
    judged.begin("draws")
    judged.writer.append(VerdictBody(verdict=Verdict(Outcome.PASS, ())))
    judged.writer.barrier()
    queue_a_night(workspace)
    theme.dress(qapp, theme.LIGHT, 1.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("USER", "engineer-a")
        window = MainWindow(Showcase(workspace), ROOMS)
        window.show()
        window.activateWindow()
        settle(0.3)
        yield window
        put_away(qapp, window)
    for each in (second, asks, judged):
        each.close()


def test_an_empty_room_names_what_to_do(window_on, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    window = window_on(space)
    for entry in ROOMS:
        if entry.room is Room.LIVE:
            continue
        window.open(Address(entry.room))
        settle(0.3)
        tables = shown(window.page, RowTable)
        assert [each.accessibleName() for each in tables if not each.rows.rowCount() and not each.empty] == []
        rows = [view.model().rowCount() for view in shown(window.page, QAbstractItemView)]
        buttons = [each.text() for each in shown(window.page, QPushButton)]
        assert any(buttons) or any(rows), f"{entry.room}: nothing to do"
    assert "Queue a run for one" in window.stack.pages[Room.BENCHES].heading.text()
    assert not (space.path / "queue.db").exists(), "looking makes no queue"


def name_of(widget):
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def called(widget):
    inside = widget.parentWidget()
    return f"{type(widget).__name__} {widget.objectName()} {name_of(widget)!r} in {type(inside).__name__}"


@pytest.mark.parametrize("address", [*PAGES, *DEEPER], ids=str)
def test_what_holds_on_every_page(busy, address):
    busy.resize(1280, 800)
    busy.open(address)
    settle(0.3)
    page = busy.page
    choose_first(page)
    reached = list(stops(page))
    assert [called(each) for each in reached if not name_of(each)] == [], "a name for whoever listens"
    assert len(reached) <= MOST_STOPS, [called(each) for each in reached]
    back = [
        (called(each), called(after)) for each, after in pairwise(reached) if _is_above(page, after, each)
    ]
    assert back == [], "Tab goes in reading order"
    assert [called(each) for each in reached if traps_tab(each, busy)] == []
    keys = [key for key in keys_of(busy, page) if key.title != "Resume"]  # has the key of Pause, in its turn
    assert len({key.keys for key in keys}) == len({(key.keys, key.title) for key in keys}), (
        "one key, one deed"
    )
    assert [key.keys for key in keys if not key.title] == [], "name it: setWhatsThis of a QShortcut"
    for view in page.findChildren(QAbstractItemView):
        if view.model() is not None:  # what is wrong is a message of Qt, which fails the test
            QAbstractItemModelTester(view.model(), QAbstractItemModelTester.FailureReportingMode.Warning)
    assert lasting(lambda: cut_buttons(page)) == []
    assert lasting(lambda: hidden(busy)) == []


def choose_first(page):
    """Choose the first row of a part of a submission, whose form stands beside it then."""
    part = getattr(page, "view", None)
    table = getattr(part.parts[part.part], "table", None) if hasattr(part, "parts") else None
    if table is not None:
        table.selectRow(0)
        settle(0.05)


def _is_above(page, after, before):
    """Say whether the keyboard jumps up within a column."""
    each, two = (
        widget.rect().translated(widget.mapTo(page, widget.rect().topLeft())) for widget in (before, after)
    )
    across = each.left() < two.right() and two.left() < each.right()
    return across and two.bottom() < each.top()


def traps_tab(widget, window):
    """Say whether Tab does not leave a control; a page of the manual is left behind its last link."""
    widget.setFocus()
    inner = QApplication.focusWidget() or widget
    for _ in range(500 if isinstance(inner, QTextBrowser) else 1):
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(
                inner, QKeyEvent(kind, Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, "\t")
            )
        if QApplication.focusWidget() is not inner:
            return False
    return window.isActiveWindow()


@pytest.mark.parametrize("size", every(2, [SMALLEST, (1280, 800)]), ids=str)
def test_a_window_has_room_for_every_page_and_none_is_scrolled_sideways(busy, size):
    """Columns give way, then leave the table; the chooser has them."""
    result = {}
    for address in (*PAGES, *DEEPER):
        busy.resize(*size)
        busy.open(address)
        settle(0.05)
        if not address.path:
            assert busy.page.minimumSizeHint().width() <= SMALLEST[0] - NARROW, address
            assert busy.centralWidget().minimumSizeHint().height() <= SMALLEST[1], address
        if address.room not in STACKED and address.path[:1] != ("run",):
            assert lasting(lambda: hidden(busy)) == [], address
        assert lasting(lambda: cut_buttons(busy.page)) == [], address
        for table in busy.page.findChildren(ListedTable):  # as with more rows than fit
            table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        result[str(address)] = scrolled_in_every_tab(busy.page)
    assert {page: wide for page, wide in result.items() if wide} == {}


def test_every_row_that_can_be_opened_by_an_address_offers_it(busy):
    """*Copy link* of a row gives an address of this workspace that leads somewhere."""
    silent, text = set(), {}
    for address in PAGES:
        busy.open(address)
        settle(0.3)
        for table in busy.page.findChildren(ListedTable):
            if table.model().rowCount():
                table.selectRow(0)
                result = table.current_address()
                if result is None:
                    silent.add(table.accessibleName())
                    continue
                table.copy_link()
                text[table.accessibleName()] = parse_address(QGuiApplication.clipboard().text())
                assert text[table.accessibleName()].path == result.path
    assert {each.workspace for each in text.values()} == {busy._services.workspace_id}
    assert silent <= WITHOUT_ADDRESS
    assert {"Runs", "Queue", "Ended", "Needs you", "Plans", "Evidence", "Records", "Checks"} <= set(text)


LISTS = (Room.HOME, Room.BENCHES, Room.RUNS, Room.PLANS, Room.EVIDENCE)


@pytest.mark.parametrize("room", LISTS, ids=str)
def test_back_finds_the_same_row_at_the_same_place(busy, room):
    """From another room, and from what the row itself opens."""
    busy.resize(*SMALLEST)
    busy.open(Address(room))
    settle(0.4)
    table = next(each for each in shown(busy.page, RowTable) if each.rows.rowCount())
    # The last row is far down; of a queue the first one is taken, and only what was begun has a run to open.
    at = 0 if room is Room.BENCHES else table.model().rowCount() - 1
    table.selectRow(at)
    table.setCurrentIndex(table.model().index(at, 0))
    before = (busy.address, table.current_key, table.verticalScrollBar().value())
    assert before[1]
    if room is Room.PLANS:
        assert before[2] > 0, "so many plans have to be scrolled"
    for leave in (lambda: busy.open(Address(Room.HELP)), lambda: table.opened.emit(table.current)):
        leave()
        settle(0.1)
        assert busy.address != before[0]
        busy.top.back_button.click()
        settle(0.1)
        assert (busy.address, table.current_key, table.verticalScrollBar().value()) == before


VERDICTS = ("PASS", "FAIL", "INCONCLUSIVE")


def test_a_run_that_goes_on_has_no_verdict_in_any_list(busy):
    """Not even one whose verdict is on record already: only the end makes it the run's."""
    result, seen = {}, set()
    for address in [*PAGES, Address(Room.COMPARE, ("first",))]:
        busy.open(address)
        settle(0.3)
        for table in busy.page.findChildren(ListedTable):
            for row in table.cells()[1:]:
                if going := {"second", "asks", "judged"} & set(row):
                    seen |= {(table.accessibleName(), name) for name in going}
                    if any(cell.startswith(VERDICTS) for cell in row):
                        result[str(address)] = row
        for box in busy.page.findChildren(QComboBox):
            texts = [box.itemText(at) for at in range(box.count())]
            result |= {text: box for text in texts if "judged" in text and has_verdict(text)}
    assert result == {}
    assert {("Runs", name) for name in ("second", "asks", "judged")} <= seen
    notes = [each.note for each in run_objects(busy._services) if getattr(each, "title", "") == "judged"]
    assert notes
    assert not any(map(has_verdict, notes))


def has_verdict(text):
    return any(verdict in text for verdict in VERDICTS)


def test_letters_of_menus_are_found():
    letters = [mnemonic(text) for text in ("&File", "Save &as…", "R&&D", "R&&D &x", "None", "End&")]
    assert letters == ["F", "A", "", "X", "", ""]


def test_files_that_are_dropped_on_a_field_belong_to_the_page(qtbot, busy, tmp_path):
    """A field would write their names into itself."""
    busy.resize(1280, 800)
    busy.open(Address(Room.ANALYZE))
    page, file = busy.page, tmp_path / "numbers.csv"
    file.write_text("1\n2\n", "utf-8")
    fields = [field for field in shown(page, QLineEdit) if field.isEnabled() and field.acceptDrops()]
    assert fields
    for field in fields:
        hands(qtbot).drop(field, [file])
        assert file.name not in field.text()
    assert page.path == file
    qtbot.waitUntil(lambda: all(field.acceptDrops() for field in fields))
