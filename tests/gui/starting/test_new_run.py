"""A new run: preflight before anything is recorded, one start, or a place in the queue."""

import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from labharness.acts import queue
from labharness.app.bench_work.entered_cards import FiledUnit
from labharness.app.devices.preflight import RunOrder, Simulators, simulations
from labharness.app.people.conducting import BenchPerson
from labharness.app.planning import preflight_rows
from labharness.app.planning.preflight_rows import (
    PreflightItem,
    PreflightRow,
    examine,
    may_begin,
    refuse_other_unit,
)
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, QueueError
from labharness.gui.kit.page import Handed
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
from tests.support.seats import Seats
from tests.support.window.hands import hands

RNG = "pai-gow-poker-645a-starting-position"


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


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
    order = RunOrder(RNG, "usb://1:1", submission="2026-0117")
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
    qtbot.waitUntil(lambda: len(form.preflight.buttons()) == 3)
    qtbot.waitActive(form.window())
    plan, again, clock = form.preflight.buttons()
    click(qtbot, clock)
    assert went == [Address(Room.SETTINGS, ("workspace",))]
    click(qtbot, plan)
    assert form.panel.plan.button.hasFocus()
    looked = len(bench.looked)
    click(qtbot, again)
    qtbot.waitUntil(lambda: len(bench.looked) == looked + 1)


def test_a_plan_file_is_dropped_on_the_form_and_a_bad_one_refused_beside_the_plan(qtbot, form, tmp_path):
    content, _ = find_plan(RNG)
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_bytes(content.replace(f'id = "{RNG}"'.encode(), b'id = "mine"'))
    bad.write_bytes(content.replace(b"schema", b"scheme", 1))
    drop = hands(qtbot).drop
    drop(form, [good])
    assert (form.panel.plan.plan.id, form.panel.order().plan) == ("mine", str(good))
    drop(form, [bad])
    assert form.panel.plan.about.text().startswith("bad.toml is not used: ")
    assert form.panel.plan.plan.id == "mine", "the plan that was chosen stays"
    drop(form, [tmp_path / "picture.png"])
    assert form.panel.plan.about.text().startswith("picture.png is no plan. Drop one plan file")
    drop(form, [good, bad])
    assert form.panel.plan.about.text().startswith("Drop one plan file")
    handed, folder = [], tmp_path / "filing"
    folder.mkdir()
    (folder / "filing.toml").touch()
    form.handed.connect(handed.append)
    drop(form, [folder])
    assert handed == [Handed(Room.SUBMISSIONS, (folder,))], "the folder of a submission is for its room"


def test_start_works_once(qtbot, form, bench):
    bench.command = [sys.executable, "-c", "import time; time.sleep(1)"]
    qtbot.waitUntil(form.panel.start.isEnabled)
    click(qtbot, form.panel.start)
    click(qtbot, form.panel.start)
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

    bench.seat = Seats(queued, bench.workspace)
    qtbot.waitUntil(form.queue.isEnabled)
    click(qtbot, form.queue)
    dialog = form.dialog
    assert not dialog.do.isEnabled()
    enter(dialog.form, bench="bench-1", attended=True)
    click(qtbot, dialog.do)
    qtbot.waitUntil(lambda: "waits on bench bench-1" in form.note.text())
    (given,) = asked
    assert (given["plan"], given["at"], given["attended"]) == (form.panel.plan.plan.name, "18:00", True)
    assert given["zone"] == LABORATORY
    assert set(given) <= {each.name for each in queue.add.parameters}
    click(qtbot, form.queue)
    enter(form.dialog.form, bench="bench-1", repeat=3, every="weeknights at 18:00")
    assert form.dialog.do.accessibleName() == "Add schedule"
    click(qtbot, form.dialog.do)
    qtbot.waitUntil(lambda: len(asked) == 2)
    assert asked[1]["every"] == "weeknights at 18:00"
    assert not {"at", "repeat"} & set(asked[1]), "a rule has its own moments"
    qtbot.waitUntil(lambda: form.dialog is None)
    refusals.append(QueueError(Nights.BEGUN(item="n")))
    click(qtbot, form.queue)
    enter(form.dialog.form, bench="bench-1", at="22:00")
    click(qtbot, form.dialog.do)
    qtbot.waitUntil(form.dialog.do.isEnabled)
    assert form.dialog.note.text() == say(Nights.BEGUN(item="n"))
    assert form.dialog.form.values["at"] == "22:00"


def enter(form, **values):
    for name, value in values.items():
        form.rows[name].editor.show_value(value)
        form.rows[name].editor.changed.emit()


def test_numbers_jump_to_the_steps_and_a_simulated_device_is_chosen(qtbot, form):
    with qtbot.waitActive(form.window()):
        form.window().activateWindow()
    form.panel.start.setFocus()
    qtbot.keyClick(form.panel.start, Qt.Key.Key_2)
    assert form.panel.device.hasFocus()
    form.panel._offer_simulations()
    kinds = {action.text() for action in form.panel._menu.actions()}
    assert any("ontinuous" in kind for kind in kinds)
    form.panel.practice.emit("continuous_shuffler")
    qtbot.waitUntil(lambda: form.panel.order().device == "usbip://127.0.0.1:1/continuous_shuffler")


def test_ctrl_n_opens_the_form_and_an_address_chooses_the_plan(qtbot, main_window):
    with qtbot.waitActive(main_window):
        main_window.activateWindow()
    qtbot.keyClick(main_window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert main_window.address.room is Room.NEW_RUN
    main_window.open(Address(Room.NEW_RUN, ("plan", RNG)))
    form = main_window.page.panel
    qtbot.waitUntil(lambda: form.plan.plan is not None and form.plan.plan.name == RNG)


@pytest.fixture
def space(tmp_path):
    return Workspace.init(tmp_path / "workspace")


def states(result):
    return {row.item: row.good for row in result}


def test_preflight_looks_at_everything_and_records_nothing(space, simulated):
    order = RunOrder(RNG, simulated("rng"))
    result = examine(space, order)
    assert may_begin(result)
    looked = [item for item in PreflightItem if item not in (PreflightItem.SUBMISSION, PreflightItem.DATA)]
    assert states(result) == dict.fromkeys(looked, True) | {
        PreflightItem.CLOCK: states(result)[PreflightItem.CLOCK]
    }
    assert list((space.path / "runs").iterdir()) == []


def test_preflight_says_what_is_wrong_in_its_row(space, simulated):
    wrong = examine(space, RunOrder(RNG, "usbip://127.0.0.1:9/1-1"))
    assert states(wrong)[PreflightItem.DEVICE] is False
    assert next(row for row in wrong if row.item is PreflightItem.DEVICE).reasons
    shuffler = examine(space, RunOrder("blackjack-633a-continuous-shuffler-rounds", simulated("rng")))
    assert not may_begin(shuffler)
    unknown = examine(space, RunOrder("no-such-plan", "usbip://127.0.0.1:9/1-1"))
    assert states(unknown) == {
        PreflightItem.PLAN: False,
        PreflightItem.ADAPTERS: None,
        PreflightItem.DEVICE: None,
    }
    filed = examine(space, replace(RunOrder(RNG, simulated("rng")), submission="no-such"))
    assert states(filed)[PreflightItem.SUBMISSION] is False
    assert list((space.path / "runs").iterdir()) == []


def test_a_unit_that_is_not_filed_is_refused_with_those_that_are(space, monkeypatch):
    monkeypatch.setattr(preflight_rows, "filed_units", lambda *_: (FiledUnit("Maker", "Model", "0017", ""),))
    refuse_other_unit(space, "2026-0117", "0017")
    with pytest.raises(InputError) as caught:
        refuse_other_unit(space, "2026-0117", "0071")
    assert caught.value.reasons[0].is_a(Runs.OTHER_SERIAL)


def test_a_simulated_device_is_a_process_that_answers_and_ends_when_no_run_uses_it():
    started = Simulators()
    (kind,) = [each.kind for each in simulations(DeviceClass.COMPUTERIZED_RNG)]
    device = started.start(kind)
    (_, process) = started._started[0]
    assert device.url.startswith("usbip://127.0.0.1:")
    assert device.title.startswith("Simulated: ")
    started.stop()
    assert process.poll() is not None
    with pytest.raises(InputError):
        Simulators().start("no-such-machine")
