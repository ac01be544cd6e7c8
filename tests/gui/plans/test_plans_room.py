"""The room of plans: found by words, read as prose, compared, a broken file told line by line."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from labharness.acts.declaring import Seat
from labharness.app.planning.plan_versions import StoredDraft, write_draft
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit.page import Handed
from labharness.gui.plans.plan_views import SAME
from labharness.gui.plans.plans_room import PlansRoom
from labharness.model.address import Address, Room, parse_address
from labharness.plans.frozen import find_plan
from labharness.plans.written.edits import put

BASE = "blackjack-633a-batch-shuffler-by-hand"


@pytest.fixture
def place(tmp_path):
    return Workspace.init(tmp_path / "w").path


@pytest.fixture
def room(qtbot, place):
    room = PlansRoom(Seat(Workspace(place)))
    room.resize(1100, 700)
    qtbot.addWidget(room)
    went = []
    room.went.connect(went.append)
    room.went.connect(lambda address: room.show_address(address) if address.room is Room.PLANS else None)
    room.gone = went
    room.show()
    qtbot.waitUntil(lambda: room.table.table.rows.rowCount() > 0)
    yield room
    room.stop()


def shown(room):
    return room.table.table.cells()[1:]


def choose(room, plan_id, *more):
    table = room.table.table
    table.clearSelection()
    for name in (plan_id, *more):
        at = table.shown.mapFromSource(table.rows.index(table.rows.place(name), 0))
        table.selectionModel().select(
            at, table.selectionModel().SelectionFlag.Select | table.selectionModel().SelectionFlag.Rows
        )


def test_the_table_has_every_plan_and_words_find_some(qtbot, room):
    assert len(shown(room)) > 80
    titles = "Game,Device class,Plan,Sample,Hours of people,Detects,Version,Origin"
    assert room.table.table.cells()[0][:8] == titles.split(",")
    qtbot.keyClicks(room.table.filter.line, "device:dice origin:bureau")
    assert {row[1] for row in shown(room)} == {"dice shaker"}
    room.table.filter.setText("roulette wheel")
    assert shown(room) == []
    assert room.table.table.sentence == "Nothing has all of these: roulette wheel. Remove one."
    room.table.filter.clear()
    (by_hand,) = [row for row in shown(room) if row[2].endswith("fed by hand")]
    assert by_hand[3:8] == ["260 shuffles", "10.4", "13 of 21", "4", "Bureau"]


def test_a_plan_is_read_as_prose_from_the_stage_of_an_address(qtbot, room):
    room.show_address(parse_address(f"labharness:/plan/{BASE}/stage/shuffles"))
    qtbot.waitUntil(lambda: room.prose.plan is not None)
    text = room.prose.text.toPlainText()
    assert "The device makes 260 shuffles" in text
    assert "58 Pa. Code § 633a.5(a)" in text
    assert room.prose.text.verticalScrollBar().value() > 0
    last = room.crumbs()[-1].address
    assert parse_address(str(last)) == last  # with the hash, so that a link means this version
    assert last.named["hash"] == room.prose.plan.sha256[:12]
    qtbot.mouseClick(room.prose.use, Qt.MouseButton.LeftButton)
    assert room.gone[-1] == Address(Room.NEW_RUN, ("plan", BASE))
    room.show_address(parse_address(f"labharness:/plan/{BASE}@00000000"))
    qtbot.waitUntil(lambda: "00000000" in room.prose.title.text())
    assert not room.prose.use.isEnabled()


def test_two_plans_are_compared_field_by_field(qtbot, room):
    choose(room, BASE, f"{BASE}-monitored")
    qtbot.mouseClick(room.table.compare, Qt.MouseButton.LeftButton)
    table = room.comparison.table
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    rows = {
        table.item(at, 0).text(): (table.item(at, 1).text(), table.item(at, 2).text())
        for at in range(table.rowCount())
    }
    assert rows["Monitoring › Share of the level"] in (("not set", "0.1"), ("0.1", "not set"))
    address = room.crumbs()[-1].address
    assert parse_address(str(address)) == address
    room.show_address(Address(Room.PLANS, (BASE, "compare", BASE)))
    qtbot.waitUntil(lambda: room.comparison.note.text() == SAME)


def test_what_was_read_stays_with_its_time_while_plans_cannot_be_read(qtbot, room, place):
    count, note = room.table.table.rows.rowCount(), room.table.note
    draft = write_draft(StoredDraft("broken", b"", ""), place)
    draft.with_suffix(".json").unlink()
    room.show_address(Address(Room.PLANS))
    qtbot.waitUntil(lambda: " Shown as of " in note.text())
    assert room.table.table.rows.rowCount() == count
    draft.unlink()
    room.show_address(Address(Room.PLANS))
    qtbot.waitUntil(lambda: note.text() == f"{count} plans.")


def test_the_menu_of_a_plan_has_what_the_buttons_do_and_they_say_why_not(room):
    page = room.table
    page.table.selectRow(0)
    acts = [act for act in page.table.menu().actions() if not act.isSeparator()][:4]
    assert [act.text() for act in acts] == ["Use in a run", "Read", "Edit a copy…", "Compare"]
    assert [act.isEnabled() for act in acts] == [True, True, True, False]
    assert "two plans" in page.compare.toolTip()
    page.table.clearSelection()
    page.table.setCurrentIndex(page.table.shown.index(-1, -1))
    assert not page.use.isEnabled()
    assert page.use.toolTip()


def test_a_broken_file_is_told_line_by_line_and_a_good_one_is_read(qtbot, room, tmp_path):
    text = put(find_plan(BASE)[0].decode(), ("id",), "mine")
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    bad.write_text(
        text.replace("units = 260", "units = 0").replace("sessions = 2", 'sessions = "two"'), "utf-8"
    )
    good.write_text(text, "utf-8")
    room.take_files([bad])
    qtbot.waitUntil(lambda: room.wrong.table.rowCount() == 2)
    lines = bad.read_text("utf-8").split("\n")
    words = [[room.wrong.table.item(at, c).text() for c in (0, 2)] for at in range(2)]
    assert words == [
        [str(lines.index('sessions = "two"') + 1 if 'sessions = "two"' in lines else 8), "sessions"],
        [str(lines.index("units = 0") + 1), "stages 4.units"],
    ]
    room.take_files([good])
    qtbot.waitUntil(lambda: room.prose.plan is not None and room.prose.plan.id == "mine")
    assert room.prose.plan.runs_as == str(good)


def test_what_is_no_plan_is_refused_below_the_list_and_a_submission_handed_on(room, tmp_path):
    handed, folder = [], tmp_path / "filing"
    folder.mkdir()
    (folder / "filing.toml").touch()
    room.handed.connect(handed.append)
    room.take_files([tmp_path / "report.pdf"])
    assert room.table.note.text() == "report.pdf: drop one plan file (TOML), or the folder of a submission."
    room.take_files([folder])
    assert handed == [Handed(Room.SUBMISSIONS, (folder,))]


def test_every_control_has_a_name_and_no_key_is_taken_twice(room):
    for view in (room.table, room.prose, room.comparison, room.editor):
        buttons = view.findChildren(QAbstractButton)
        for button in buttons:
            assert button.accessibleName() or button.text() or button.parent().accessibleName(), button
        keys = [button.shortcut().toString() for button in buttons if button.shortcut().toString()]
        assert len(keys) == len(set(keys)), keys
