"""The room of reports on a real workspace: built, read, signed in turn, verified, amended."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import keyring
import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

from labharness.acts import report
from labharness.acts.declaring import Seat
from labharness.app.overview.overview import Desk, RegisterState
from labharness.app.people import authority as trusted_authorities
from labharness.app.people.staff import Staff
from labharness.filings.entries.entry import Person as ListedPerson
from labharness.gui.kit import findable
from labharness.gui.kit.page import Handed
from labharness.gui.kit.window_state import WindowState
from labharness.gui.reports import pdf_view
from labharness.gui.reports.build_dialog import BACKWARDS, NightDialog
from labharness.gui.reports.report_page import COMPLETE
from labharness.gui.reports.reports_page import ReportsRoom
from labharness.gui.reports.sign_dialog import SignDialog, signers
from labharness.language.catalog import say
from labharness.model.address import Address, Room
from labharness.model.reasons.evidence import Answer
from labharness.model.reasons.report import Reports
from labharness.reporting.layout import SIMULATED, SPECIMEN
from labharness.reporting.stamps import SignatureRole
from tests.gui.conftest import QUIET
from tests.support.filed_generator import AUTHORIZER, PEOPLE, file_generator
from tests.support.seats import Seats
from tests.support.window.hands import fill
from tests.support.window.person import Person

PASSPHRASE = "four words nobody says"
SIGNERS = {"tested": "engineer-a", "reviewed": "reviewer-b", "authorized": "head-c"}


@pytest.fixture(scope="module")
def space(rng_run, tmp_path_factory):
    return file_generator(rng_run[0], tmp_path_factory.mktemp("reports") / "workspace", (*PEOPLE, AUTHORIZER))


@pytest.fixture
def room(qtbot, space, opened, monkeypatch, tmp_path):
    monkeypatch.setenv("USER", "engineer-a")  # somebody on the list builds
    monkeypatch.setattr(findable, "SETTLING_MS", 0)
    monkeypatch.setattr(keyring, "get_password", lambda *_: None)
    monkeypatch.setattr(trusted_authorities, "installed", lambda: (tmp_path / "user.pem",))
    room = ReportsRoom(Seat(space), lambda path: opened.append(path) or True)
    room.went.connect(room.show_address)
    qtbot.waitExposed(qtbot.shown(room, 1100, 760))
    qtbot.waitUntil(lambda: room.list.known)
    return room


def asked_what(qtbot, room):
    """Return the dialog that asks of what a report is to be built."""
    room.show_address(Address(Room.REPORTS))
    qtbot.click(room.list.buttons["build"])
    qtbot.waitUntil(lambda: room.list.dialog is not None)
    return room.list.dialog


def build(qtbot, room, kind="approval", expected="sub-1-r1"):
    dialog = asked_what(qtbot, room)
    names(dialog)
    dialog.submission.rows["layout"].editor.show_value(kind)
    qtbot.click(dialog.do)
    qtbot.waitUntil(lambda: room.report.row is not None and room.report.row.number == expected)
    qtbot.waitUntil(lambda: room.report.pdf.count > 0)


def rehearse(qtbot, room):
    """Show the rehearsal of the module's workspace, built by the first test that needs it."""
    if "sub-1-s1" not in room.list.rows:
        build(qtbot, room, "rehearsal", "sub-1-s1")
    room.show_address(Address(Room.REPORTS, ("sub-1-s1",)))
    qtbot.waitUntil(lambda: room.report.row is not None and room.report.pdf.count > 0)


def names(window):
    """Expect that every control of a window has a name."""
    for widget in (
        each for kind in (QAbstractButton, QComboBox, QLineEdit) for each in window.findChildren(kind)
    ):
        if not isinstance(widget.parent(), (QComboBox, QLineEdit)) and widget.window() is window:
            assert widget.accessibleName() or widget.text(), widget


@pytest.mark.long
def test_a_report_is_read_signed_by_three_and_verified_in_few_steps(qtbot, room, space, tmp_path, caplog):
    build(qtbot, room)
    page = room.report
    assert page.stamp.text() == SIMULATED
    for signer in SIGNERS.values():
        report.trial_key(Seat(space, signer), tmp_path / f"{signer}.p12", ask=lambda _: PASSPHRASE)
    for at, (role, signer) in enumerate(SIGNERS.items()):
        person = Person(qtbot)
        room.show_address(Address(Room.REPORTS))
        room.show_address(Address(Room.REPORTS, ("sub-1-r1",)))  # Home: Read and sign
        person.clicks += 1
        qtbot.waitUntil(lambda role=role: page.buttons["sign"].text() == f"&Sign as {role}…")
        if at == 0:
            refused(qtbot, page, tmp_path / f"{signer}.p12")
        else:
            room.memory.put(f"key/{signer}", str(tmp_path / f"{signer}.p12"))  # it was used before
        person.press(page.buttons["sign"])
        qtbot.waitUntil(lambda: isinstance(page.dialog, SignDialog))
        dialog = page.dialog
        assert (dialog.role.value, dialog.by) == (role, signer)
        assert dialog.stamp.text() == SIMULATED
        person.write(dialog.passphrase.lines[0], PASSPHRASE)
        person.key(dialog.passphrase.lines[0], Qt.Key.Key_Return)  # which decides nothing
        assert page.dialog is dialog
        person.press(dialog.do)
        qtbot.waitUntil(lambda: page.verification.facts is not None and not page.work.busy)
        qtbot.waitUntil(lambda role=role: _signed(room, role))
        assert (person.clicks, person.fields) == (3, 1)
        assert page.dialog is None
    assert page.buttons["sign"].text() == COMPLETE
    assert not page.buttons["sign"].isEnabled()
    assert page.buttons["sign"].toolTip() == say(Reports.SIGNED_BY_ALL())
    assert PASSPHRASE not in caplog.text
    kept = [
        file for file in space.path.rglob("*") if file.is_file() and PASSPHRASE.encode() in file.read_bytes()
    ]
    assert kept == []
    assert page.verification.facts.answer is Answer.ISSUED
    amended(qtbot, room)


def _signed(room, role):
    row = room.list.rows.get("sub-1-r1")
    return row is not None and role in {signature.role for signature in row.report.signatures}


def refused(qtbot, page, key):
    """A wrong pass phrase is said, and the field is empty again."""
    qtbot.click(page.buttons["sign"])
    qtbot.waitUntil(lambda: isinstance(page.dialog, SignDialog))
    dialog = page.dialog
    names(dialog)
    assert not dialog.do.isEnabled()
    dialog.file.line.setText(str(key))
    dialog.passphrase.show_value("no")
    assert dialog.passphrase.lines[0].displayText() == "\N{BLACK CIRCLE}" * 2
    qtbot.click(dialog.do)
    qtbot.waitUntil(lambda: "does not open" in dialog.note.text())
    assert dialog.passphrase.value == ""
    dialog.reject()
    qtbot.waitUntil(lambda: page.dialog is None)


def amended(qtbot, room):
    """A signed report is replaced with a reason; then it offers no signature and names its successor."""
    page = room.report
    room.show_address(Address(Room.REPORTS, ("sub-1-r1",)))
    qtbot.waitUntil(lambda: page.row.number == "sub-1-r1")
    qtbot.waitUntil(page.buttons["amend"].isEnabled)
    qtbot.click(page.buttons["amend"])
    qtbot.waitUntil(lambda: page.dialog is not None)
    dialog = page.dialog
    assert not dialog.do.isEnabled()
    dialog.why.setPlainText("The address was wrong.\nSo was the date.")
    assert dialog.reason == "The address was wrong.\nSo was the date."
    qtbot.click(dialog.do)
    qtbot.waitUntil(lambda: page.row.number == "sub-1-r2")
    before = room.list.rows["sub-1-r1"]
    assert before.report.replaced_by == "sub-1-r2"
    room.show_address(Address(Room.REPORTS, ("sub-1-r1",)))
    assert page.buttons["sign"].toolTip() == say(Reports.REPLACED(report="sub-1-r2"))
    assert not page.buttons["amend"].isEnabled()


def test_a_rehearsal_says_specimen_everywhere_and_a_trial_key_is_made_where_it_is_needed(
    qtbot, room, tmp_path
):
    rehearse(qtbot, room)
    page, file = room.report, tmp_path / "key.p12"
    assert page.stamp.text() == SPECIMEN
    qtbot.click(page.buttons["verify"])
    qtbot.waitUntil(lambda: page.verification.facts is not None)
    assert page.verification.facts.answer is Answer.NOT_ISSUED
    assert "A rehearsal is never issued." in page.verification.banner.sentence.text()
    row = room.list.table.rows
    texts = [row.index(0, at).data() for at in range(row.columnCount())]
    assert {"INCONCLUSIVE, simulated, SPECIMEN", "Tested ○ Reviewed ○ Authorized ○"} <= set(texts)
    qtbot.click(page.buttons["sign"])
    qtbot.waitUntil(lambda: page.dialog is not None)
    signing = page.dialog
    assert signing.stamp.text() == SPECIMEN
    qtbot.click(signing.trial)
    dialog = page.key_dialog
    names(dialog)
    phrase = dialog.form.rows["ask"].editor
    fill(dialog, file=str(file))
    for written, again in (("short", "short"), (PASSPHRASE, "x"), (PASSPHRASE, PASSPHRASE)):
        phrase.lines[0].setText(written)
        phrase.lines[1].setText(again)
        phrase.changed.emit()
        good = again == PASSPHRASE
        assert (dialog.do.isEnabled(), dialog.note.text() == "") == (good, good)
    qtbot.click(dialog.do)
    qtbot.waitUntil(lambda: signing.file.text == str(file))
    assert file.is_file()
    signing.reject()


@pytest.mark.long
def test_pages_are_turned_by_keys_and_printed(qtbot, room, tmp_path, monkeypatch):
    rehearse(qtbot, room)
    pdf = room.report.pdf
    qtbot.waitUntil(lambda: not pdf.sheet.pixmap().isNull())
    assert "SPECIMEN" in pdf.sheet.accessibleDescription()
    assert not pdf.previous.isEnabled()
    pdf.turn(2)
    assert pdf.where.text().startswith(f"Page 2 of {pdf.count}")
    assert room.crumbs()[-1].address == Address(Room.REPORTS, ("sub-1-s1", "page", "2"))
    pdf.area.verticalScrollBar().setValue(pdf.area.verticalScrollBar().maximum())
    pdf.read_on(+1)
    assert pdf.page == 3
    pdf.turn(10_000)
    assert (pdf.page, pdf.following.isEnabled()) == (pdf.count, False)
    room.show_address(Address(Room.REPORTS, ("sub-1-s1", "page", "2")))
    assert pdf.page == 2
    monkeypatch.setattr(pdf_view, "PRINTED", 30)
    printer, text = QPrinter(), []
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    printer.setFromTo(1, 2)
    pdf.announced.connect(text.append)
    pdf.print_on(printer)
    qtbot.waitUntil(lambda: text[-1] == "The pages were handed to the printer.")
    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF")


def test_whoever_may_build_no_report_of_a_submission_is_told_who_may(qtbot, room):
    listed = ListedPerson(id="y", name="Y", roles=("engineer",))
    room.show_overview(replace(QUIET, desk=Desk(Staff("x", "", (listed,)), RegisterState.REACHABLE)))
    dialog = asked_what(qtbot, room)
    assert dialog.of_submission.isChecked()
    assert not dialog.do.isEnabled()
    assert dialog.note.text() == dialog.do.toolTip() != ""
    dialog.of_run.setChecked(True)
    assert (dialog.do.isEnabled(), dialog.note.text()) == (True, "")
    dialog.reject()


def test_reports_of_runs_and_nights_are_not_signed(qtbot, room, opened):
    page = room.report
    dialog = asked_what(qtbot, room)
    dialog.of_run.setChecked(True)
    qtbot.click(dialog.do)
    qtbot.waitUntil(lambda: page.row is not None and page.row.number == "small")
    assert (page.buttons["sign"].isEnabled(), page.stamp.text()) == (False, SIMULATED)
    qtbot.click(page.buttons["open"])
    qtbot.click(page.buttons["folder"])
    assert opened == [page.row.report.pdf, page.row.report.pdf.parent]
    room.show_address(Address(Room.REPORTS))
    qtbot.click(room.list.buttons["night"])
    qtbot.click(room.list.dialog.do)
    qtbot.waitUntil(lambda: page.row.number != "small")
    assert page.row.report.kind == "night"


def test_a_report_that_does_not_exist_is_said_and_what_is_dropped_goes_to_the_room_of_evidence(
    qtbot, room, tmp_path
):
    with qtbot.waitSignal(room.announced) as text:
        room.show_address(Address(Room.REPORTS, ("sub-9-r9",)))
    assert "does not exist in this workspace" in text.args[0]
    with qtbot.waitSignal(room.handed) as handed:
        room.take_files([tmp_path])
    assert handed.args == [Handed(Room.EVIDENCE, (tmp_path,))]
    (tmp_path / "noise.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)))
    pdf = room.report.pdf
    pdf.show_file(tmp_path / "noise.pdf")
    qtbot.waitUntil(lambda: "cannot be shown as pages" in pdf.sheet.text())
    assert pdf.count == 0


def test_a_signature_takes_a_person_who_may_sign_and_a_key_file_or_a_token(qtbot, room, space):
    """Who sits here is offered first; the key that a person used last is chosen."""
    assert [id_ for id_, _ in signers(space, SignatureRole.TESTED)] == ["engineer-a"]
    assert [id_ for id_, _ in signers(space, SignatureRole.AUTHORIZED)] == ["head-c"]
    rehearse(qtbot, room)
    memory = WindowState()
    memory.put("key/b", "b.p12")
    people = [("b", "B (b)"), ("a", "A (a)")]
    dialog = qtbot.shown(SignDialog(room.report.row, SignatureRole.TESTED, people, memory, Path(), room))
    assert (dialog.by, dialog.file.text) == ("b", "b.p12")
    fill(dialog, by="a")
    assert dialog.file.text == ""
    for name, text in (("module", "opensc.so"), ("token", "Card"), ("label", "Key")):
        assert not dialog.do.isEnabled()
        fill(dialog, **{name: text})
    assert dialog.do.isEnabled()
    given = dialog.form.take()
    assert given.items() >= {"by": "a", "token": "Card", "module": Path("opensc.so"), "label": "Key"}.items()
    assert "key" not in given


def test_a_night_is_from_yesterday_evening_to_now_and_never_backwards(qtbot):
    now = dt.datetime(2026, 11, 21, 12, 30, tzinfo=dt.UTC)  # half past seven in Pennsylvania
    dialog = qtbot.shown(NightDialog(now))
    dialog.until.setDateTime(dialog.since.dateTime())
    assert (dialog.note.text(), dialog.do.isEnabled()) == (BACKWARDS, False)
    dialog.until.setDateTime(dialog.since.dateTime().addSecs(13 * 3600 + 1800))
    names(dialog)
    span = dialog.order(Seats(lambda *_, night: night))()
    evening = dt.datetime(2026, 11, 20, 23, tzinfo=dt.UTC)
    assert [*map(dt.datetime.fromisoformat, span.split(".."))] == [evening, now]
