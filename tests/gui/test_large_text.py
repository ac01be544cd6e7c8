"""Text of twice its size in every room, part of a submission, report, plan, question and dialog: nothing is cut that a person needs."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel

from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.results.results_page import ROOM as RESULTS_HIGH
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import SMALLEST
from labharness.gui.shell.rail import NARROW, WIDE
from labharness.model.address import Address, Room
from labharness.model.cards import RANKS, SUITS
from labharness.model.results import Outcome
from tests.support.thinned import every
from tests.support.window import places
from tests.support.window.dialogs import DIALOGS, RUNNING
from tests.support.window.large_text import called, enlarged, faults, hidden, is_cut, lasting, shown
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import queue_a_night
from tests.support.window.standing import settle, wait

LARGER = (1280, 800)
FRAME = 40
"""Pixels of the title that a desktop gives a dialog."""
SIZES = pytest.mark.parametrize("size", every(2, [SMALLEST, LARGER]), ids=str)
"""What is not cut in the smallest window has room in a larger one."""
PLAN = "our-batch-shuffler"
TRIAL = {"answers": ["reacts", "does not react", "other"], "comment": ["other"], "trials": 5, "trial": 2}
INSPECTION = {"answers": ["yes", "no", "n/a"], "comment": ["n/a", "no"], "photograph": True}
REQUIRED = (
    "No port that takes data can be reached while the device stands at a table with its doors closed. "
    "(58 Pa. Code § 461a.4)"
)
DECK = {"cards": " ".join(rank + suit for suit in SUITS for rank in RANKS)}
QUESTIONS = {
    "form": ("identify", "From the name plate: manufacturer; model; serial; hardware revision.", {}),
    "count": ("count", "Count the cards that come out, and those that stay inside.", {}),
    "deed": ("put_back", "Put every card back, close the door, and wait for the light.", {}),
    "read": ("read_output", "Read the cards of the shuffled deck, top card first.", {}),
    "trial": ("trial", "Take one card out while the device shuffles. Does it react?", TRIAL),
    "inspection": ("inspect", REQUIRED, INSPECTION),
    "choice": ("choose", "Which light is on?", {"answers": ["green", "yellow", "red"]}),
    "cards": ("enter_order", "First person: enter the cards, top card first.", {}),
    "order": ("shuffle", "Load the deck in this order, top card first, and shuffle.", DECK),
    "numbers": ("draw", "Enter what the display shows.", {"units": 20, "low": 1, "high": 7}),
    "text": ("unknown_act", "Say what the display shows.", {}),
}
ROOM_PAGES = [
    *(Address(entry.room) for entry in ROOMS),
    Address(Room.RUNS, ("first",)),
    Address(Room.LIVE, (RUNNING,)),
    Address(Room.BENCHES, ("bench-1",)),
    Address(Room.EVIDENCE, ("run", "first")),
]
PART_PAGES = [Address(Room.SUBMISSIONS, ("demo-1", part.value)) for part in SubmissionPart]
REPORT, EDITOR = Address(Room.REPORTS, ("demo-1-d1",)), Address(Room.PLANS, (PLAN, "edit"))


@pytest.fixture(scope="module")
def large(tmp_path_factory, qapp):
    """A window with large text on a workspace with submissions, a report, a draft of a plan, runs, questions and a queue."""
    place = tmp_path_factory.mktemp("large") / "workspace"
    places.unsigned(place)
    places.drafted(place)
    Specimen(place / "runs" / "first", places.DRAWS).end(Outcome.PASS)
    runs = [Specimen(place / "runs" / RUNNING, places.ROUNDS)]
    runs[0].begin("rounds")
    runs[0].observe("rounds", 20)
    for name, (action, text, data) in QUESTIONS.items():
        runs.append(Specimen(place / "runs" / name, places.SHUFFLES))
        runs[-1].begin("shuffles")
        runs[-1].prompt(0, action, text, **data)
    queue_a_night(Workspace(place))
    with enlarged(qapp, Workspace(place)) as window:
        window.place = place
        yield window
    for run in runs:
        run.close()


@pytest.fixture
def look(large):
    """Return a function that opens an address, waits until its page stands, and expects nothing cut in it."""

    def look(address, size, there=lambda _: True):
        large.resize(*size)
        large.open(address)
        assert wait(lambda: there(large.page), after=0.3)
        assert faults(large.page) == {}, address
        assert [called(each) for each in shown(large.top, QLabel) if is_cut(each)] == []
        assert large.stack.currentWidget().horizontalScrollBar().maximum() == 0, address
        return large.page

    return look


@SIZES
def test_nothing_is_cut_in_a_room(look, size):
    for address in ROOM_PAGES:
        page = look(address, size)
        if address.path == ("first",) and address.room is Room.RUNS:
            assert page.results.tabs.height() >= 2 * RESULTS_HIGH, "the page is scrolled instead"


def test_the_rail_shows_titles_only_where_its_text_leaves_room(large):
    large.rail.fit_into(1280)
    assert large.rail.maximumWidth() == NARROW
    large.rail.fit_into(2560)
    assert large.rail.minimumWidth() > WIDE
    large.rail.fit_into(1280)


@SIZES
def test_nothing_is_cut_in_a_question(look, size):
    for kind in QUESTIONS:
        look(Address(Room.LIVE, (kind,)), size, lambda page: page.view.prompt.isVisible())


@SIZES
def test_nothing_is_cut_in_a_part_of_a_submission(look, size):
    for address, part in zip(PART_PAGES, SubmissionPart, strict=True):

        def stands(room, part=part):
            return room.view.isVisible() and room.view.part is part and room.view.facts is not None

        room = look(address, size, stands)
        table = getattr(room.view.parts[part], "table", None)
        if table is not None and table.rows.rowCount():
            table.selectRow(0)
            look(address, size)


@SIZES
def test_nothing_is_cut_in_a_report_and_in_the_plan_editor(look, size):
    look(REPORT, size, lambda room: room.report.isVisible() and room.report.pdf.page == 1)
    room = look(EDITOR, size, lambda room: room.editor.isVisible() and room.editor.examined is not None)
    room.editor.outline.choose(("stages", 3))
    settle(0.3)
    assert faults(room) == {}


def test_a_dialog_fits_a_screen_and_nothing_in_it_is_cut(large):
    size, wrong = QSize(LARGER[0], LARGER[1] - FRAME), {}
    for name, ask in DIALOGS.items():
        dialog = ask(large)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
        settle(0.2)
        dialog.resize(dialog.size().boundedTo(dialog.maximumSize()).boundedTo(size))
        settle(0.2)
        cut = faults(dialog, 1.0)
        if cut or dialog.size() != dialog.size().boundedTo(size):
            wrong[name] = (dialog.size(), cut)
        dialog.close()
        QApplication.processEvents()
    assert wrong == {}


def test_text_of_the_usual_size_needs_no_scrolling(large, qapp):
    """After all others: a page is scrolled only where large text leaves no choice; other pages have their own test."""
    theme.dress(qapp, theme.LIGHT, 1.0)
    for address in (REPORT, EDITOR):
        large.resize(*LARGER)
        large.open(address)
        settle(0.1)
        large.resize(*SMALLEST)
        settle(0.2)
        assert lasting(lambda: hidden(large)) == [], address
