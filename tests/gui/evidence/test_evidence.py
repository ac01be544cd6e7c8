"""The room of evidence on released runs: what is shown is what is on record, down to the bytes."""

import hashlib
import shutil

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QAbstractItemModelTester

from labharness.acts.declaring import Seat
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.folder import attach
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.people import AttachedFile, FindingBody
from labharness.evidence.writer import RunWriter
from labharness.gui.evidence.evidence_page import RECORDS, export_runs
from labharness.gui.evidence.evidence_room import EvidenceRoom
from labharness.gui.kit.page import Handed
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.slow_work import CANCELED
from labharness.gui.kit.tables.listed_table import LazyRows, LazyTable
from labharness.model.address import Address, Room, parse_address
from labharness.model.stages import Result
from labharness.reporting.layout import SIMULATED
from tests.app.evidence.test_foreign import MALFORMED
from tests.support.runs import tiny_body
from tests.support.seats import Seats
from tests.support.window.hands import hands
from tests.support.window.places import RELEASED, flip, released

REPORT = RELEASED / "report" / "s-461-r1"


@pytest.fixture
def space(tmp_path):
    workspace = Workspace.init(tmp_path / "workspace")
    released(workspace.path, "rng", "shoe")
    return workspace


@pytest.fixture
def room(qtbot, space):
    room = EvidenceRoom(Seat(space))
    room.went.connect(room.show_address)
    qtbot.waitExposed(qtbot.shown(room, 1100, 760))
    qtbot.waitUntil(lambda: room.table.table.rows.rowCount() == 2)
    return room


@pytest.fixture
def ledger(qtbot, room):
    room.show_address(Address(Room.EVIDENCE, ("run", "shoe")))
    qtbot.waitUntil(lambda: room.ledger.view.browser is not None)
    return room.ledger


def cells(room, column):
    rows = room.table.table.rows
    return [rows.index(at, column).data() for at in range(rows.rowCount())]


def test_every_run_is_listed_and_verified_by_its_bytes(qtbot, room, space):
    page = room.table
    assert cells(room, 1) == ["Not verified yet"] * 2
    assert page.table.rows.columns[1].tone(page.row("shoe")) is Tone.QUIET
    flip(next(space.run("rng").raw.glob("device-*")), -40)
    qtbot.click(page.buttons["all"])
    qtbot.waitUntil(lambda: not page.work.busy)
    assert page.work.note.text() == "1 of 2 runs do NOT verify."
    damaged, whole = cells(room, 1)
    assert damaged.startswith("INTEGRITY NOT VERIFIED: raw/device-0001.seg")
    assert whole == "Verified"
    heard = page.table.rows.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert heard.startswith("Integrity: ")


def unreadable(*_, **__):
    raise InputError("The disk is gone.")


def test_what_takes_long_is_given_up_and_what_was_read_stays_while_runs_cannot_be_read(qtbot, room):
    def endless(act, run, read):
        del act, run
        while True:
            read(1)

    page = room.table
    seat, page.seat = page.seat, Seats(endless)
    page.table.selectRow(0)
    qtbot.click(page.buttons["verify"])
    qtbot.waitUntil(lambda: page.work.bar.maximum() > 0)
    assert not page.buttons["verify"].isEnabled()
    qtbot.click(page.work.cancel)
    qtbot.waitUntil(lambda: not page.work.busy)
    assert page.work.note.text() == CANCELED
    assert cells(room, 1) == ["Not verified yet"] * 2
    page.seat = Seats(unreadable)
    page.read()
    qtbot.waitUntil(lambda: page.work.note.text().startswith("The disk is gone. Shown as of "))
    assert page.table.rows.rowCount() == 2
    page.seat = seat
    page.read()
    qtbot.waitUntil(lambda: page.work.note.text() == "")


def test_a_ledger_is_walked_by_keys_down_to_bytes_whose_segment_has_the_recorded_hash(qtbot, ledger, space):
    view = ledger.view
    assert ledger.simulated.text() == SIMULATED
    qtbot.front(ledger.window())
    qtbot.keyClick(view, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert view.goto.hasFocus()
    wanted = int(view.browser.index.places(RecordType.OBSERVED)[4])
    qtbot.keyClicks(view.goto, str(wanted))
    qtbot.keyClick(view.goto, Qt.Key.Key_Return)
    assert (view.number, ledger.record) == (wanted, wanted)
    assert view.table.hasFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_N)
    assert view.number == int(view.browser.index.places(RecordType.OBSERVED)[5])
    qtbot.keyClick(view.table, Qt.Key.Key_P)
    assert view.number == wanted
    qtbot.waitUntil(lambda: view.detail.bytes.frames.rows.rowCount() > 0)
    qtbot.keyClick(view.table, Qt.Key.Key_Return)
    assert view.detail.bytes.frames.hasFocus()
    qtbot.keyClick(view.detail.bytes.frames, Qt.Key.Key_Return)
    assert view.detail.bytes.hex.hasFocus()
    frame = view.detail.bytes.frames.current
    content = (space.run("shoe").path / frame.segment).read_bytes()
    assert frame.payload in content
    assert f"SHA-256 {hashlib.sha256(content).hexdigest()}" in view.detail.bytes.where.text()
    assert view.detail.text.toPlainText().startswith('{\n  "seq"')


def test_a_ledger_is_verified_and_exported_and_what_does_not_exist_is_said(qtbot, room, ledger, tmp_path):
    qtbot.click(ledger.verify)
    qtbot.waitUntil(lambda: not ledger.work.busy)
    assert ledger.chip.word.text() == "Verified"
    assert cells(room, 1)[1] == "Verified"
    for words in ("shoe.SHA256SUMS beside it. Its copy verifies.", "exists already. Choose another folder."):
        export_runs(ledger.seat, ledger.work, ledger.exports, tmp_path / "out")
        qtbot.waitUntil(lambda: not ledger.work.busy)
        assert ledger.work.note.text().endswith(words)
    ledger.view.goto.setText("999999")
    qtbot.keyClick(ledger.view.goto, Qt.Key.Key_Return)
    assert ledger.work.note.text() == "There is no record 999,999: the last one is 174."
    ledger.view.table.select(0)
    qtbot.click(ledger.view.following)
    assert ledger.work.note.text() == "There is no further record of the type start."
    address = parse_address("labharness:/evidence/run/shoe/record/20")
    room.show_address(address)
    assert ledger.view.number == 20
    assert room.crumbs()[-1].address == address
    assert address.outer == Address(Room.EVIDENCE, ("run", "shoe"))
    with qtbot.waitSignal(room.announced) as text:
        room.show_address(Address(Room.EVIDENCE, ("run", "no-such-run")))
    assert "does not exist in this workspace" in text.args[0]
    assert room.crumbs() == ()


def test_the_chosen_runs_are_exported_together_and_found_by_the_whole_hash(qtbot, room, tmp_path):
    page, out = room.table, tmp_path / "out"
    head = page.table.rows.row(1).facts.head
    assert len(head) == 64
    page.filter.setText(head)  # of which the table shows the beginning
    (titles, row) = page.table.cells()
    assert row[titles.index("Head hash")] == head
    assert page.table.shown.index(0, titles.index("Head hash")).data() == head[:12]
    page.filter.clear()
    page.table.selectAll()
    assert [act.text() for act in page.table.menu().actions()][:3] == ["Open ledger", "Verify", "Export…"]
    every = [row.run for row in page.table.selected()]
    export_runs(page.seat, page.work, page.exports, out)
    qtbot.waitUntil(lambda: not page.work.busy)
    assert page.work.note.text() == (
        f"{len(every)} runs were written below {out}, each with the list of its files. Every copy verifies."
    )
    for run in every:
        assert (out / run / "ledger.jsonl").is_file()
        assert (out / f"{run}.SHA256SUMS").is_file()


def test_records_of_one_type_are_shown_alone_copied_and_exported_with_their_numbers(qtbot, ledger, tmp_path):
    view, file = ledger.view, tmp_path / "observed.csv"
    places = view.browser.index.places(RecordType.OBSERVED)
    view.kinds.setCurrentIndex(view.kinds.findData(RecordType.OBSERVED))
    view.kinds.activated.emit(view.kinds.currentIndex())
    assert view.table.rows.rowCount() == len(places)
    assert view.table.rows.index(3, 0).data() == f"{places[3]:,}"
    view.table.export_to(file)
    qtbot.waitUntil(lambda: not ledger.work.busy)
    written = file.read_text("utf-8").splitlines()
    assert len(written) == 1 + view.table.rows.rowCount()
    assert all(",observed," in line for line in written[1:])
    menus = [each.menu() for each in view.table.menu().actions() if each.menu() is not None]
    assert "Hash" in [action.text() for action in menus[0].actions()]
    view.table.select(0)
    assert view.table.current_address() == Address(Room.EVIDENCE, ("run", "shoe", "record", str(places[0])))
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    titles, row = QGuiApplication.clipboard().text().splitlines()
    assert titles.split("\t")[:2] == ["#", "Type"]
    assert row.split("\t")[0] == f"{places[0]}"
    assert view.browser.row(view.number).hash in row
    assert view.go_to(0)  # of another type, so all are shown again
    assert view.table.rows.rowCount() == len(view.browser)


def test_a_dropped_report_is_verified_and_its_run_looked_at(qtbot, room, tmp_path):
    numbers, page, drop = tmp_path / "numbers.txt", room.elsewhere, hands(qtbot).drop
    numbers.write_text("1 2 3", encoding="utf-8")
    with qtbot.waitSignal(room.handed) as handed:
        drop(room, [numbers])
    assert handed.args == [Handed(Room.ANALYZE, (numbers,))], "a file of numbers goes to the analysis"
    (tmp_path / "empty").mkdir()
    drop(room, [tmp_path / "empty"])
    qtbot.waitUntil(lambda: page.view.banner.word.text() == "Cannot be verified")
    assert page.view.banner.sentence.text().endswith("Choose one of these.")
    assert not page.open.isEnabled()
    qtbot.waitUntil(lambda: not page.work.busy)
    drop(room, [REPORT])
    qtbot.waitUntil(lambda: page.view.facts is not None)
    assert page.view.banner.word.text() == "Intact, signers not trusted"
    assert page.view.stamp.text() == SIMULATED
    assert [crumb.text for crumb in room.crumbs()] == ["From elsewhere"]
    qtbot.click(page.open)
    qtbot.waitUntil(lambda: room.ledger.view.browser is not None)
    assert room.ledger.folder.path.parent == REPORT / "runs"
    assert [crumb.text for crumb in room.crumbs()] == ["From elsewhere", room.ledger.folder.run]
    qtbot.click(room.ledger.verify)
    qtbot.waitUntil(lambda: not room.ledger.work.busy)
    assert room.table.found == {}  # a run from elsewhere is none of the workspace


def test_a_fingerprint_that_is_none_is_said_and_a_good_one_is_trusted(qtbot, room):
    page = room.elsewhere
    page.trust.rows["fingerprint"].editor.show_value(["12"])
    room.take_files([REPORT])
    qtbot.waitUntil(lambda: page.view.banner.word.text() == "Cannot be verified")
    brought = [row for row in _rows(qtbot, page, "") if row[0] == "Authority in the folder"]
    digests = {" ".join(row[5].split()[1:5]).rstrip(".") for row in brought}
    good = [rows for digest in digests if _signed(rows := _rows(qtbot, page, digest)) == {"Good"}]
    (rows,) = good  # of two authorities of one name, the one that vouches for these people
    assert not [row for row in rows if row[0] == "Authority in the folder"]


def _signed(rows):
    return {row[1] for row in rows if row[0].startswith("Signature") and row[2]}


def _rows(qtbot, page, fingerprint):
    page.trust.rows["fingerprint"].editor.show_value([fingerprint])
    qtbot.click(page.again)
    qtbot.waitUntil(lambda: page.view.facts is not None)
    return [row.cells for row in page.view.facts.rows]


def test_a_photograph_is_shown_as_it_was_recorded(qtbot, space, room):
    path = space.path / "runs" / "door"
    writer = RunWriter.create(path, {}, tiny_body("door"))
    image = QImage(30, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    picture = space.path / "door.png"
    assert image.save(str(picture))
    for name, content in (("door.png", picture.read_bytes()), ("notes.txt", b"no picture")):
        named = AttachedFile(name=name, sha256=attach(path, content))
        body = {"stage": "ports", "item": "door", "result": Result.AS_EXPECTED, "reaction": (), "comment": ""}
        writer.append(FindingBody(**body, attachment=named))
    writer.close()
    room.show_address(Address(Room.EVIDENCE, ("run", "door")))
    view = room.ledger.view.detail.photographs
    qtbot.waitUntil(lambda: view.table.rows.rowCount() == 2)
    view.table.select(view.table.rows.key(0))
    qtbot.waitUntil(lambda: "as recorded" in view.note.text())
    assert not view._pixmap.isNull()
    view.table.select(view.table.rows.key(1))
    qtbot.waitUntil(lambda: "not a PNG or JPEG picture" in view.note.text())
    assert view._pixmap.isNull()
    (path / "attachments" / hashlib.sha256(b"no picture").hexdigest()).write_bytes(b"changed")
    view.table.select(view.table.rows.key(0))
    view.table.select(view.table.rows.key(1))
    qtbot.waitUntil(lambda: "was changed" in view.note.text() or "altered" in view.note.text())


def test_a_broken_ledger_shows_what_there_is_and_a_missing_one_why(qtbot, space, room):
    ledger = space.run("rng").path / LEDGER
    ledger.write_bytes(ledger.read_bytes().replace(b'"type":"verdict"', b'"type":"\xff\xfe\x00"'))
    room.show_address(Address(Room.EVIDENCE, ("run", "rng")))
    qtbot.waitUntil(lambda: room.ledger.view.browser is not None)
    rows = room.ledger.view.table.rows
    types = [rows.index(at, 1).data() for at in range(rows.rowCount())]
    assert types.count("Not a record") == 1


def test_any_number_of_rows_costs_nothing_and_the_model_keeps_the_rules_of_qt(qtbot):
    table, model = LazyTable("Records", RECORDS), LazyRows(RECORDS)
    qtbot.addWidget(table)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)

    def row(at):
        raise ValueError(at)

    table.rows.show_rows(50_000_000, row)
    table.show()
    table.select(49_999_999)
    assert table.rows.index(49_999_999, 4).data() is None, "a row that raises stays empty"
    assert table.current == 49_999_999
    model.show_rows(5, row)
    model.grow(12)
    model.show_rows(0, row)
    assert model.rowCount(QModelIndex()) == 0


@pytest.mark.long  # thirteen bundles
def test_malformed_bundles_are_answered_one_after_the_other_and_load_no_code_of_devices(
    qtbot, room, tmp_path
):
    page = room.elsewhere
    for at, make in enumerate(MALFORMED.values()):
        bundle = tmp_path / f"bundle-{at}"
        make(bundle)
        page.view.clear()
        hands(qtbot).drop(room, [bundle])
        qtbot.waitUntil(lambda: not page.work.busy and page.view.banner.word.text() not in ("", "Verifying"))
        word = page.view.banner.word.text()
        assert word == "Cannot be verified" or word.startswith("Changed"), (bundle, word)
        assert page.view.banner.sentence.text().endswith("."), word
    hands(qtbot).drop(room, [REPORT])
    qtbot.waitUntil(lambda: page.view.banner.word.text() == "Intact, signers not trusted")


def test_a_report_that_a_newer_version_wrote_is_named_where_it_was_dropped(qtbot, room, tmp_path):
    manifest = shutil.copytree(REPORT, tmp_path / "report") / "manifest.json"
    newer = manifest.read_text("utf-8").replace('"schema": 1', '"schema": 2', 1)
    manifest.write_text(newer, encoding="utf-8")
    room.take_files([manifest.parent])
    view = room.elsewhere.view
    qtbot.waitUntil(lambda: view.facts is not None)
    assert "manifest.json has the format 2 of a newer labharness" in view.banner.sentence.text()
