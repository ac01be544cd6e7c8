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
from labharness.app.workspace import Workspace
from labharness.assessment.case import Case
from labharness.evidence.history.run import RunHistory
from labharness.filings.entries.filing import Filing, SubmissionKind, SubmitterKind
from labharness.filings.entries.items import Product, Unit
from labharness.filings.entries.people import Laboratory, Person, Role
from labharness.gui.filings.submission_desk import SubmissionDesk
from labharness.gui.reports.sign_dialog import SignDialog
from labharness.gui.reports.verified_dialog import VerifiedDialog
from labharness.gui.workspace_services import WorkspaceServices
from labharness.model.address import Room
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
    bench.submissions = SubmissionDesk(space)
    window = request.getfixturevalue("main_window")
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.mouseClick(window.rail.buttons[Room.SUBMISSIONS], Qt.MouseButton.LeftButton)
    found = window.page
    qtbot.waitUntil(found.isVisible)
    qtbot.waitUntil(lambda: "sub-1" in found.verdicts.known)
    return found


def cells(table):
    return [
        [item.text() if (item := table.item(row, column)) else "" for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def click(qtbot, button):
    qtbot.waitUntil(button.isEnabled)
    qtbot.mouseClick(button, LEFT)


def test_the_dossier_is_shown_as_it_is_judged(qtbot, shown, space):
    case = Case.of(gather_dossier(space, "sub-1"))
    found = case.conclusion
    count = len(found.objections)
    assert shown.list.item(0).text().splitlines() == [
        "sub-1 – A generator",
        "prototype · A manufacturer",
        f"{found.outcome} · {count} objections",
    ]
    assert shown.view.banner.word.text() == found.outcome.value.capitalize()
    assert shown.view.banner.sentence.text() == " ".join(case.words(found.sentences))
    assert shown.view.advice.text() == "No recommendation is on file."
    assert shown.view.simulated.isVisible()
    assert shown.view.simulated.text() == f"{SIMULATED}: small"

    against = cells(shown.view.against)
    assert len(against) == count > len(found.reasons) > 0
    assert [row[0] for row in against] == [
        "a pass" if one in found.reasons else "approval" for one in found.objections
    ]
    rows = [row for row in cells(shown.view.clauses) if row[1]]
    assert [row[1] for row in rows] == [row.came for each in found.matrices for row in each.rows]
    assert any("NOT TESTED" in row for row in rows)
    assert any("not confirmed" in row[2] for row in rows)
    assert [row[:4] for row in cells(shown.view.runs)] == [
        ["small", case.dossier.runs[0].outcome, "first", "complete"]
    ]
    missing = [row[0] for row in cells(shown.view.missing)]
    assert {Conclusions.DOCUMENT_MISSING(title=one) for one in missing} <= set(found.objections)
    assert "was not assigned" in cells(shown.view.notes)[0][0]
    titles = [shown.view.tabs.tabText(place).replace("&", "") for place in range(5)]
    assert titles[0] == f"Objections ({count})"
    assert titles[3] == f"Documents missing ({len(missing)})"


def test_the_parts_are_reached_by_keys(qtbot, shown):
    tabs = shown.view.tabs
    shown.window().activateWindow()
    tabs.setFocus()
    for key, table in ((Qt.Key.Key_C, shown.view.clauses), (Qt.Key.Key_D, shown.view.missing)):
        qtbot.keyClick(shown, key, Qt.KeyboardModifier.AltModifier)
        assert tabs.currentWidget() is table


def test_a_report_is_built_signed_and_verified(qtbot, shown, space, opened, tmp_path, caplog):
    bar, folder = shown.bar, space.path / "reports" / "sub-1-r1"
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
    qtbot.waitUntil(lambda: shown.note.text() == "sub-1-r1: signed as tested by Engineer-A.")
    qtbot.waitUntil(lambda: bar.chooser.currentText() == "sub-1-r1  (signed: tested)")
    assert shown.dialog is None
    assert PASSPHRASE not in caplog.text
    kept = [
        file for file in space.path.rglob("*") if file.is_file() and PASSPHRASE.encode() in file.read_bytes()
    ]
    assert kept == []

    # A signed report stays: the sentence of the command says so.
    click(qtbot, bar.makers["approval"])
    qtbot.waitUntil(lambda: "is signed and never changes" in shown.note.text())

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
    click(qtbot, shown.bar.buttons[button])
    qtbot.waitUntil(lambda: isinstance(shown.dialog, kind) and shown.dialog.isVisible())
    return shown.dialog


def test_a_morning_report_is_built_of_the_last_night(qtbot, shown, space, opened):
    click(qtbot, shown.night)
    dialog = shown.dialog
    qtbot.mouseClick(dialog.build, LEFT)
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert opened[0].parent == space.path / "reports"
    assert opened[0].read_bytes().startswith(b"%PDF")
    assert shown.note.text() == f"{opened[0].name} was built."


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
    click(qtbot, shown.bar.makers["rehearsal"])
    qtbot.waitUntil(lambda: opened == [folder / "SPECIMEN.pdf"])
    qtbot.waitUntil(lambda: shown.bar.chooser.currentText().startswith(folder.name))
    click(qtbot, shown.bar.buttons["verify"])
    qtbot.waitUntil(lambda: shown.dialog is not None)
    assert shown.dialog.text.toPlainText().startswith(SPECIMEN)
    assert "(A SPECIMEN, NOT A REPORT)" in shown.dialog.text.toPlainText()
