"""The room of submissions beside services that are slow, fail, or hold nothing, and on a real workspace; the form of a new run."""

import dataclasses
import sys
import threading
from pathlib import Path

import keyring
import pytest
from PySide6.QtCore import Qt

from labharness.app.devices.preflight import RunOrder
from labharness.app.people.staff import Staff
from labharness.app.reports.report_list import ListedReport, RecordedSignature, ReportOf
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.submission.draft_saving import Recorded
from labharness.app.submission.drafts import SubmissionDraft
from labharness.app.submission.open_items import SubmissionPart
from labharness.assessment.conclusion import Case
from labharness.errors import InputError
from labharness.filings.entries.entry import Person
from labharness.filings.entries.snapshot import Submission
from labharness.gui.filings.list_page import NOBODY
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.filings.submission_facts import CaseFacts, ClauseFacts, Filed, RunFacts
from labharness.gui.services import Services
from labharness.gui.starting.start_panel import PEOPLE
from labharness.language.catalog import say
from labharness.language.dates import brief
from labharness.language.standings import standing_words
from labharness.model.address import Address, Room
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.report import Reports
from labharness.model.results import Outcome, standing_of
from labharness.reporting.layout import SIMULATED
from labharness.reporting.stamps import SignatureRole
from tests.gui.filings.conftest import filing
from tests.support.filed_generator import file_generator

FAILED = CaseFacts(
    standing_of(Outcome.FAIL),
    "The items do not meet what is asked, over the one run of the submission.",
    ("Plan one (run-1) failed: too many aces.",),
    "No recommendation is on file.",
    (ClauseFacts("Chapter", "58 Pa. Code § 633a.5(a)", "FAIL", "seen", "It is random."),),
    (RunFacts("run-1", "first", standing_of(Outcome.FAIL), "complete", "Plan one"),),
    (),
)


class Desk:
    """Services of a test; it keeps judging while ``holds`` is clear."""

    def __init__(self, *ids, problems=()):
        self.ids, self.problems = list(ids), dict(problems)
        self.judged, self.holds = [], threading.Event()
        self.hold = self.holds.set
        self.hold()
        self.there = []
        self.people = Staff()

    def filed(self):
        return [Filed(each, f"Title of {each}", "prototype", "A manufacturer") for each in self.ids]

    def case_sign(self, at_work):  # noqa: ARG002
        return ",".join(self.ids)

    def case(self, submission, say):
        self.judged.append(submission)
        say(Doing.SETTLING(runs=("run-1",)))
        while not self.holds.wait(0.01):
            say(Doing.SETTLING(runs=("run-1",)))
        if submission in self.problems:
            raise InputError(self.problems[submission])
        return FAILED

    def staff(self):
        return self.people

    def drafts(self, _):
        return ()

    def draft(self, person, name):
        return SubmissionDraft(name=name, person=person)

    def keep_draft(self, draft):
        return draft

    def offers(self, _):
        return {}

    def recorded(self, submission):
        return Recorded(Submission((filing(submission),)), {("filing", submission): 1})

    def read_slowly(self):
        """Let submissions be read once that is told; return those that are being read, and what tells it."""
        going, reads, read = threading.Event(), [], self.recorded
        self.recorded = lambda submission: (reads.append(submission), going.wait(60), read(submission))[2]
        return reads, going.set

    def reports(self, submission):
        return [each for each in self.there if each.number.startswith(submission)]

    def build(self, submission, layout, by, say):  # noqa: ARG002
        say(Doing.DRAWING())
        raise InputError(f"The {layout} report of {submission} cannot be built.")


@pytest.fixture
def open_on(open_room):
    """Opens the room on a desk."""
    return lambda desk: open_room(reader=desk)


def staff(login, **roles):
    people = (Person(id=name, name=name, roles=(role,)) for name, role in roles.items())
    return Staff(login=login, listed=tuple(people))


def verdicts(window):
    return [row[0] for row in window.list.table.cells()[1:]]


def opened(qtbot, window, name="sub-1", part=SubmissionPart.OVERVIEW):
    window.show_address(Address(Room.SUBMISSIONS, (name, part.value)))
    qtbot.waitUntil(lambda: window.shown == name and window.view.part is part)
    return window.view


def test_judging_never_holds_the_window_up(qtbot, open_on):
    desk = Desk("sub-1")
    desk.holds.clear()
    window = open_on(desk)
    view = opened(qtbot, window)
    qtbot.waitUntil(lambda: view.banner.word.text() == "Being judged")
    qtbot.waitUntil(lambda: view.banner.sentence.text() == "Settling run-1…")
    assert verdicts(window) == ["evaluating…"]
    assert "evaluating 1 of 1" in window.list.note.text()
    desk.hold()
    qtbot.waitUntil(lambda: verdicts(window) == ["FAIL"])
    assert view.banner.word.text() == "FAIL"


def test_the_menu_of_a_submission_opens_and_exports_it(qtbot, open_on):
    window = open_on(Desk("sub-1"))
    qtbot.waitUntil(lambda: verdicts(window) == ["FAIL"])
    window.list.table.select("sub-1")
    opens, exports = [act for act in window.list.table.menu().actions() if not act.isSeparator()][:2]
    assert (exports.text(), exports.isEnabled()) == ("E&xport the chosen submission…", True)
    with qtbot.waitSignal(window.went) as went:
        opens.trigger()
    assert went.args == [Address(Room.SUBMISSIONS, ("sub-1",))]
    window.show_address(Address(Room.SUBMISSIONS, ("sub-9",)))
    qtbot.waitUntil(lambda: "sub-9" in window.list.note.text())


def test_leaving_gives_judging_up(qtbot, bench, request):
    bench.submissions = desk = Desk("sub-1", "sub-2")
    desk.holds.clear()
    window = request.getfixturevalue("main_window")
    window.open(Address(Room.SUBMISSIONS))
    qtbot.waitUntil(lambda: "sub-2" in desk.judged)  # Home may judge it too
    window.close()  # which would never end if it waited for the verdict
    assert "sub-1" not in desk.judged


def test_what_is_opened_is_judged_before_the_others(qtbot, open_on):
    desk = Desk("sub-1", "sub-2", "sub-3", "sub-4")
    desk.holds.clear()
    window = open_on(desk)
    qtbot.waitUntil(lambda: desk.judged == ["sub-4"])
    view = opened(qtbot, window)
    assert view.banner.word.text() == "Not judged yet"
    desk.hold()
    qtbot.waitUntil(lambda: len(window.verdicts.known) == 4)
    assert desk.judged == ["sub-4", "sub-1", "sub-3", "sub-2"]


def test_a_submission_that_cannot_be_judged_says_why_and_the_others_are(qtbot, open_on):
    why = "A runner is at work on run-7; build the report when it has ended."
    desk = Desk("sub-1", "sub-2", problems={"sub-2": why})
    window = open_on(desk)
    qtbot.waitUntil(lambda: verdicts(window) == ["not known", "FAIL"])
    window.list.table.select("sub-2")
    assert why in window.list.note.text()
    view = opened(qtbot, window, "sub-2")
    assert view.banner.sentence.text() == why
    # What was fixed meanwhile is judged anew.
    desk.problems.clear()
    window.list.again.trigger()
    qtbot.waitUntil(lambda: verdicts(window) == ["FAIL", "FAIL"])
    qtbot.waitUntil(lambda: view.banner.word.text() == "FAIL")


def test_what_fails_is_one_sentence_and_everything_can_be_tried_again(qtbot, open_on):
    window = open_on(Desk("sub-1"))
    view = opened(qtbot, window, part=SubmissionPart.REPORTS)
    for layout, button in view.reports.makers.items():
        qtbot.waitUntil(button.isEnabled)
        qtbot.click(button)
        text = f"The {layout} report of sub-1 cannot be built."
        qtbot.waitUntil(lambda text=text: view.note.text() == text)
        assert button.isEnabled()


def test_a_register_that_does_not_answer_and_an_empty_one_say_so(qtbot, open_on):
    desk = Desk()
    desk.filed = lambda: (_ for _ in ()).throw(InputError("The register does not answer."))
    page = open_on(desk).list
    qtbot.waitUntil(lambda: "The register does not answer." in page.note.text())
    assert page.table.empty == "The register does not answer."
    page = open_on(Desk()).list
    qtbot.waitUntil(lambda: page.table.empty == NOBODY)
    assert (page.new.isEnabled(), page.new.toolTip()) == (False, NOBODY)


def test_a_report_that_all_three_roles_signed_offers_no_signature_and_one_that_nothing_opens_its_path(
    qtbot, open_on
):
    def listed(*roles):
        signed = tuple(RecordedSignature(role.value, "clerk", "") for role in roles)
        place = Path("reports") / "sub-1-r1", "report.pdf"
        return [ListedReport("sub-1-r1", ReportOf.APPROVAL, "sub-1", *place, "", signatures=signed)]

    desk = Desk("sub-1")
    desk.there = listed(SignatureRole.TESTED)
    view = opened(qtbot, open_on(desk), part=SubmissionPart.REPORTS)
    bar = view.reports
    qtbot.waitUntil(bar.buttons["open"].isEnabled)
    titles, row = bar.table.cells()
    assert row[titles.index("Signatures")] == "Tested ● Reviewed ○ Authorized ○"
    assert bar.buttons["sign"].isEnabled()
    qtbot.click(bar.buttons["open"])
    assert view.note.text().endswith("report.pdf")
    bar.show_reports(listed(*SignatureRole))
    assert not bar.buttons["sign"].isEnabled()
    assert bar.buttons["sign"].toolTip() == say(Reports.SIGNED_BY_ALL())


def test_a_run_is_started_for_a_submission_with_marked_cards(qtbot, bench, request):
    bench.submissions = Desk("sub-1", "sub-2")
    bench.command = [sys.executable, "-c", "pass"]
    window = request.getfixturevalue("window")
    start = window.start
    controls = (start.start, start.cards, start.submission)
    qtbot.waitUntil(lambda: start.start.isEnabled() and start.submission.isEnabled())
    offered = [start.submission.itemText(row) for row in range(start.submission.count())]
    assert offered == ["none", "sub-2 – Title of sub-2", "sub-1 – Title of sub-1"]
    # Cards are marked for a reader; without one there is nothing to say of them.
    places = [widget.pos() for widget in controls]
    assert not start.cards.isEnabled()
    start.reader.setEditText(PEOPLE)
    assert start.cards.isEnabled()
    qtbot.keyClicks(start.cards.line, "stock.toml")
    start.submission.setFocus()
    qtbot.keyClick(start.submission, Qt.Key.Key_Down)
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: start.submission.submission == "sub-2")
    assert [widget.pos() for widget in controls] == places
    for ordered in ((PEOPLE, "sub-2", "stock.toml"), ("",)):
        qtbot.waitUntil(start.start.isEnabled)
        qtbot.click(start.start)
        assert tuple(bench.ordered[-1][2:4]) == ordered[:2]
        assert [Path(each).name for each in bench.ordered[-1][4:]] == list(ordered[2:])
        qtbot.waitUntil(start.device.isEnabled)
        start.reader.setEditText("")
        start.submission.setCurrentIndex(0)


def test_saved_or_acted_on_twice_while_it_is_read_it_is_read_again_and_the_part_stays(qtbot, open_on):
    """What was being read is outdated; the arrow keys of the choice pass by a colleague."""
    desk, names = Desk("sub-1"), ("engineer-a", "reviewer-b", "head-c")
    desk.people = staff(names[0], **dict.fromkeys(names, "engineer"))
    room = open_on(desk)
    opened(qtbot, room)
    for part, twice in (
        (SubmissionPart.REPORTS, lambda: room.acts.saved.emit("sub-1")),
        (SubmissionPart.CLAUSES, lambda: qtbot.keyClick(room.actor, Qt.Key.Key_Down)),
    ):
        room.show_address(Address(Room.SUBMISSIONS, ("sub-1",)))  # names no part, as the list opens it
        reads, go_on = desk.read_slowly()
        twice()
        qtbot.waitUntil(lambda reads=reads: len(reads) == 1)
        twice()
        room.view.show_part(part)
        go_on()
        qtbot.waitUntil(lambda reads=reads: room.shown == "sub-1" and len(reads) == 2)
        assert room.view.part is part


def test_an_unknown_login_may_look_and_not_act(qtbot, open_on):
    desk = Desk("sub-1")
    desk.people = staff("somebody", **{"engineer-a": "engineer"})
    window = open_on(desk)
    view = opened(qtbot, window)
    title = view.overview.form.rows["title"].editor
    assert window.actor.person == ""
    assert not title.isEnabled()
    assert "not on the list" in title.toolTip()
    assert not window.list.new.isEnabled()
    window.actor.choose("engineer-a")
    qtbot.waitUntil(lambda: window.shown == "sub-1" and title.isEnabled())
    assert window.list.new.isEnabled()


def test_whoever_may_build_no_report_is_told_who_may(qtbot, open_on):
    desk = Desk("sub-1")
    desk.people = staff("manager-a", **{"manager-a": "administrator", "engineer-b": "engineer"})
    room = open_on(desk)
    opened(qtbot, room, part=SubmissionPart.REPORTS)
    makers = room.view.reports.makers.values()
    assert not any(button.isEnabled() for button in makers)
    assert all("engineer-b" in button.toolTip() for button in makers)
    room.actor.choose("engineer-b")
    qtbot.waitUntil(lambda: room.shown == "sub-1" and all(button.isEnabled() for button in makers))
    assert not any(button.toolTip() for button in makers)


def test_whoever_acts_on_the_list_stays_there_and_a_filter_with_its_submission(qtbot, open_on):
    room = open_on(Desk("sub-1"))
    opened(qtbot, room)
    words = room.view.overview.filter
    words.setText("closed:documents")
    room.view.begin("sub-1")
    assert words.text() == "closed:documents"
    room.view.begin("sub-2")
    assert words.text() == ""
    room.show_address(Address(Room.SUBMISSIONS))
    qtbot.waitUntil(room.list.isVisible)
    room.actor.chosen.emit()
    qtbot.wait(100)
    assert room.list.isVisible()


PASSPHRASE = "four words nobody says"


@pytest.fixture(scope="module")
def space(rng_run, tmp_path_factory):
    """A workspace with a finished run, and a submission of the unit that it tested."""
    return file_generator(rng_run[0], tmp_path_factory.mktemp("filed") / "workspace")


@pytest.fixture
def shown(qtbot, bench, space, request, monkeypatch):
    """The room of submissions, with everything judged."""
    monkeypatch.setattr(keyring, "get_password", lambda *_: None)
    bench.submissions = RegisterReader(space)
    window = request.getfixturevalue("main_window")
    qtbot.front(window)
    qtbot.click(window.rail.buttons[Room.SUBMISSIONS])
    page = window.page
    qtbot.waitUntil(page.isVisible)
    qtbot.waitUntil(lambda: "sub-1" in page.verdicts.known)
    return page


def click(qtbot, button):
    qtbot.waitUntil(button.isEnabled)
    qtbot.click(button)


def open_part(qtbot, shown, part):
    shown.window().open(Address(Room.SUBMISSIONS, ("sub-1", part.value)))
    qtbot.waitUntil(lambda: shown.shown == "sub-1" and shown.view.part is part)
    return shown.view.parts[part]


def test_the_dossier_is_shown_as_it_is_judged_and_a_clause_leads_to_the_check_that_answers_it(
    qtbot, shown, space
):
    case = Case.of(gather_dossier(space, "sub-1"))
    conclusion = case.conclusion
    count = len(conclusion.objections)
    (line,) = shown.list.table.cells()[1:]
    assert line[:5] == ["INCONCLUSIVE, simulated", "SUB-1", "A generator", "prototype", "A manufacturer"]
    assert line[5] == "Mar 1, 2026"
    assert line[6].startswith("0/")
    assert line[7:] == ["1", str(count), "", "none yet"]

    tab = open_part(qtbot, shown, SubmissionPart.OVERVIEW)
    banner = shown.view.banner
    assert banner.word.text() == standing_words(case.standing)
    assert banner.sentence.text().startswith(" ".join(case.words(conclusion.sentences)))
    assert f"{count} open items prevent a recommendation to approve" in banner.sentence.text()
    assert tab.advice.text() == "No recommendation is on file."
    assert shown.view.simulated.text() == f"{SIMULATED}: small"
    assert [row[0] for row in tab.table.cells()[1:]] == [
        "a pass" if objection in conclusion.reasons else "approval" for objection in conclusion.objections
    ]

    rows = open_part(qtbot, shown, SubmissionPart.CLAUSES).table.cells()[1:]
    assert [row[0] for row in rows] == [row.came for each in conclusion.matrices for row in each.rows]
    assert any("NOT TESTED" in row for row in rows)
    assert any("not confirmed" in row[2] for row in rows)
    runs = open_part(qtbot, shown, SubmissionPart.RUNS)
    assert [row[:4] for row in runs.table.cells()[1:]] == [
        [standing_words(case.dossier.runs[0].concluded), "small", "first", "Complete"]
    ]
    assert "was not assigned" in runs.notes.text()
    run = case.dossier.runs[0]
    titles, row = runs.table.cells()
    text = dict(zip(titles, row, strict=True))
    assert (text["Device"], text["Serial"]) == (run.device_name, run.summary.identity.serial)
    assert text["Sample"].startswith("3,500 of 3,500 draws")
    assert text["Started"] == brief(run.summary.started)
    assert text["In the report"] == case.dossier.called("small")
    missing = [
        row[1]
        for row in open_part(qtbot, shown, SubmissionPart.DOCUMENTS).table.cells()[1:]
        if row[0] == "missing"
    ]
    assert {Conclusions.DOCUMENT_MISSING(title=each) for each in missing} <= set(conclusion.objections)

    every = (row for each in conclusion.matrices for row in each.rows)
    answered = next(row for row in every if row.answers and row.answers[0].runs and not row.answers[0].stage)
    tab = open_part(qtbot, shown, SubmissionPart.CLAUSES)
    qtbot.waitUntil(lambda: shown.view.facts is not None)
    tab.filter.setText('result:"not tested"')
    assert all(row[0] == "NOT TESTED" and not tab.open.isEnabled() for row in tab.table.cells()[1:])
    assert tab.choose(answered.clause)  # which the filter left out
    assert tab.filter.text() == ""
    titles, row = tab.table.cells(chosen_only=True)
    text = row[titles.index("Answered by")]
    assert text.startswith(f"{answered.came}: {answered.answers[0].what}")
    assert text.endswith(f" in {case.dossier.called('small')}")
    assert [act.text() for act in tab.table.menu().actions()][:3] == [
        "Open what shows it",
        "Confirm wording…",
        "Exclude…",
    ]
    with qtbot.waitSignal(shown.went) as went:
        qtbot.keyClick(tab.table, Qt.Key.Key_Return)
    assert went.args == [Address(Room.RUNS, ("small", "check", answered.answers[0].decision))]


def test_every_open_item_leads_to_what_closes_it(qtbot, shown):
    overview = open_part(qtbot, shown, SubmissionPart.OVERVIEW)
    qtbot.waitUntil(lambda: shown.view.facts is not None)
    shown.actor.choose("engineer-a")
    qtbot.waitUntil(lambda: shown.shown == "sub-1")
    chosen = {
        SubmissionPart.DOCUMENTS: lambda: shown.view.documents.item,
        SubmissionPart.CLAUSES: lambda: shown.view.clauses.table.current.clause,
        SubmissionPart.RUNS: lambda: shown.view.runs.table.current.run,
    }
    for item in shown.view.facts.open_items:
        shown.view.go(item.place)
        assert shown.view.part is item.place.part
        if item.place.part in chosen and (item.place.row or item.place.part is not SubmissionPart.RUNS):
            assert chosen[item.place.part]() == item.place.row
    assert {item.place.part for item in shown.view.facts.open_items} >= {SubmissionPart.OVERVIEW, *chosen}
    # Return on an open item is the way that a person takes.
    shown.view.show_part(SubmissionPart.OVERVIEW)
    complete = next(each for each in shown.view.facts.open_items if each.place.field == "complete")
    assert overview.table.select(complete.sentence)
    qtbot.keyClick(overview.table, Qt.Key.Key_Return)
    assert shown.window().focusWidget() is overview.form.rows["complete"].editor.line
    shown.book.discard()


def test_a_report_is_built_and_the_room_of_reports_signs_it(qtbot, shown, space, opened):
    qtbot.waitUntil(lambda: shown.actor.count() > 1)  # the list of people is read
    shown.actor.choose("engineer-a")
    bar, folder = open_part(qtbot, shown, SubmissionPart.REPORTS), space.path / "reports" / "sub-1-r1"
    assert not bar.buttons["sign"].isEnabled()
    click(qtbot, bar.makers["approval"])
    qtbot.waitUntil(lambda: opened == [folder / "report.pdf"])
    qtbot.waitUntil(bar.buttons["sign"].isEnabled)
    assert bar.report.number == "sub-1-r1"
    click(qtbot, bar.buttons["folder"])
    assert opened[-1] == folder
    with qtbot.waitSignal(shown.went) as went:
        click(qtbot, bar.buttons["sign"])
    assert went.args == [Address(Room.REPORTS, ("sub-1-r1",))]


def test_the_command_line_of_a_run_says_all_of_an_order(space):
    values = {each.name: f"any {each.name}" for each in dataclasses.fields(RunOrder)}
    command = Services.of(space).run_command(RunOrder(**values))
    assert set(values.values()) <= set(command)
    assert command[command.index("--submission") + 1] == "any submission"
    assert not {"--submission", "--cards"} & set(Services.of(space).run_command(RunOrder("p", "d", name="r")))
