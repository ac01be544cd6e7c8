"""Every dialog of a window on a workspace with submissions, a report that nobody signed, a queue, a run and a draft."""

import datetime as dt
from functools import partial

from PySide6.QtWidgets import QDialog

from labharness.app.devices.preflight import RunOrder
from labharness.app.submission.draft_saving import FieldDifference, Overtaken, preview_folder
from labharness.app.workspace.workspace import Workspace
from labharness.gui.filings.decision_dialog import ACTS
from labharness.gui.filings.register_dialogs import AuthenticateDialog, ConflictDialog, import_dialog
from labharness.gui.plans.editor_page import CompareDialog, CopyDialog, SaveVersionDialog
from labharness.gui.reports.build_dialog import NightDialog
from labharness.gui.reports.sign_dialog import AmendDialog, TrialKeyDialog, signers
from labharness.gui.run.live_page import LivePage
from labharness.gui.shell.starting_up import CrashDialog
from labharness.gui.starting.new_run_page import QueueDialog
from labharness.model.address import Address, Room
from labharness.reporting.stamps import SignatureRole
from tests.support.filed import give_out
from tests.support.window.standing import wait as wait_for

RUNNING = "20250312T083000-continuous-shuffler"
"""The run that goes on."""
wait = partial(wait_for, patience=30, after=0)


def submission(window):
    """Open a submission as its authorizer."""
    window.open(Address(Room.SUBMISSIONS, ("demo-1",)))
    room = window.page
    wait(lambda: room.view.facts is not None)
    room.actor.choose("authorizer")
    wait(lambda: room.shown == "demo-1" and room.book.drafted.of("filing") and not room._opening.busy)
    return room


def deciding(kind, window):
    values = {"run": "20250312T083000-starting-position"} if kind == "invalidation" else {}
    acts = submission(window).acts
    acts.decide(kind, **values)
    return acts.dialog


def saving(window):
    room = submission(window)
    room.book.edit(room.view.overview.filing.key, "title", "Another")
    room.acts.ask_save()
    return room.acts.dialog


def filing(window):
    acts = submission(window).acts
    files = [window.place / name for name in ("cover.pdf", "a-manual-of-the-operator-with-a-long-name.pdf")]
    for file in files:
        file.write_bytes(b"%PDF-1.4")
    acts.propose(files)
    return wait(lambda: acts.dialog)


def units(window):
    acts = submission(window).acts
    acts.ask_units()
    return acts.dialog


def withdrawing(window):
    room = submission(window)
    room.acts.ask_withdraw(room.book.drafted.of("waiver")[0].key)
    return room.acts.dialog


def conflict(window):
    room = submission(window)
    key = room.view.overview.filing.key
    each = Overtaken(
        key, 3, {}, "engineer", "2026-11-22T12:00:00Z", (FieldDifference("title", "A", "B", "C"),)
    )
    return ConflictDialog(room.book.draft, [each], window)


def importing(window):
    space, target = Workspace(window.place), window.place / "out"
    if not target.exists():
        give_out(space, "demo-1", target)
    preview = preview_folder(space, next(target.rglob("*.toml")).parent)
    return import_dialog(preview, window.place, keyed=True, parent=window)


def authenticating(window):
    parts = [("machine", "Program of the machine 0.1.0"), ("interface", "Program of the interface 0.1.0")]
    return AuthenticateDialog(("unit", "SIM-rng-4614"), parts, window.place, keyed=True, parent=window)


def report(window):
    window.open(Address(Room.REPORTS, ("demo-1-d1",)))
    page = window.page.report
    wait(lambda: page.row is not None and page.row.number == "demo-1-d1")
    return page


def signing(window):
    page = report(window)
    page.ask_signature()
    return wait(lambda: page.dialog)


def amending(window):
    page = report(window)
    return AmendDialog("demo-1-d1", signers(page.seat.workspace, SignatureRole.AUTHORIZED), window)


def building(window):
    window.open(Address(Room.REPORTS))
    page = window.page.list
    page.ask_subject()
    return wait(lambda: page.dialog)


def bench_act(name, window):
    """Open what the button of a bench asks: about its first item that waits, or the bench that is silent."""
    window.open(Address(Room.BENCHES, ("bench-1",)))
    page = window.page
    wait(lambda: page.queue.rows.rowCount() > 2)
    page.queue.selectRow(page.queue.rows.rowCount() - 1)
    {
        "change": page.queue.on_current(page.deeds._change),
        "withdraw": page.queue.on_current(page.deeds._ask_withdraw),
        "over": page.deeds._take_over,
    }[name]()
    return wait(lambda: next((each for each in page.findChildren(QDialog) if each.isVisible()), None))


def stopping(window):
    window.open(Address(Room.LIVE, (RUNNING,)))
    page = window.page
    assert isinstance(page, LivePage)
    wait(lambda: page.follower.attachment is not None)
    page._confirm_stop(page.follower.attachment)
    return wait(lambda: next((each for each in page.findChildren(QDialog) if each.isVisible()), None))


def choosing_a_plan(window):
    window.open(Address(Room.NEW_RUN))
    plan = window.page.panel.plan
    wait(lambda: plan.index is not None)
    plan.button.click()
    return wait(lambda: plan.chooser)


def queueing(window):
    order = RunOrder(PLAN, "usbip://127.0.0.1:3240/1-1")
    return QueueDialog(order, ["bench-1", "bench-2"], window)


LENIENT = ("The level of Kept neighbors is 0.05; the laboratory's standard is 0.01.",) * 3
OTHERS = [(f"version {number}, Nov 22, 2026: more shuffles", str(number)) for number in range(5)]
PLAN = "Blackjack, one deck: batch shuffler without a port, fed by hand"
DIALOGS = {
    **{kind: partial(deciding, kind) for kind in ACTS},
    "save": saving,
    "file": filing,
    "units": units,
    "withdraw": withdrawing,
    "conflict": conflict,
    "import": importing,
    "authenticate": authenticating,
    "sign": signing,
    "amend": amending,
    "build": building,
    "night": lambda window: NightDialog(dt.datetime(2026, 11, 22, 7, tzinfo=dt.UTC), window),
    "trial key": lambda window: TrialKeyDialog("engineer", window.place, window),
    "change": partial(bench_act, "change"),
    "withdraw item": partial(bench_act, "withdraw"),
    "take over": partial(bench_act, "over"),
    "stop": stopping,
    "queue": queueing,
    "copy": lambda window: CopyDialog(PLAN, "our-plan", window),
    "compare": lambda window: CompareDialog(PLAN, OTHERS, window),
    "version": lambda window: SaveVersionDialog("our-plan", 2, LENIENT, window),
    "crash": lambda window: CrashDialog("Traceback\n" * 40, lambda: None, window),
    "plan": choosing_a_plan,
}
