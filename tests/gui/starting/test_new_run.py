"""A new run: its plan is chosen by game, device class and words; preflight before anything is recorded, one start, or a place in the queue."""

import json
import sys
import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from labharness.acts import queue
from labharness.app.catalog.plan_index import SILENT
from labharness.app.devices.preflight import RunOrder, Simulators, simulations
from labharness.app.people.conducting import BenchPerson
from labharness.app.planning.preflight_rows import PreflightItem, PreflightRow, examine, may_begin
from labharness.app.workspace.workspace import Workspace
from labharness.errors import QueueError
from labharness.gui.kit.page import Handed
from labharness.gui.shell.floating import stops
from labharness.gui.starting.plan_choice import KEY, LAST, READING
from labharness.gui.starting.start_panel import NO_DEVICE, WAITING, FormField, fix_of
from labharness.language.catalog import say
from labharness.model.address import Address, Room
from labharness.model.device import DeviceClass
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.model.reasons.wire import Wire
from labharness.nights.items import Item
from labharness.nights.schedules import LABORATORY
from labharness.plans.frozen import find_plan
from tests.gui.conftest import Both
from tests.support.seats import Seats
from tests.support.window.hands import fill, hands
from tests.support.window.specimen import DRAWS, SHUFFLES


def rows(page):
    table = page.preflight
    return [[table.item(at, column).text() for column in range(3)] for at in range(table.rowCount())]


@pytest.fixture
def form(qtbot, window, bench):
    qtbot.waitUntil(lambda: bool(bench.looked))
    return window.form


def test_a_refusal_stands_in_its_row_and_nothing_can_be_started(qtbot, form, bench):
    bench.rows = (
        PreflightRow(PreflightItem.PLAN, good=True, shown="A plan"),
        PreflightRow(PreflightItem.ADAPTERS, good=False, reasons=(Runs.READER_NEEDED(),)),
        PreflightRow(PreflightItem.DEVICE, None, wanted="continuous shuffler"),
    )
    form.panel.operator.setText("A. Clerk")
    qtbot.waitUntil(lambda: form.banner.word.text() == "Not ready")
    assert [row[:2] for row in rows(form)] == [
        ["Plan", "A plan"],
        ["Adapters", "The run needs a reader of cards. Give one, such as watch://FOLDER."],
        ["Device", WAITING],
    ]
    assert rows(form)[2][2] == "Present and free: continuous shuffler"
    assert not form.panel.start.isEnabled()
    assert bench.looked[-1].operator == "A. Clerk"


SERIAL = Runs.OTHER_SERIAL(serial="1", submission="2026-0117", serials=("2",))
FIXES = (
    (PreflightItem.ADAPTERS, Runs.READER_NEEDED(), FormField.READER),
    (PreflightItem.ADAPTERS, Runs.MARKS_NOT_READ(), FormField.CARDS),
    (PreflightItem.PLACE, Workspaces.LOW_SPACE(folder="x", free=1, needed=2), Address(Room.EVIDENCE)),
    (PreflightItem.PLACE, Runs.SAME_URL(), FormField.READER),
    (PreflightItem.DEVICE, Conduct.OTHER_CLASS(planned="a", reported="b"), FormField.PLAN),
    (PreflightItem.DEVICE, Wire.IN_USE(link="usb://1:1"), None),
    (PreflightItem.DEVICE, Wire.NO_PATH(link="file:///x", why="missing"), FormField.DEVICE),
    (PreflightItem.DEVICE, SERIAL, Address(Room.SUBMISSIONS, ("2026-0117", "items"))),
)


def test_each_refusal_has_a_fix_that_leads_to_its_place():
    order = RunOrder(DRAWS, "usb://1:1", submission="2026-0117")
    for item, reason, leads_to in FIXES:
        fix = fix_of(PreflightRow(item, good=False, reasons=(reason,)), order)
        assert fix.title
        assert fix.leads_to == leads_to, reason
        assert fix_of(PreflightRow(item, good=True), order) is None
        assert fix_of(PreflightRow(item, None), order) is None, "it is mended with the item above"


@pytest.mark.long
def test_a_fix_gives_the_field_the_keyboard_or_opens_the_place(qtbot, form, bench):
    went = []
    form.went.connect(went.append)
    bench.rows = (
        PreflightRow(PreflightItem.ADAPTERS, good=False, reasons=(Runs.INPUT_NOT_READ(stage="s"),)),
        PreflightRow(PreflightItem.DEVICE, good=False, reasons=(Wire.IN_USE(link="usb://1:1"),)),
        PreflightRow(PreflightItem.CLOCK, good=None, needed=False),
    )
    form.panel.operator.setText("A. Clerk")
    qtbot.waitUntil(lambda: len(form.preflight.buttons) == 3)
    qtbot.waitActive(form.window())
    plan, again, clock = form.preflight.buttons
    qtbot.click(clock)
    assert went == [Address(Room.SETTINGS, ("workspace",))]
    qtbot.click(plan)
    assert form.panel.plan.button.hasFocus()
    looked = len(bench.looked)
    qtbot.click(again)
    qtbot.waitUntil(lambda: len(bench.looked) == looked + 1)


def test_a_plan_file_is_dropped_on_the_form_and_a_bad_one_refused_beside_the_plan(qtbot, form, tmp_path):
    content, _ = find_plan(DRAWS)
    good, bad, folder = (tmp_path / name for name in ("good.toml", "bad.toml", "filing"))
    good.write_bytes(content.replace(f'id = "{DRAWS}"'.encode(), b'id = "mine"'))
    bad.write_bytes(content.replace(b"schema", b"scheme", 1))
    drop, field = hands(qtbot).drop, form.panel.plan
    drop(form, [good])
    assert (field.plan.id, form.panel.order().plan) == ("mine", str(good))
    for files, words in (
        ([bad], "bad.toml is not used: "),
        ([tmp_path / "picture.png"], "picture.png is no plan. Drop one plan file"),
        ([good, bad], "Drop one plan file"),
    ):
        drop(form, files)
        assert field.about.text().startswith(words)
        assert field.plan.id == "mine", "the plan that was chosen stays"
    handed = []
    folder.mkdir()
    (folder / "filing.toml").touch()
    form.handed.connect(handed.append)
    drop(form, [folder])
    assert handed == [Handed(Room.SUBMISSIONS, (folder,))], "the folder of a submission is for its room"


def test_start_works_once(qtbot, form, bench):
    bench.command = [sys.executable, "-c", "import time; time.sleep(1)"]
    qtbot.waitUntil(form.panel.start.isEnabled)
    qtbot.click(form.panel.start)
    qtbot.click(form.panel.start)
    form.panel.wanted.emit(form.panel.named())
    assert len(bench.ordered) == 1
    qtbot.waitUntil(lambda: not form.launcher.busy)


def test_a_form_that_is_shown_or_changed_again_is_checked_again_and_a_begun_run_leaves_nothing(
    qtbot, form, bench
):
    """What was mended elsewhere was still refused here until somebody thought of F5."""
    bench.rows = (PreflightRow(PreflightItem.CLOCK, good=False),)
    form.panel.operator.setText("x")
    qtbot.waitUntil(lambda: form.banner.word.text() == "Not ready")
    form.hide()
    bench.rows = (
        PreflightRow(PreflightItem.PLAN, good=True),
        PreflightRow(PreflightItem.CLOCK, good=None, needed=False),
    )
    form.show()
    qtbot.waitUntil(lambda: form.banner.word.text() == "Ready")
    assert form.panel.start.isEnabled(), "a warning does not keep from starting"
    assert rows(form)[1][1] == "The system does not say whether it is synchronized."
    form.panel.device.setEditText("usbip://127.0.0.1:3240/1-1")
    assert not form.panel.start.isEnabled(), "what was looked at before a change counts no longer"
    assert rows(form) == []
    qtbot.waitUntil(form.panel.start.isEnabled)
    form.launcher.begun.emit("run-1")
    assert form.banner.word.text() == "New run", "no preflight of a run that began stays, nor its button"
    assert rows(form) == []
    assert not form.panel.start.isEnabled()


def test_what_the_search_shows_stands_beside_what_was_refused_and_by_no_address(form):
    panel = form.panel
    assert not panel.submission.isEnabled(), "a workspace without a register asks for no submission"
    panel.device.setEditText("")
    panel.show_devices(())
    assert panel.note.text() == NO_DEVICE
    panel.device.setEditText("usbip://127.0.0.1:3240/1-1")
    assert panel.note.text() == ""
    panel.device.setEditText("")
    panel.refuse("The register is damaged.")
    panel.show_devices(())
    assert panel.note.text() == f"The register is damaged.\n{NO_DEVICE}"
    # The operator is who is logged in and on the list, unless somebody was named.
    panel.operator.clear()
    panel.show_people((BenchPerson("a", "A. Clerk", ("engineer",)), BenchPerson("b", "B. Clerk")))
    assert panel.operator.text() == "A. Clerk"
    panel.operator.setText("somebody else")
    panel.show_people((BenchPerson("b", "B. Clerk"),))
    assert panel.operator.text() == "somebody else"


def test_a_run_is_queued_for_a_bench(qtbot, form, bench):
    asked, refusals = [], []

    def queued(act, **given):
        assert act is queue.add
        if refusals:
            raise refusals.pop()
        asked.append(given)
        return (Item(id="n", bench=given["bench"], device="", order={}),)

    def order(**given):
        qtbot.waitUntil(lambda: form.dialog is None and form.queue.isEnabled())
        qtbot.click(form.queue)
        assert not form.dialog.do.isEnabled()
        fill(form.dialog, bench="bench-1", **given)
        title = form.dialog.do.accessibleName()
        qtbot.click(form.dialog.do)
        return title

    bench.seat = Seats(queued, bench.workspace)
    order(attended=True)
    qtbot.waitUntil(lambda: "waits on bench bench-1" in form.note.text())
    (given,) = asked
    assert (given["plan"], given["at"], given["attended"]) == (form.panel.plan.plan.name, "18:00", True)
    assert given["zone"] == LABORATORY
    assert set(given) <= {each.name for each in queue.add.parameters}
    assert order(repeat=3, every="weeknights at 18:00") == "Add schedule"
    qtbot.waitUntil(lambda: len(asked) == 2)
    assert asked[1]["every"] == "weeknights at 18:00"
    assert not {"at", "repeat"} & set(asked[1]), "a rule has its own moments"
    refusals.append(QueueError(Nights.BEGUN(item="n")))
    order(at="22:00")
    qtbot.waitUntil(form.dialog.do.isEnabled)
    assert form.dialog.note.text() == say(Nights.BEGUN(item="n"))
    assert form.dialog.form.values["at"] == "22:00"


def test_numbers_jump_to_the_steps_and_a_simulated_device_is_chosen(qtbot, form):
    form.panel.start.setFocus()
    qtbot.keyClick(form.panel.start, Qt.Key.Key_2)
    assert form.panel.device.hasFocus()
    form.panel._offer_simulations()
    assert any("ontinuous" in action.text() for action in form.panel._menu.actions())
    form.panel.practice.emit("continuous_shuffler")
    qtbot.waitUntil(lambda: form.panel.order().device == "usbip://127.0.0.1:1/continuous_shuffler")


def test_an_address_chooses_the_plan(qtbot, main_window):
    main_window.open(Address(Room.NEW_RUN, ("plan", DRAWS)))
    form = main_window.page.panel
    qtbot.waitUntil(lambda: form.plan.plan is not None and form.plan.plan.name == DRAWS)


def test_preflight_looks_at_everything_and_records_nothing(tmp_path, simulated):
    space, order = Workspace.init(tmp_path / "workspace"), RunOrder(DRAWS, simulated("rng"))

    def states(order):
        return {row.item: row.good for row in examine(space, order)}

    assert may_begin(examine(space, order))
    looked = [item for item in PreflightItem if item not in (PreflightItem.SUBMISSION, PreflightItem.DATA)]
    clock = {PreflightItem.CLOCK: states(order)[PreflightItem.CLOCK]}
    assert states(order) == dict.fromkeys(looked, True) | clock
    unknown = {PreflightItem.PLAN: False, PreflightItem.ADAPTERS: None, PreflightItem.DEVICE: None}
    assert states(RunOrder("no-such-plan", "usbip://127.0.0.1:9/1-1")) == unknown
    assert states(replace(order, submission="no-such"))[PreflightItem.SUBMISSION] is False
    assert list((space.path / "runs").iterdir()) == []


def test_a_simulated_device_is_a_process_that_answers_and_ends_when_no_run_uses_it(refusal):
    started = Simulators()
    (kind,) = [each.kind for each in simulations(DeviceClass.COMPUTERIZED_RNG)]
    device = started.start(kind)
    (_, process) = started._started[0]
    assert device.url.startswith("usbip://127.0.0.1:")
    assert device.title.startswith("Simulated: ")
    started.stop()
    assert process.poll() is not None
    assert refusal(Simulators().start, "no-such-machine")


@pytest.fixture
def field(qtbot, window):
    qtbot.waitUntil(lambda: window.start.plan.plan is not None)
    return window.start.plan


@pytest.fixture
def chooser(qtbot, field):
    return opened(qtbot, field)


def opened(qtbot, field):
    qtbot.click(field.button)
    qtbot.waitUntil(lambda: field.chooser is not None and field.chooser.isVisible())
    return field.chooser


def keys(box):
    return [box.item(row).data(KEY) for row in range(box.count())]


def item(box, key):
    return box.item(keys(box).index(key))


def pick(qtbot, box, key):
    box.scrollToItem(item(box, key))
    place = box.visualItemRect(item(box, key)).center()
    qtbot.mouseClick(box.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_every_game_is_there_and_only_the_devices_that_its_chapter_names_can_be_chosen(qtbot, chooser, field):
    assert chooser.details.plan == field.plan
    assert chooser.games.currentItem().data(KEY) == "blackjack-633a"
    shown = [chooser.games.item(row).text() for row in range(chooser.games.count())]
    assert shown == [f"{game.title}\nchapter {game.chapter}" for game in field.index.games]
    assert len(shown) == len(set(shown)) == 19
    pick(qtbot, chooser.devices, "batch_shuffler")
    usual = "blackjack-633a-batch-shuffler"
    assert set(keys(chooser.plans)) == {SHUFFLES, f"{SHUFFLES}-monitored", usual, f"{usual}-unmarked"}
    assert [each for each in stops(chooser) if not each.accessibleName()] == []
    for game in field.index.games:
        pick(qtbot, chooser.games, game.id)
        assert keys(chooser.devices) == [each.value for each in DeviceClass]
        for device in DeviceClass:
            row, named = item(chooser.devices, device.value), device in game.devices
            assert bool(row.flags() & Qt.ItemFlag.ItemIsEnabled) == named == (SILENT not in row.text()), game
        # One that is grayed is not stood on by a click.
        silent = next(each for each in DeviceClass if each not in game.devices)
        pick(qtbot, chooser.devices, silent.value)
        assert chooser.devices.currentItem().data(KEY) != silent.value


def test_a_plan_is_chosen_by_mouse_says_what_it_asks_for_and_is_remembered(qtbot, chooser, field, bench):
    pick(qtbot, chooser.games, "pai-gow-poker-645a")
    pick(qtbot, chooser.devices, "batch_shuffler")
    assert keys(chooser.plans) == ["pai-gow-poker-645a-batch-shuffler"]
    plan = field.index.find("pai-gow-poker-645a-batch-shuffler")
    lines = {name: line.text() for name, line in chooser.details.lines.items()}
    assert (lines["Purpose"], lines["Sample"], lines["People"]) == (plan.purpose, plan.sample, plan.hours)
    assert lines["Sample"].startswith("260 shuffles")
    assert "53 cards with 1 joker" in lines["Cards"]
    assert "§\N{NO-BREAK SPACE}645a.5" in lines["Chapter"]
    assert lines["Reason"] == plan.reason
    qtbot.click(chooser.choose)
    assert field.plan.id == "pai-gow-poker-645a-batch-shuffler"
    assert "260 shuffles" in field.about.text()
    second = Both(bench, lambda _: True)  # which remembers the choice
    qtbot.addWidget(second)
    qtbot.waitUntil(lambda: second.start.plan.plan is not None)
    assert second.start.plan.plan.id == "pai-gow-poker-645a-batch-shuffler"


def test_words_narrow_the_choice_and_the_keys_alone_finish_it(qtbot, chooser, field):
    before = field.plan
    qtbot.keyClicks(chooser.words, "roulette")
    assert chooser.games.count() == chooser.devices.count() == chooser.plans.count() == 0
    assert chooser.note.text() == "No plan contains these words."
    assert not chooser.choose.isEnabled()
    qtbot.keyClick(chooser.words, Qt.Key.Key_Return)
    assert field.plan == before
    assert chooser.words.hasFocus()
    chooser.words.clear()
    qtbot.keyClicks(chooser.words, "PAI generator 588")
    assert keys(chooser.games) == ["six-card-fortune-pai-gow-poker-588"]
    assert chooser.details.plan.device is DeviceClass.COMPUTERIZED_RNG
    assert "no plan contains these words" in item(chooser.devices, "dice_shaker").text()
    chooser.words.clear()
    qtbot.keyClicks(chooser.words, "black jack")
    assert [key.rpartition("-")[2] for key in keys(chooser.games)] == ["633a", "581", "591", "590", "551"]
    chooser.games.setCurrentRow(0)
    qtbot.keyClick(chooser.words, Qt.Key.Key_Down)
    assert chooser.games.currentRow() == 1
    qtbot.keyClick(chooser.words, Qt.Key.Key_Tab)
    assert chooser.games.hasFocus()
    qtbot.keyClick(chooser.games, Qt.Key.Key_End)
    qtbot.keyClick(chooser.games, Qt.Key.Key_Up)
    qtbot.keyClick(chooser.games, Qt.Key.Key_Tab)
    assert chooser.devices.hasFocus()
    qtbot.keyClick(chooser.devices, Qt.Key.Key_Home)
    for _ in range(4):
        qtbot.keyClick(chooser.devices, Qt.Key.Key_Down)
    # The fifth of the classes is one of which the chapter is silent.
    assert chooser.devices.currentItem().data(KEY) == "double_shoe"
    wanted = chooser.details.plan
    assert wanted.id == "free-bet-blackjack-590-double-shoe"
    qtbot.keyClick(chooser.devices, Qt.Key.Key_Return)
    assert field.plan == wanted
    assert field.chooser is None


def test_a_choice_that_is_gone_is_none_and_plans_that_cannot_be_read_are_told(qtbot, bench):
    for kept in ("{", "[]", '{"plan": "gone"}', '{"plan": "/nowhere/gone.toml"}'):
        (bench.place / LAST).write_text(kept, encoding="utf-8")
        form = qtbot.addWidget(Both(bench, lambda _: True))
        qtbot.waitUntil(lambda form=form: form.start.plan.index is not None)
        assert form.start.plan.plan is None, kept
        assert not form.start.start.isEnabled()

    def broken():
        raise OSError("The disk is gone.")

    bench.plans = broken
    form = qtbot.addWidget(Both(bench, lambda _: True))
    qtbot.waitUntil(lambda: form.start.plan.about.text() == "The disk is gone.")


def test_the_same_plan_for_other_decks_is_kept_as_a_file_and_run(qtbot, chooser, field, window, bench):
    pick(qtbot, chooser.games, "spanish-21-551")
    pick(qtbot, chooser.devices, "batch_shuffler")
    decks = chooser.details.decks
    assert [decks.itemText(i) for i in range(decks.count())] == ["6 decks (usual)", "8 decks"]
    decks.setFocus()
    qtbot.keyClick(decks, Qt.Key.Key_Down)
    assert chooser.details.lines["Cards"].text().startswith("8 decks, 384 cards")
    assert not (bench.place / "plans").exists()
    qtbot.click(chooser.choose)
    (file,) = (bench.place / "plans").iterdir()
    assert file.name == "spanish-21-551-batch-shuffler-8-decks.toml"
    bench.command = ["no-such-program"]
    qtbot.waitUntil(window.start.start.isEnabled)
    qtbot.click(window.start.start)
    assert bench.ordered == [(str(file), "usb://1209:4614/7", "")]
    again = opened(qtbot, field)
    assert again.details.plan.name == str(file)
    assert "your file" in again.plans.currentItem().text()
    again.reject()


def test_a_file_from_anywhere_is_offered_or_its_mistakes_are_told(qtbot, chooser, field, bench, tmp_path):
    good, bad = tmp_path / "mine.toml", tmp_path / "bad.toml"
    content, _ = find_plan(SHUFFLES)
    good.write_bytes(content.replace(SHUFFLES.encode(), b"mine"))
    bad.write_bytes(content.replace(b"schema = 1", b"schema = 2"))
    chooser.show_file(bad)
    assert "bad.toml" in chooser.note.text()
    qtbot.keyClicks(chooser.words, "dice")
    chooser.show_file(good)
    assert chooser.details.plan.name == str(good)
    qtbot.keyClick(chooser.choose, Qt.Key.Key_Return)
    assert (field.plan.id, field.plan.name) == ("mine", str(good))
    assert json.loads((bench.place / LAST).read_text())["plan"] == str(good)
    (bench.place / "plans").mkdir()
    (bench.place / "plans" / "half.toml").write_text("schema = ", encoding="utf-8")
    chooser = opened(qtbot, field)
    assert chooser.note.text().startswith("Left out: half.toml")
    chooser.reject()


def test_the_window_lives_while_the_plans_are_read(qtbot, bench):
    go, real = threading.Event(), bench.plans
    bench.plans = lambda: go.wait(120) and real()
    window = qtbot.shown(Both(bench, lambda _: True))
    assert window.start.plan.button.text() == READING
    assert window.start.plan.index is None
    go.set()
    qtbot.waitUntil(lambda: window.start.plan.plan is not None)
