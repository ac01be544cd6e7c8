"""A register, its dossier and its report through the window, on a real workspace."""

import dataclasses

import keyring
import pytest
from PySide6.QtCore import Qt

from labharness.app.devices.preflight import RunOrder
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.submission.open_items import SubmissionPart
from labharness.assessment.conclusion import Case
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.services import Services
from labharness.language.dates import brief
from labharness.language.standings import standing_words
from labharness.model.address import Address, Room
from labharness.model.reasons.conclusion import Conclusions
from labharness.reporting.layout import SIMULATED
from tests.support.filed_generator import file_generator

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


def test_the_dossier_is_shown_as_it_is_judged(qtbot, shown, space):
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


def test_a_clause_says_what_answers_it_and_leads_to_the_check(qtbot, shown, space):
    case = Case.of(gather_dossier(space, "sub-1"))
    answered = next(
        row
        for each in case.conclusion.matrices
        for row in each.rows
        if row.answers and row.answers[0].runs and not row.answers[0].stage
    )
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
    ways = {}
    for item in shown.view.facts.open_items:
        shown.view.go(item.place)
        ways.setdefault(item.place.part, item)
        assert shown.view.part is item.place.part
        if item.place.part is SubmissionPart.DOCUMENTS:
            assert shown.view.documents.item == item.place.row
        elif item.place.part is SubmissionPart.CLAUSES:
            assert shown.view.clauses.table.current.clause == item.place.row
        elif item.place.part is SubmissionPart.RUNS and item.place.row:
            assert shown.view.runs.table.current.run == item.place.row
    assert {
        SubmissionPart.OVERVIEW,
        SubmissionPart.DOCUMENTS,
        SubmissionPart.CLAUSES,
        SubmissionPart.RUNS,
    } <= set(ways)
    # Return on an open item is the way that a person takes.
    shown.view.show_part(SubmissionPart.OVERVIEW)
    complete = next(
        open_item for open_item in shown.view.facts.open_items if open_item.place.field == "complete"
    )
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
