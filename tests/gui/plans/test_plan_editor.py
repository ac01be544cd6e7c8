"""The room of plans: found by words, read as prose, compared, edited without a lost byte, with mistakes beside their fields."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton

from labharness.acts.declaring import Seat
from labharness.app.planning.plan_versions import StoredDraft, begin_draft, history, read_draft, write_draft
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit.page import Handed
from labharness.gui.kit.tables.fact_table import menu_of
from labharness.gui.plans.editor_page import EditorPage
from labharness.gui.plans.plan_draft import PlanDraft
from labharness.gui.plans.plan_list import PlanList
from labharness.gui.plans.plan_views import SAME, PlanFacts
from labharness.gui.plans.plans_room import PlansRoom
from labharness.gui.shell.floating import stops
from labharness.model.address import Address, Room, parse_address
from labharness.plans.coverage import packaged
from labharness.plans.frozen import composable, find_plan
from labharness.plans.written.edits import put
from tests.support.window.heartbeat import Heartbeat

BASE = "blackjack-633a-batch-shuffler-by-hand"
SHUFFLES = ("stages", 3)


@pytest.fixture
def place(tmp_path):
    return Workspace.init(tmp_path / "w").path


@pytest.fixture
def facts(place):
    facts = PlanFacts(Seat(Workspace(place)))
    yield facts
    facts.simulators.close()


@pytest.fixture
def page(qtbot, facts):
    page = qtbot.shown(EditorPage(facts), 1100, 720)
    page.show_draft(begin_draft(BASE, "ours", facts.place, facts.catalog))
    checked(qtbot, page)
    return page


def checked(qtbot, page):
    qtbot.waitUntil(lambda: not page._rest.isActive() and not page._check.busy and page.examined is not None)


def never(draft):
    raise AssertionError(draft)


def field(page, *path):
    page.outline.choose(path[:-1])
    return page.form.rows[path]


def retype(qtbot, row, text):
    row.editor.target.setFocus()
    row.editor.target.selectAll()
    qtbot.keyClicks(row.editor.target, text)


def test_the_form_opens_every_packaged_plan_and_changes_no_byte(qtbot, facts):
    page = qtbot.addWidget(EditorPage(facts))
    for place, name in enumerate([*packaged(), *composable()]):
        content = find_plan(name)[0]
        if place % 30 == 0:
            page.draft.open(StoredDraft("", content, ""))
            for part in {part.model: part for part in page.outline._parts}.values():
                page.outline.choose(part.path)
            assert page.draft.stored.content == content
            assert not page.draft.stack.canUndo()
        else:
            draft = PlanDraft(never)
            draft.open(StoredDraft("", content, ""))
            assert draft.stored.content == content


def test_one_edited_field_is_one_changed_line_and_is_undone(qtbot, page):
    before = page.draft.text
    retype(qtbot, field(page, *SHUFFLES, "units"), "300")
    changed = [(a, b) for a, b in zip(before.split("\n"), page.draft.text.split("\n"), strict=True) if a != b]
    assert changed == [("units = 260", "units = 300")]
    qtbot.click(page.bar.undo)
    assert page.draft.text == before
    assert field(page, *SHUFFLES, "units").editor.value == "260"
    qtbot.click(page.bar.redo)
    assert "units = 300" in page.draft.text
    row = field(page, *SHUFFLES, "jams_allowed")
    page.form.focus((*SHUFFLES, "jams_allowed"))
    qtbot.keyClicks(row.editor.target, "12")
    assert page.draft.value((*SHUFFLES, "jams_allowed")) == 12
    assert page.form.rows[*SHUFFLES, "jams_allowed"] is row, "the cursor stays in a field that was not set"
    name = page.form.rows[*SHUFFLES, "name"]
    retype(qtbot, name, "mixes")
    assert page.draft.value((*SHUFFLES, "name")) == "mixes"
    assert page.form.rows[*SHUFFLES, "name"] is name, "and in a name"
    assert page.outline.part.title.startswith("mixes")
    draft, text = PlanDraft(never), before.replace("\n", "\r\n")
    draft.open(StoredDraft("", text.encode(), ""))
    draft.set((*SHUFFLES, "units"), 261)
    assert draft.stored.content == text.replace("units = 260", "units = 261").encode(), "line ends stay"


def test_leniency_is_shown_beside_the_fields_and_a_title_changes_no_figure(qtbot, page):
    figures = dict(page.work.known)
    retype(qtbot, field(page, "title"), "Another")
    checked(qtbot, page)
    assert (page.work.known, page.work.stale) == (figures, False)
    menu_of(page.panel.table).actions()[0].trigger()  # the figures are taken into a letter
    titles, *rows = QGuiApplication.clipboard().text().splitlines()
    assert titles.split("\t") == ["Defect", "Before", "Now"]
    assert len(rows) == page.panel.table.rowCount() > 0
    page.draft.set(("decision", "laboratory_level"), 0.0001)
    checked(qtbot, page)
    assert "no run of this plan can pass" in page.panel.lenient.text()
    assert page.bar.store.isEnabled()
    qtbot.click(page.bar.store)
    assert page.dialog.warning.isVisible()
    page.dialog.reject()


def test_every_kind_of_change_is_undone_to_the_start(qtbot, page):
    before, states = page.draft.text, []
    draft = page.draft
    for change in (
        lambda: draft.set(("title",), "A"),
        lambda: draft.set((*SHUFFLES, "jams_allowed"), 2),
        lambda: draft.remove(("sessions",)),
        lambda: draft.add(("checks",), {"id": "more", "check": "inversions", "stage": "shuffles"}, 3),
        lambda: draft.move(("stages",), 4, 1),
        lambda: draft.remove(("checks", 0)),
        lambda: draft.set(("decision", "laboratory_level"), 0.005),
        lambda: draft.write(draft.text + "# a note\n"),
        lambda: draft.write("broken = "),
    ):
        states.append(draft.text)
        draft.seal()
        change()
        assert draft.text != states[-1]
    for state in reversed(states):
        draft.stack.undo()
        assert draft.text == state
    assert draft.text == before
    while draft.stack.canRedo():
        draft.stack.redo()
    assert draft.text == "broken = "
    draft.stack.setIndex(0)
    assert page.outline.topLevelItemCount() > 4


def test_a_mistake_stands_beside_its_field_and_prevents_the_save(qtbot, page):
    row = field(page, "interruptions_allowed")
    retype(qtbot, row, "-1")
    qtbot.waitUntil(lambda: bool(row.mistake))
    assert "at least 0" in row.mistake
    assert not page.bar.store.isEnabled()
    assert page.bar.wrong.text() == "1 mistake (F8)"
    retype(qtbot, field(page, *SHUFFLES, "units"), "many")
    qtbot.waitUntil(lambda: len(page.mistakes) == 2)
    assert page.form.rows[*SHUFFLES, "units"].editor.value == "many"  # what was typed stays
    seen = []
    for _ in range(2):
        page.next_mistake()
        seen.append(page.outline.part.path)
    assert sorted(seen) == [(), SHUFFLES]
    page.draft.stack.setIndex(0)
    retype(qtbot, field(page, *SHUFFLES, "units"), "100")
    checked(qtbot, page)
    assert [mistake.key for mistake in page.mistakes] == ["sample_size_reason"], "of the whole plan"
    page.next_mistake()
    assert "State what the sample sizes" in page.form.rows[("sample_size_reason",)].mistake
    page.draft.set(("id",), BASE)
    checked(qtbot, page)
    assert "id" in [mistake.key for mistake in page.mistakes]


def test_what_no_form_shows_is_kept_and_shown_as_text(qtbot, page):
    page.draft.write(page.draft.text.replace("[game]\n", "[game]\nfuture = { a = [1] } # ours\n"))
    page.outline.choose(("game",))
    labels = [each.text() for each in page.form.findChildren(type(page.bar.note))]
    assert "{ a = [1] }" in labels
    retype(qtbot, field(page, "game", "set"), "base")
    assert "future = { a = [1] } # ours\n" in page.draft.text
    row = field(page, "checks", 8, "parameters")
    assert row.editor.value.startswith("{ groups = [")


def test_parts_are_moved_and_the_text_view_is_the_same_plan(qtbot, page):
    count = len(page.draft.value(("checks",)))
    page.outline.choose(("checks", 2))
    page.outline_bar._fill()
    (act,) = [action for action in page.outline_bar.menu.actions() if action.text() == "Check"]
    act.trigger()
    assert len(page.draft.value(("checks",))) == count + 1
    assert page.outline.part.path == ("checks", 3)
    qtbot.click(page.outline_bar.up)
    assert page.outline.part.path == ("checks", 2)
    qtbot.click(page.outline_bar.remove)
    assert len(page.draft.value(("checks",))) == count
    page.draft.stack.setIndex(0)
    assert page.draft.value(("checks",))[2]["id"] == "position-card"
    page.bar.text.setChecked(True)
    page.text.setPlainText(page.draft.text.replace("units = 260", "units = 0"))
    checked(qtbot, page)
    assert [mistake.key for mistake in page.mistakes] == ["stages 4.units"]
    page.next_mistake()
    assert page.text.textCursor().block().text() == "units = 0"
    page.text.setPlainText("schema = ")
    checked(qtbot, page)
    assert page.mistakes[0].line == 1
    page.draft.stack.undo()
    assert "units = 0" in page.text.toPlainText()


def test_drafts_are_kept_while_somebody_types_and_outlive_the_window_and_a_lost_disk(qtbot, page, place):
    assert "is kept" in page.bar.note.text(), "nothing was changed yet"
    retype(qtbot, field(page, "title"), "Half a ti")
    assert "Keeping" in page.bar.note.text()
    qtbot.waitUntil(lambda: "is kept" in page.bar.note.text())
    gone = place.with_name("gone")
    place.rename(gone)
    retype(qtbot, field(page, "title"), "Typed meanwhile")
    qtbot.waitUntil(lambda: "not kept" in page.bar.note.text())
    assert not place.exists()
    gone.rename(place)
    retype(qtbot, field(page, "title"), "And it is back")
    page.stop()
    again = read_draft("ours", place)
    assert again.content == page.draft.stored.content
    assert b'title = "And it is back"' in again.content


def test_a_version_is_saved_with_a_reason(qtbot, page, place):
    retype(qtbot, field(page, "title"), "Ours")
    checked(qtbot, page)
    assert page.bar.store.text() == "&Save as version 5…"
    qtbot.click(page.bar.store)
    assert not page.dialog.do.isEnabled()
    qtbot.keyClicks(page.dialog.why, "Another title.")
    with qtbot.waitSignal(page.saved):
        qtbot.click(page.dialog.do)
    (version,) = history("ours", place)
    assert (version.version, version.reason) == (5, "Another title.")
    assert page.name == ""
    assert not list((place / "drafts").rglob("*.toml"))


class CountedSimulators:
    """Counts what is computed, and computes nothing by itself."""

    def __init__(self, facts):
        self.facts, self.asked = facts, []

    def powers(self, frozen, catalog, defects, replicates, given_up):  # noqa: ARG002
        self.asked.append((frozen.plan.acquisitions[0].units, len(defects), replicates))
        given_up.wait(0.2)
        yield from self.facts.base_powers(BASE)[1 : 1 + len(defects)] if not given_up.is_set() else ()

    def close(self):
        pass


def test_twenty_edits_are_one_computation_and_the_window_never_waits(qtbot, facts):
    simulators = facts.simulators = CountedSimulators(facts)
    page = qtbot.shown(EditorPage(facts))
    draft = begin_draft(BASE, "ours", facts.place, facts.catalog)
    own = put(draft.content.decode(), ("sample_size_reason",), "Ours.").encode()
    page.show_draft(type(draft)(draft.name, own, draft.based_on))
    checked(qtbot, page)
    assert simulators.asked == []  # the table of the plan fits
    assert {generator.defect for generator in page.work.known.values()} >= {"riffles:7"}
    heart = Heartbeat()
    heart.start()
    row = field(page, *SHUFFLES, "units")
    for units in range(261, 281):
        row.editor.show_value(str(units))
        row.editor.changed.emit()
        qtbot.wait(30)
    assert page.work.stale
    qtbot.waitUntil(
        lambda: not page.work.stale and len(simulators.asked) == 1 and page.work._computed is not None
    )
    qtbot.wait(700)
    heart.stop()
    assert simulators.asked == [(280, 5, 20)]
    assert page.work.begun == 1
    # Processor time of the window's thread: other work on the machine does not count.
    assert sorted(gap[0] for gap in heart.gaps)[-3] < 50, heart.found()


def test_a_form_has_few_stops_for_the_keyboard(page):
    for part in list(page.outline._parts):
        page.outline.choose(part.path)
        stops = [
            row
            for row in page.form.rows.values()
            if row.isVisibleTo(page.form) and row.editor.target.focusPolicy()
        ]
        assert len(stops) <= 12, part


def test_whatever_is_typed_or_not_chosen_stays_and_is_a_mistake_beside_the_field(qtbot, page):
    row = field(page, *SHUFFLES, "units")
    for text in ("nan", "1e400", "9" * 5000, '"', "]] # x", "\u202e", "{ a = 1 }"):
        row.editor.show_value(text)
        row.editor.changed.emit()
        page.draft.seal()
        assert row.editor.value == text
        checked(qtbot, page)
        assert [mistake.path for mistake in page.mistakes][:1] == [(*SHUFFLES, "units")], text
        assert row.mistake
    page.draft.stack.setIndex(0)
    assert page.draft.value((*SHUFFLES, "units")) == 260
    for path in (("device_class",), ("citations", 0, "status"), (*SHUFFLES, "observes")):
        row = field(page, *path)
        row.editor.box.setCurrentIndex(0)
        row.editor.box.activated.emit(0)
        checked(qtbot, page)
        assert path in [mistake.path for mistake in page.mistakes]
        assert page.form.rows[path].note.text().startswith("⚠")
    assert not page.bar.store.isEnabled()


@pytest.fixture
def room(qtbot, place):
    room, went = PlansRoom(Seat(Workspace(place))), []
    room.went.connect(went.append)
    room.went.connect(lambda address: room.show_address(address) if address.room is Room.PLANS else None)
    room.gone = went
    qtbot.shown(room, 1100, 700)
    qtbot.waitUntil(lambda: room.table.table.rows.rowCount() > 0)
    return room


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


def test_the_table_has_every_plan_and_every_control_a_name(qtbot, room):
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
    for view in (room.table, room.prose, room.comparison, room.editor):
        buttons = view.findChildren(QAbstractButton)
        for button in buttons:
            assert button.accessibleName() or button.text() or button.parent().accessibleName(), button
        keys = [button.shortcut().toString() for button in buttons if button.shortcut().toString()]
        assert len(keys) == len(set(keys)), keys


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
    qtbot.click(room.prose.use)
    assert room.gone[-1] == Address(Room.NEW_RUN, ("plan", BASE))
    room.show_address(parse_address(f"labharness:/plan/{BASE}@00000000"))
    qtbot.waitUntil(lambda: "00000000" in room.prose.title.text())
    assert not room.prose.use.isEnabled()


def test_two_plans_are_compared_field_by_field(qtbot, room):
    choose(room, BASE, f"{BASE}-monitored")
    qtbot.click(room.table.compare)
    table = room.comparison.table
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    rows = [[table.item(at, column).text() for column in range(3)] for at in range(table.rowCount())]
    ((_, *shares),) = [row for row in rows if row[0] == "Monitoring › Share of the level"]
    assert sorted(shares) == ["0.1", "not set"]
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


def test_a_broken_file_is_told_line_by_line_a_good_one_is_read_and_what_is_none_refused(
    qtbot, room, tmp_path
):
    text = put(find_plan(BASE)[0].decode(), ("id",), "mine")
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    wrong = text.replace("units = 260", "units = 0").replace("sessions = 2", 'sessions = "two"')
    bad.write_text(wrong, "utf-8")
    good.write_text(text, "utf-8")
    room.take_files([bad])
    table, lines = room.wrong.table, wrong.split("\n")
    qtbot.waitUntil(lambda: table.rowCount() == 2)
    assert [[table.item(at, column).text() for column in (0, 2)] for at in range(2)] == [
        [str(lines.index('sessions = "two"') + 1), "sessions"],
        [str(lines.index("units = 0") + 1), "stages 4.units"],
    ]
    room.take_files([good])
    qtbot.waitUntil(lambda: room.prose.plan is not None and room.prose.plan.id == "mine")
    assert room.prose.plan.runs_as == str(good)
    handed, folder = [], tmp_path / "filing"
    folder.mkdir()
    (folder / "filing.toml").touch()
    room.handed.connect(handed.append)
    room.take_files([tmp_path / "report.pdf"])
    assert room.table.note.text() == "report.pdf: drop one plan file (TOML), or the folder of a submission."
    room.take_files([folder])
    assert handed == [Handed(Room.SUBMISSIONS, (folder,))]


def test_drafts_are_reached_before_the_table_that_they_stand_above(qtbot):
    plans = qtbot.shown(PlanList(), 1280, 800)
    plans.show_drafts(["first", "second"])
    drafts = ["Go on with the draft first", "Go on with the draft second"]
    qtbot.waitUntil(lambda: drafts[0] in [each.accessibleName() for each in stops(plans)])
    names = [each.accessibleName() for each in stops(plans)]
    at = names.index(drafts[0])
    assert names[at : at + 3] == [*drafts, "Plans"]


def test_buttons_that_move_a_part_have_room_for_their_arrows(qtbot, page):
    page.resize(1280, 800)
    for button in (page.outline_bar.up, page.outline_bar.down):
        assert button.width() >= button.minimumSizeHint().width()
