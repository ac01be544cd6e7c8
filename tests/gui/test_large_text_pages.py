"""Text of twice its size beyond the rooms: parts of a submission, a report, the plan editor, every kind of question."""

import time
from itertools import product

import pytest
from PySide6.QtWidgets import QLabel

from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.shell.main_window import SMALLEST
from labharness.model.address import Address, Room
from labharness.model.cards import RANKS, SUITS
from tests.support.thinned import every
from tests.support.window import places
from tests.support.window.large_text import called, enlarged, faults, is_cut, settle, shown
from tests.support.window.specimen import Specimen

SIZES = pytest.mark.parametrize("size", every(2, [SMALLEST, (1280, 800)]), ids=str)
"""What is not cut in the smallest window has room in a larger one."""
PLAN = "our-batch-shuffler"
TRIAL = {"answers": ["reacts", "does not react", "other"], "comment": ["other"], "trials": 5, "trial": 2}
INSPECTION = {"answers": ["yes", "no", "n/a"], "comment": ["n/a", "no"], "photograph": True}
REQUIRED = (
    "No port that takes data can be reached while the device stands at a table with its doors closed. "
    "(58 Pa. Code § 461a.4)"
)
SHUFFLES = places.SHUFFLES
QUESTIONS = {
    "form": ("identify", "From the name plate: manufacturer; model; serial; hardware revision.", {}),
    "count": ("count", "Count the cards that come out, and those that stay inside.", {}),
    "deed": ("put_back", "Put every card back, close the door, and wait for the light.", {}),
    "read": ("read_output", "Read the cards of the shuffled deck, top card first.", {}),
    "trial": ("trial", "Take one card out while the device shuffles. Does it react?", TRIAL),
    "inspection": ("inspect", REQUIRED, INSPECTION),
    "choice": ("choose", "Which light is on?", {"answers": ["green", "yellow", "red"]}),
    "cards": ("enter_order", "First person: enter the cards, top card first.", {}),
    "order": ("shuffle", "Load the deck in this order, top card first, and shuffle.", {}),
    "numbers": ("draw", "Enter what the display shows.", {"units": 20, "low": 1, "high": 7}),
    "text": ("unknown_act", "Say what the display shows.", {}),
}


@pytest.fixture(scope="module")
def filed(tmp_path_factory, qapp):
    """A window with large text on a workspace with submissions, a report that nobody signed, and a draft of a plan."""
    place = tmp_path_factory.mktemp("large") / "workspace"
    places.unsigned(place)
    places.drafted(place)
    with enlarged(qapp, Workspace(place)) as window:
        yield window


@pytest.fixture(scope="module")
def bench(tmp_path_factory, qapp):
    """A window with large text on a workspace with a run for each kind of question."""
    place = tmp_path_factory.mktemp("large") / "workspace"
    workspace = Workspace.init(place)
    runs = specimens(place)
    with enlarged(qapp, workspace) as window:
        yield window
    for run in runs:
        run.close()


def specimens(place):
    """Write a run that asks each question; return them."""
    runs = []
    for name, (action, text, data) in QUESTIONS.items():
        run = Specimen(place / "runs" / name, SHUFFLES)
        run.begin("shuffles")
        cards = (
            {"cards": " ".join(rank + suit for suit in SUITS for rank in RANKS)} if name == "order" else {}
        )
        run.prompt(0, action, text, **data, **cards)
        runs.append(run)
    return runs


def look(window, there=lambda: True):
    """Wait until a page stands, and expect nothing cut in it."""
    until = time.monotonic() + 20
    while not there() and time.monotonic() < until:
        settle(0.05)
    assert there()
    settle(0.3)
    until = time.monotonic() + 5
    while any(faults(window.page).values()) and time.monotonic() < until:
        settle(0.1)
    assert {name: reason for name, reason in faults(window.page).items() if reason} == {}
    assert [called(each) for each in shown(window.top, QLabel) if is_cut(each)] == []
    assert window.stack.currentWidget().horizontalScrollBar().maximum() == 0


@SIZES
@pytest.mark.parametrize("kind", QUESTIONS)
def test_nothing_is_cut_in_a_question(bench, kind, size):
    bench.resize(*size)
    bench.open(Address(Room.LIVE, (kind,)))
    look(bench, bench.page.view.prompt.isVisible)


@SIZES
@pytest.mark.parametrize("part", SubmissionPart)
def test_nothing_is_cut_in_a_part_of_a_submission(filed, part, size):
    filed.resize(*size)
    filed.open(Address(Room.SUBMISSIONS, ("demo-1", part.value)))
    room = filed.page
    look(filed, lambda: room.view.isVisible() and room.view.part is part and room.view.facts is not None)
    table = getattr(room.view.parts[part], "table", None)
    if table is not None and table.rows.rowCount():
        table.selectRow(0)
        look(filed)


@SIZES
def test_nothing_is_cut_in_a_report(filed, size):
    filed.resize(*size)
    filed.open(Address(Room.REPORTS, ("demo-1-d1",)))
    report = filed.page.report
    look(filed, lambda: report.isVisible() and report.pdf.page == 1)


@SIZES
def test_nothing_is_cut_in_the_plan_editor(filed, size):
    filed.resize(*size)
    filed.open(Address(Room.PLANS, (PLAN, "edit")))
    editor = filed.page.editor
    look(filed, lambda: editor.isVisible() and editor.examined is not None)
    editor.outline.choose(("stages", 3))
    look(filed)


def test_text_of_the_usual_size_needs_no_scrolling(filed, qapp):
    """After all others: a page is scrolled only where large text leaves no choice."""
    theme.dress(qapp, theme.LIGHT, 1.0)
    addresses = [Address(Room.SUBMISSIONS, ("demo-1", part.value)) for part in SubmissionPart]
    addresses += [Address(Room.REPORTS, ("demo-1-d1",)), Address(Room.PLANS, (PLAN, "edit"))]
    for address, size in product(addresses, ((1280, 800), SMALLEST)):
        filed.resize(*size)
        filed.open(address)
        settle(0.5)
        area = filed.stack.currentWidget()
        result = area.horizontalScrollBar().maximum(), area.verticalScrollBar().maximum()
        assert (str(address), size, result) == (str(address), size, (0, 0))
