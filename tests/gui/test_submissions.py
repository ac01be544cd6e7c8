"""A register, its dossier and its report through the window, on a real workspace."""

import dataclasses
import datetime as dt
import shutil

import keyring
import pytest
from PySide6.QtCore import Qt

from labharness.app.issue.issuing import verify_report
from labharness.app.issue.verification_words import told
from labharness.app.people.signing import issue_trial_key
from labharness.app.people.trust import lists
from labharness.app.preflight import RunOrder
from labharness.app.register import open_register
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.submission.open_items import Part
from labharness.app.workspace import Workspace
from labharness.assessment.case import Case
from labharness.evidence.history.run import RunHistory
from labharness.filings.entries.filing import Filing, SubmissionKind, SubmitterKind
from labharness.filings.entries.items import Product, Unit
from labharness.filings.entries.people import Laboratory, Person, Role
from labharness.gui.filings.filing_desk import FilingDesk
from labharness.gui.reports.sign_dialog import SignDialog
from labharness.gui.reports.verified_dialog import VerifiedDialog
from labharness.gui.workspace_services import WorkspaceServices
from labharness.model.address import Address, Room
from labharness.model.device import DeviceClass
from labharness.model.reasons.conclusion import Conclusions
from labharness.reporting.banners import SIMULATED, SPECIMEN

PASSPHRASE = "four words nobody says"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def space(rng_run, tmp_path_factory):
    """A workspace with a finished run, and a submission of the unit that it tested."""
    found = Workspace(shutil.copytree(rng_run[0].path, tmp_path_factory.mktemp("filed") / "workspace"))
    device = RunHistory.of(found.run("small")).summary.identity
    today = dt.date(2026, 3, 1)
    with open_register(found) as register:
        for name, role in (
            ("keeper", Role.ADMINISTRATOR),
            ("engineer-a", Role.ENGINEER),
            ("reviewer-b", Role.REVIEWER),
        ):
            register.put("", Person(id=name, name=name.title(), roles=(role,)), "keeper", "The people.")
        register.put("", Laboratory(id="laboratory", name="A laboratory", address="Here"), "keeper", "It.")
        filing = Filing(
            id="sub-1",
            reference="SUB-1",
            type=SubmissionKind.PROTOTYPE,
            title="A generator",
            submitter="A manufacturer",
            submitter_kind=SubmitterKind.MANUFACTURER,
            license="F-1",
            received=today,
            games=("pai-gow-poker-645a",),
        )
        product = Product(
            id="one",
            manufacturer=device.manufacturer,
            model=device.model,
            device_class=DeviceClass.COMPUTERIZED_RNG,
        )
        unit = Unit(id="unit-1", product="one", serial=device.serial, received=today, condition="As new.")
        for entry in (filing, product, unit):
            register.put("sub-1", entry, "engineer-a", "As filed.")
    return found


@pytest.fixture
def shown(qtbot, bench, space, request, monkeypatch):
    """The room of submissions, with everything judged."""
    monkeypatch.setattr(keyring, "get_password", lambda *_: None)
    bench.submissions = FilingDesk(space)
    window = request.getfixturevalue("main_window")
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.mouseClick(window.rail.buttons[Room.SUBMISSIONS], Qt.MouseButton.LeftButton)
    found = window.page
    qtbot.waitUntil(found.isVisible)
    qtbot.waitUntil(lambda: "sub-1" in found.verdicts.known)
    return found


def click(qtbot, button):
    qtbot.waitUntil(button.isEnabled)
    qtbot.mouseClick(button, LEFT)


def open_part(qtbot, shown, part):
    shown.window().open(Address(Room.SUBMISSIONS, ("sub-1", part.value)))
    qtbot.waitUntil(lambda: shown.shown == "sub-1" and shown.view.part is part)
    return shown.view.parts[part]


def test_the_dossier_is_shown_as_it_is_judged(qtbot, shown, space):
    case = Case.of(gather_dossier(space, "sub-1"))
    found = case.conclusion
    count = len(found.objections)
    (line,) = shown.list.table.cells()[1:]
    assert line[:5] == ["INCONCLUSIVE", "SUB-1", "A generator", "prototype", "A manufacturer"]
    assert line[5] == "Mar 1, 2026"
    assert line[6].startswith("0/")
    assert line[7:] == ["1", str(count), "", "none yet"]

    tab = open_part(qtbot, shown, Part.OVERVIEW)
    banner = shown.view.banner
    assert banner.word.text() == found.outcome.value.capitalize()
    assert banner.sentence.text().startswith(" ".join(case.words(found.sentences)))
    assert f"{count} open items prevent a recommendation to approve" in banner.sentence.text()
    assert tab.advice.text() == "No recommendation is on file."
    assert shown.view.simulated.text() == f"{SIMULATED}: small"
    assert [row[0] for row in tab.table.cells()[1:]] == [
        "a pass" if one in found.reasons else "approval" for one in found.objections
    ]

    rows = open_part(qtbot, shown, Part.CLAUSES).table.cells()[1:]
    assert [row[0] for row in rows] == [row.came for each in found.matrices for row in each.rows]
    assert any("NOT TESTED" in row for row in rows)
    assert any("not confirmed" in row[2] for row in rows)
    runs = open_part(qtbot, shown, Part.RUNS)
    assert [row[:4] for row in runs.table.cells()[1:]] == [
        [case.dossier.runs[0].outcome, "small", "first", "complete"]
    ]
    assert "was not assigned" in runs.notes.text()
    missing = [
        row[1] for row in open_part(qtbot, shown, Part.DOCUMENTS).table.cells()[1:] if row[0] == "missing"
    ]
    assert {Conclusions.DOCUMENT_MISSING(title=one) for one in missing} <= set(found.objections)


def test_every_open_item_leads_to_what_closes_it(qtbot, shown):
    overview = open_part(qtbot, shown, Part.OVERVIEW)
    qtbot.waitUntil(lambda: shown.view.facts is not None)
    shown.actor.choose("engineer-a")
    qtbot.waitUntil(lambda: shown.shown == "sub-1")
    ways = {}
    for item in shown.view.facts.open_items:
        shown.view.go(item.place)
        ways.setdefault(item.place.part, item)
        assert shown.view.part is item.place.part
        if item.place.part is Part.DOCUMENTS:
            assert shown.view.documents.item == item.place.row
        elif item.place.part is Part.CLAUSES:
            assert shown.view.clauses.table.current.clause == item.place.row
        elif item.place.part is Part.RUNS and item.place.row:
            assert shown.view.runs.table.current.run == item.place.row
    assert {Part.OVERVIEW, Part.DOCUMENTS, Part.CLAUSES, Part.RUNS} <= set(ways)
    # Return on an open item is the way that a person takes.
    shown.view.show_part(Part.OVERVIEW)
    complete = next(one for one in shown.view.facts.open_items if one.place.field == "complete")
    assert overview.table.select(complete.sentence)
    qtbot.keyClick(overview.table, Qt.Key.Key_Return)
    assert shown.window().focusWidget() is overview.form.rows["complete"].editor.line
    shown.book.discard()


def test_a_report_is_built_signed_and_verified(qtbot, shown, space, opened, tmp_path, caplog):
    bar, folder = open_part(qtbot, shown, Part.REPORTS).bar, space.path / "reports" / "sub-1-r1"
    assert not bar.buttons["sign"].isEnabled()
    click(qtbot, bar.makers["approval"])
    qtbot.waitUntil(lambda: opened == [folder / "report.pdf"])
    qtbot.waitUntil(bar.buttons["sign"].isEnabled)
    assert bar.chooser.currentText() == "sub-1-r1  (not signed)"
    click(qtbot, bar.buttons["folder"])
    assert opened[-1] == folder

    key = tmp_path / "engineer.p12"
    issue_trial_key(space, "engineer-a", key, lambda: PASSPHRASE)
    dialog = open_dialog(qtbot, shown, "sign", SignDialog)
    assert dialog.role.currentText() == "tested"
    assert dialog.person.currentData() == "engineer-a"
    assert not dialog.sign.isEnabled()
    qtbot.keyClicks(dialog.key.line, str(key))
    qtbot.keyClicks(dialog.passphrase, "no")
    assert dialog.passphrase.displayText() == "\N{BLACK CIRCLE}" * 2
    qtbot.keyClick(dialog.passphrase, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "does not open" in dialog.note.text())
    assert dialog.passphrase.text() == ""
    qtbot.keyClicks(dialog.passphrase, PASSPHRASE)
    click(qtbot, dialog.sign)
    qtbot.waitUntil(lambda: shown.view.note.text() == "sub-1-r1: signed as tested by Engineer-A.")
    qtbot.waitUntil(lambda: bar.chooser.currentText() == "sub-1-r1  (signed: tested)")
    assert shown.reports.dialog is None
    assert PASSPHRASE not in caplog.text
    kept = [
        file for file in space.path.rglob("*") if file.is_file() and PASSPHRASE.encode() in file.read_bytes()
    ]
    assert kept == []

    # A signed report stays: the sentence of the command says so.
    click(qtbot, bar.makers["approval"])
    qtbot.waitUntil(lambda: "is signed and never changes" in shown.view.note.text())

    dialog = open_dialog(qtbot, shown, "verify", VerifiedDialog)
    assert dialog.text.toPlainText().splitlines() == list(
        told(folder, verify_report(folder, lists(space.path)))
    )
    assert dialog.banner.word.text() == "Not issued"
    assert "TRIAL" in dialog.banner.sentence.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    (folder / "dossier" / "submission.json").write_bytes(b"{}")
    dialog = open_dialog(qtbot, shown, "verify", VerifiedDialog)
    assert dialog.banner.word.text() == "Not verified"
    assert "submission.json" in dialog.text.toPlainText()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def open_dialog(qtbot, shown, button, kind):
    click(qtbot, shown.view.reports.bar.buttons[button])
    qtbot.waitUntil(lambda: isinstance(shown.reports.dialog, kind) and shown.reports.dialog.isVisible())
    return shown.reports.dialog


def test_a_morning_report_is_built_of_the_last_night(qtbot, shown, space, opened):
    shown.list.night.trigger()
    dialog = shown.reports.dialog
    qtbot.mouseClick(dialog.build, LEFT)
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert opened[0].parent == space.path / "reports"
    assert opened[0].read_bytes().startswith(b"%PDF")
    assert f"{opened[0].name} was built." in shown.list.note.text()


def test_the_command_line_of_a_run_says_all_of_an_order(space):
    values = {one.name: f"any {one.name}" for one in dataclasses.fields(RunOrder)}
    command = WorkspaceServices(space).run_command(RunOrder(**values))
    assert set(values.values()) <= set(command)


def test_the_command_line_of_a_run_names_submission_and_cards(space):
    order = RunOrder("plan", "usb://1:2", name="run-1", submission="sub-1", cards="cards.toml")
    command = WorkspaceServices(space).run_command(order)
    assert command[command.index("--submission") + 1] == "sub-1"
    assert command[command.index("--cards") + 1] == "cards.toml"
    assert not {"--submission", "--cards"} & set(
        WorkspaceServices(space).run_command(RunOrder("p", "d", name="r"))
    )


def test_a_rehearsal_is_built_and_verified_as_a_specimen(qtbot, shown, space, opened):
    folder = space.path / "reports" / "sub-1-s1"
    bar = open_part(qtbot, shown, Part.REPORTS).bar
    click(qtbot, bar.makers["rehearsal"])
    qtbot.waitUntil(lambda: opened == [folder / "SPECIMEN.pdf"])
    qtbot.waitUntil(lambda: bar.chooser.currentText().startswith(folder.name))
    click(qtbot, bar.buttons["verify"])
    qtbot.waitUntil(lambda: shown.reports.dialog is not None)
    assert shown.reports.dialog.text.toPlainText().startswith(SPECIMEN)
    assert "(A SPECIMEN, NOT A REPORT)" in shown.reports.dialog.text.toPlainText()
