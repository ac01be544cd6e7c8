"""The window of submissions beside services that are slow, fail, or hold nothing; and the form of a new run."""

import datetime as dt
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QListWidget, QTableWidget, QTabWidget

from labharness.errors import InputError
from labharness.gui.filings.submissions_page import SubmissionsPage
from labharness.gui.reports.night_dialog import BACKWARDS, NightDialog
from labharness.gui.reports.sign_dialog import NOBODY, SignDialog, SigningOrder
from labharness.gui.starting.start_panel import PEOPLE
from labharness.gui.submission_facts import (
    CaseFacts,
    ClauseFacts,
    Filed,
    ReportFacts,
    RunFacts,
    Signatories,
    Signatory,
)
from labharness.model.address import Address, Room
from labharness.model.results import Outcome

LEFT = Qt.MouseButton.LeftButton
FAILED = CaseFacts(
    Outcome.FAIL,
    "The items do not meet what is asked, over the one run of the submission.",
    ("Plan one (run-1) failed: too many aces.",),
    ("Plan one (run-1) failed: too many aces.", "Document missing: A manual."),
    "No recommendation is on file.",
    (ClauseFacts("Chapter", "58 Pa. Code § 633a.5(a)", "FAIL", "seen", "It is random."),),
    (RunFacts("run-1", "first", "FAIL", "complete", "Plan one"),),
    ("A manual.",),
    (),
)
SIGNATORIES = Signatories(
    ("tested", "reviewed"),
    (Signatory("engineer-a", "Engineer A", ("tested",)), Signatory("engineer-b", "Engineer B", ("tested",))),
)


class Desk:
    """Services of a test; ``hold`` keeps judging until it is set."""

    def __init__(self, *ids, problems=()):
        self.ids, self.problems = list(ids), dict(problems)
        self.judged, self.hold = [], threading.Event()
        self.hold.set()
        self.there = []

    def filed(self):
        return [Filed(one, f"Title of {one}", "prototype", "A manufacturer") for one in self.ids]

    def case(self, submission, say):
        self.judged.append(submission)
        say("settling run-1")
        while not self.hold.wait(0.01):
            say("settling run-1")
        if submission in self.problems:
            raise InputError(self.problems[submission])
        return FAILED

    def reports(self, submission):
        return [one for one in self.there if one.number.startswith(submission)]

    def build(self, submission, layout, say):
        say("drawing the report")
        raise InputError(f"The {layout} report of {submission} cannot be built.")

    def signatories(self):
        return SIGNATORIES


@pytest.fixture
def open_on(qtbot):
    made = []

    def show(desk):
        window = SubmissionsPage(desk, Path(), lambda _: False)
        qtbot.addWidget(window)
        made.append((desk, window))
        window.show()
        qtbot.waitExposed(window)
        return window

    yield show
    for desk, window in made:
        desk.hold.set()
        window.stop()


def lines(window):
    return [window.list.item(row).text().splitlines() for row in range(window.list.count())]


def click(qtbot, button):
    qtbot.mouseClick(button, LEFT)


def test_judging_never_holds_the_window_up(qtbot, open_on):
    desk, ticks = Desk("sub-1"), []
    desk.hold.clear()
    window = open_on(desk)
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(5)
    qtbot.waitUntil(lambda: window.view.banner.word.text() == "Being judged")
    qtbot.waitUntil(lambda: window.view.banner.sentence.text() == "Settling run-1…")
    qtbot.waitUntil(lambda: len(ticks) > 20)
    assert lines(window)[0][2] == "being judged…"
    desk.hold.set()
    qtbot.waitUntil(lambda: lines(window)[0][2] == "FAIL · 2 objections")
    assert window.view.banner.word.text() == "Fail"


def test_leaving_gives_judging_up(qtbot, bench, request):
    bench.submissions = desk = Desk("sub-1", "sub-2")
    desk.hold.clear()
    window = request.getfixturevalue("main_window")
    window.open(Address(Room.SUBMISSIONS))
    qtbot.waitUntil(lambda: desk.judged == ["sub-2"])
    window.close()  # which would never end if it waited for the verdict
    assert desk.judged == ["sub-2"]


def test_what_is_chosen_is_judged_before_the_others(qtbot, open_on):
    desk = Desk("sub-1", "sub-2", "sub-3", "sub-4")
    desk.hold.clear()
    window = open_on(desk)
    qtbot.waitUntil(lambda: desk.judged == ["sub-4"])
    place = window.list.visualItemRect(window.list.item(3)).center()
    qtbot.mouseClick(window.list.viewport(), LEFT, pos=place)
    assert window.view.banner.word.text() == "Not judged yet"
    desk.hold.set()
    qtbot.waitUntil(lambda: len(window.verdicts.known) == 4)
    assert desk.judged == ["sub-4", "sub-1", "sub-3", "sub-2"]


def test_a_submission_that_cannot_be_judged_says_why_and_the_others_are(qtbot, open_on):
    why = "A runner is at work on run-7; build the report when it has ended."
    desk = Desk("sub-1", "sub-2", problems={"sub-2": why})
    window = open_on(desk)
    qtbot.waitUntil(
        lambda: [one[2] for one in lines(window)] == ["cannot be judged now", "FAIL · 2 objections"]
    )
    assert window.view.banner.sentence.text() == why
    assert window.view.against.rowCount() == 0
    qtbot.keyClick(window.list, Qt.Key.Key_Down)
    assert window.view.banner.word.text() == "Fail"
    assert [window.view.against.item(row, 0).text() for row in range(2)] == ["a pass", "approval"]
    # What was fixed meanwhile is judged anew.
    desk.problems.clear()
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: [one[2] for one in lines(window)] == ["FAIL · 2 objections"] * 2)
    assert window.list.current == "sub-1"


def test_what_fails_is_one_sentence_and_everything_can_be_tried_again(qtbot, open_on):
    window = open_on(Desk("sub-1"))
    qtbot.waitUntil(lambda: bool(window.verdicts.known))
    for layout, button in window.bar.makers.items():
        click(qtbot, button)
        told = f"The {layout} report of sub-1 cannot be built."
        qtbot.waitUntil(lambda told=told: window.note.text() == told)
        assert button.isEnabled()
    assert window.night.isEnabled()


def test_a_register_that_does_not_answer_is_told(qtbot, open_on):
    desk = Desk()
    desk.filed = lambda: (_ for _ in ()).throw(InputError("The register does not answer."))
    window = open_on(desk)
    qtbot.waitUntil(lambda: window.note.text() == "The register does not answer.")


def test_an_empty_register_leaves_nothing_to_do_but_a_morning_report(qtbot, open_on):
    window = open_on(Desk())
    assert window.view.banner.word.text() == "No submission shown"
    buttons = [*window.bar.buttons.values(), *window.bar.makers.values()]
    assert not any(one.isEnabled() for one in buttons)
    assert window.night.isEnabled()


def test_where_no_program_opens_a_report_its_path_is_told(qtbot, open_on):
    desk = Desk("sub-1")
    desk.there = [ReportFacts("sub-1-r1", Path("reports") / "sub-1-r1", ("tested",))]
    window = open_on(desk)
    qtbot.waitUntil(window.bar.buttons["open"].isEnabled)
    click(qtbot, window.bar.buttons["open"])
    assert window.note.text().endswith("report.pdf")


def test_only_people_who_may_sign_in_a_role_are_offered(qtbot, open_on):
    desk = Desk("sub-1")
    desk.there = [ReportFacts("sub-1-r1", Path(), ())]
    window = open_on(desk)
    qtbot.waitUntil(window.bar.buttons["sign"].isEnabled)
    click(qtbot, window.bar.buttons["sign"])
    qtbot.waitUntil(lambda: isinstance(window.dialog, SignDialog))
    dialog = window.dialog
    assert [dialog.person.itemData(row) for row in range(dialog.person.count())] == [
        "engineer-a",
        "engineer-b",
    ]
    dialog.key.line.setText("key.p12")
    assert dialog.sign.isEnabled()
    qtbot.keyClick(dialog.role, Qt.Key.Key_Down)
    assert (dialog.role.currentText(), dialog.person.count()) == ("reviewed", 0)
    assert dialog.note.text() == NOBODY
    assert not dialog.sign.isEnabled()
    names(dialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.dialog is None)


def test_an_order_to_sign_never_prints_its_pass_phrase():
    assert "secret" not in repr(SigningOrder("sub-1-r1", "tested", "engineer-a", Path("key.p12"), "secret"))


def test_a_night_is_from_yesterday_evening_to_now_and_never_backwards(qtbot):
    now = dt.datetime(2026, 11, 21, 7, 30).astimezone()
    dialog, spans = NightDialog(now), []
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.wanted.connect(lambda since, until: spans.append((since, until)))
    dialog.until.setDateTime(dialog.since.dateTime())
    assert (dialog.note.text(), dialog.build.isEnabled()) == (BACKWARDS, False)
    dialog.until.setDateTime(dialog.since.dateTime().addSecs(13 * 3600 + 1800))
    names(dialog)
    click(qtbot, dialog.build)
    assert spans == [(dt.datetime(2026, 11, 20, 18).astimezone(), now)]


def names(window):
    for kind in (QAbstractButton, QComboBox, QLineEdit, QListWidget, QTableWidget, QTabWidget):
        for widget in window.findChildren(kind):
            inner = (
                isinstance(widget.parent(), (QLineEdit, QTableWidget, QTabWidget))
                or widget.parent().inherits("QAbstractSpinBox")
                or widget.window() is not window
                or widget.parent().inherits("QTabBar")
            )
            if not inner and not widget.objectName().startswith("qt_"):
                assert widget.accessibleName(), widget


def test_every_control_has_an_accessible_name(qtbot, open_on):
    names(open_on(Desk("sub-1")))


def test_a_run_is_started_for_a_submission_with_marked_cards(qtbot, bench, request):
    bench.submissions = Desk("sub-1", "sub-2")
    bench.command = [sys.executable, "-c", "pass"]
    window = request.getfixturevalue("window")
    start = window.start
    qtbot.waitUntil(start.start.isEnabled)
    qtbot.waitUntil(start.submission.isEnabled)
    assert [start.submission.itemText(row) for row in range(start.submission.count())] == [
        "none",
        "sub-2 – Title of sub-2",
        "sub-1 – Title of sub-1",
    ]
    # Cards are marked for a reader; without one there is nothing to say of them.
    places = [widget.pos() for widget in (start.start, start.cards, start.submission)]
    assert not start.cards.isEnabled()
    start.reader.setEditText(PEOPLE)
    assert start.cards.isEnabled()
    qtbot.keyClicks(start.cards.line, "stock.toml")
    start.submission.setFocus()
    qtbot.keyClick(start.submission, Qt.Key.Key_Down)
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: start.submission.submission == "sub-2")
    assert [widget.pos() for widget in (start.start, start.cards, start.submission)] == places
    qtbot.waitUntil(start.start.isEnabled)
    click(qtbot, start.start)
    assert bench.ordered[-1][2:] == (PEOPLE, "sub-2", "stock.toml")
    qtbot.waitUntil(start.device.isEnabled)
    start.reader.setEditText("")
    start.submission.setCurrentIndex(0)
    qtbot.waitUntil(start.start.isEnabled)
    click(qtbot, start.start)
    assert bench.ordered[-1][2:] == ("",)
    qtbot.waitUntil(start.device.isEnabled)


def test_a_workspace_without_a_register_asks_for_no_submission(qtbot, window):
    qtbot.waitUntil(window.start.start.isEnabled)
    assert not window.start.submission.isEnabled()
