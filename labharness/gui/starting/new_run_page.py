"""A new run: what is run on what, what was looked at before it, and start now or queue for the night.

Queue a run for a bench instead of starting it now, once or again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from labharness.acts import queue
from labharness.acts.declaring import Seat
from labharness.acts.run import run
from labharness.app.devices.preflight import RunOrder
from labharness.app.overview.overview import Overview
from labharness.app.people.conducting import at_the_bench
from labharness.app.planning.preflight_rows import PreflightRow, may_begin
from labharness.app.runs.launching import clear
from labharness.errors import LabharnessError
from labharness.gui.kit.files import DroppedPaths, is_plan, is_submission
from labharness.gui.kit.findable import WHY_NOT, add_key, plain_title
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.forms.field_form import form_area
from labharness.gui.kit.labels import Banner
from labharness.gui.kit.launcher import Launcher
from labharness.gui.kit.layouts import WrapRow
from labharness.gui.kit.page import Handed, Page
from labharness.gui.kit.parts import LEFT, ActButton, in_column, text_label, timer_of, why_not
from labharness.gui.kit.run_standing import RunStanding, Tone
from labharness.gui.kit.slow_work import Errand, Latest
from labharness.gui.kit.words import tr, translated
from labharness.gui.services import Services
from labharness.gui.starting.start_panel import FormField, PreflightFix, PreflightView, StartPanel
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.nights.items import Item, Schedule
from labharness.nights.schedules import written_when

TONIGHT = "18:00"
BY_RULE = tr("A rule has its own moments.")
ONCE = ("at", "until", "deadline", "after", "repeat")
"""What a run that a rule repeats does not have."""


class QueueDialog(ActDialog):
    """Bench and time of a run that is queued; everything else is folded away until somebody wants it.

    Parameters
    ----------
    order
        What is run, on what.
    benches
        Those that there are.
    """

    def __init__(self, order: RunOrder, benches: Sequence[str], parent: QWidget | None = None) -> None:
        self._ordered, button = order, ActButton(queue.add)
        self.form = ActForm(
            queue.add,
            ("bench", "at", "attended"),
            further=(*ONCE[1:4], "passed", "priority", "repeat", "retries", "every", "window", "zone"),
            typed={"bench": [(name, "") for name in benches]},
            limits={"priority": (-100, 100)},
            values={"at": TONIGHT, "bench": benches[0] if len(benches) == 1 else ""},
        )
        about = plain(tr("{plan} on {device}", plan=order.plan, device=order.device), 300)
        super().__init__(tr("Queue a run"), button, about, form_area(self.form), parent=parent)
        self.resize(560, 420)
        self.form.column.addStretch(1)
        self.form.edited.connect(self._fit)
        self._fit()

    @property
    def lack(self) -> str:
        """What is missing."""
        return self.form.lack

    @property
    def bench(self) -> str:
        """The bench that it is queued for."""
        return str(self.form.values["bench"])

    def order(self, seat: Seat) -> Callable[..., Schedule | tuple[Item, ...]]:
        """Return what queues it."""
        return self.form.order(seat, **asdict(self._ordered))

    def _fit(self) -> None:
        """Leave out what a rule does not have, and say what the button does."""
        every = "every" in self.form.values
        self.form.allow(fixed=dict.fromkeys(ONCE, BY_RULE) if every else None)
        self.do.setText(tr("Add sche&dule") if every else translated(queue.add.control.text))
        self.do.setAccessibleName(plain_title(self.do.text()))
        self.judge()


def queued_words(added: Schedule | tuple[Item, ...], bench: str) -> str:
    """Return in words what was queued for a bench."""
    if isinstance(added, Schedule):
        return tr(
            "Schedule {id} repeats it {written_when} ({zone}) on bench {bench}.",
            id=added.id,
            written_when=written_when(added.cron),
            zone=added.zone,
            bench=bench,
        )
    names = added[0].id
    if len(added) > 1:
        names = tr("{items:,} {items:run|runs} from {id} on", items=len(added), id=names)
    return tr("{names} waits on bench {bench}.", names=names, bench=bench)


SETTLED_MS = 600
"""So long after the last change of the form it is looked at."""
ONE_FILE = tr("Drop one plan file (TOML), or the folder of a submission.")
CHOOSE = RunStanding(Tone.QUIET, tr("New run"), tr("Choose a plan and a device."))
LOOKING = RunStanding(
    Tone.BUSY, tr("Preflight"), tr("Plan, device and disk are being checked; nothing is recorded yet.")
)
READY = RunStanding(Tone.BUSY, tr("Ready"), tr("Everything that the run needs is in order."))
REFUSED = RunStanding(Tone.UNSURE, tr("Not ready"), tr("Mend what is not in order below; no run was begun."))
BEGUN = RunStanding(Tone.QUIET, tr("New run"), tr("The run has begun. F5 checks the form for a further run."))
STARTING = RunStanding(
    Tone.BUSY, tr("Starting"), tr("The runner checks the plan, the device and the workspace.")
)


class NewRunPage(Page):
    """The form of a new run and its preflight.

    Parameters
    ----------
    services
        The product, on a workspace.
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._order: RunOrder | None = None
        self._fit, self._why = False, ""
        self.panel, self.banner, self.preflight = StartPanel(services), Banner(), PreflightView()
        self.queue = ActButton(queue.add, tr("&Queue for tonight…"), self.ask_bench)
        self.note = text_label(name=tr("Messages"))
        self.dialog: QueueDialog | None = None
        self._benches: Sequence[str] = ()
        self.launcher = Launcher(services.workspace, self)
        self._devices, self._look = Latest(self, self.panel.say), Latest(self, self._say)
        self._register, self._people = Latest(self, self.panel.refuse), Latest(self, self.panel.refuse)
        self._work, self._simulate = Errand(self), Errand(self)
        self._settled = timer_of(self, self._examine)
        self._lay_out()
        self._connect()
        with suppress(LabharnessError, OSError):  # which the room of runs says
            at_work = {run.run for run in services.workspace.latest_runs() if run.alive}
            clear(services.workspace.path / "diagnostics", at_work)
        self.banner.show_standing(CHOOSE)
        self._people.ask(partial(at_the_bench, services.workspace), self.panel.show_people)
        self.search()
        self._change()

    def _lay_out(self) -> None:
        label = text_label(tr("5  Preflight"), muted=True, wraps=False, buddy=self.preflight)
        right = in_column(self.banner, label, (self.preflight, 1), (self.queue, 0, LEFT), self.note)
        row = WrapRow(16, tall=True)
        row.put(in_column(self.panel, 1), 2, least=360)
        row.put(right, 3, least=480)
        self.setLayout(in_column(row, edges=(20, 16, 20, 12)))

    def _connect(self) -> None:
        self._simulate.failed.connect(self.panel.say)
        self._work.failed.connect(self._fail_queueing)
        self.panel.search.connect(self._check_again)
        self.panel.practice.connect(self._practice)
        self.panel.changed.connect(self._change)
        self.panel.wanted.connect(self._start)
        self.launcher.failed.connect(self._fail)
        self.launcher.changed.connect(self._allow)
        self.launcher.begun.connect(lambda run: self.went.emit(Address(Room.LIVE, (run,))))
        self.launcher.begun.connect(lambda _: self._let_go())
        self.preflight.fix_wanted.connect(self._mend)
        add_key(self, "F5", tr("Look for devices, and check again"), self._check_again)
        for number, step in enumerate([*self.panel.steps, self.preflight], 1):
            key = add_key(self, str(number), tr("Step {number}", number=number), step.setFocus)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        DroppedPaths(self, self.take_files)

    def show_address(self, address: Address) -> None:
        """Take up the plan or the submission that an address names: ``plan`` or ``submission``, and its id."""
        match address.path:
            case ("plan", name):
                self.panel.plan.choose(name)
            case ("submission", name):
                self.panel.submission.choose(name)
                self.search()

    def take_files(self, files: Sequence[Path]) -> None:
        """Choose the plan of a file; the folder of a submission is imported in its room."""
        if len(files) != 1:
            self.panel.plan.say(ONE_FILE)
        elif is_submission(files[0]):
            self.handed.emit(Handed(Room.SUBMISSIONS, tuple(files)))
        elif is_plan(files[0]):
            self.panel.plan.take_file(files[0])
        else:
            self.panel.plan.say(
                tr("{files} is no plan. {one_file}", files=plain(files[0].name, 80), one_file=ONE_FILE)
            )

    def show_overview(self, overview: Overview) -> None:
        """Offer the benches there are."""
        self._benches = [each.bench.name for each in overview.benches]
        why = why_not(overview.desk, run.gate.roles)
        if why != self._why:
            self._why = why
            self._say(why)
            self._allow()

    def _practice(self, kind: str) -> None:
        """Start a simulated device, and choose it."""
        self.panel.tell(tr("Starting a simulated device…"))
        self._simulate.begin(lambda _: self._services.simulators.start(kind), self.panel.take_device)

    def search(self) -> None:
        """Look for devices and submissions again."""
        from labharness.gui.filings.register_reader import RegisterReader

        self._devices.ask(self._services.devices, self.panel.show_devices)
        self._register.ask(self._services.shared(RegisterReader).filed, self.panel.show_filed)

    def stop(self) -> None:
        """Let go of threads and timers; a runner that was started goes on."""
        self._settled.stop()
        slow = (self._devices, self._register, self._people, self._look, self._simulate, self._work)
        for each in (self.launcher, *slow, self._services.simulators, self.panel.plan):
            each.stop()

    def _change(self) -> None:
        """Look at the form again once it rests."""
        order = self.panel.order()
        if order is not None and order == self._order and not self._settled.isActive():
            return
        self._order, self._fit = order, False
        self._settled.stop()
        self.preflight.show_preflight(())
        self._say(self._why)
        if order is None:
            self.banner.show_standing(CHOOSE)
        else:
            self.banner.show_standing(LOOKING)
            self._settled.start(SETTLED_MS)
        self._allow()

    def _let_go(self) -> None:
        """Forget the preflight of a run that has begun: it is no preflight of another one, and the device is in use."""
        self._order, self._fit = None, False
        self.preflight.show_preflight(())
        self.banner.show_standing(BEGUN)
        self._allow()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Check again whatever was mended elsewhere, or connected, since the page was left."""
        super().showEvent(event)
        if not self.launcher.busy:
            self._check_again()

    def _check_again(self) -> None:
        """Look for devices, and at the same form once more: something was connected or freed."""
        self._order = None
        self.search()
        self._change()

    def _mend(self, fix: PreflightFix) -> None:
        """Lead to where an item of the preflight is mended."""
        match fix.leads_to:
            case Address() as address:
                self.went.emit(address)
            case FormField() as field:
                self.panel.lead_to(field)
            case None:
                self._check_again()

    def _examine(self) -> None:
        if (order := self._order) is not None:
            self._look.ask(lambda: self._services.preflight(order), lambda rows: self._take(order, rows))

    def _take(self, order: RunOrder, rows: Sequence[PreflightRow]) -> None:
        if order != self._order or self.launcher.busy:
            return
        self._fit = may_begin(tuple(rows))
        self.preflight.show_preflight(rows, order)
        self.banner.show_standing(READY if self._fit else REFUSED)
        self._allow()

    def _allow(self) -> None:
        free, may = not self.launcher.busy, not self._why
        self.panel.allow(form=free, start=free and may and self._fit)
        self.queue.setEnabled(free and may and self._order is not None)
        for button in (self.panel.start, self.queue):
            button.setToolTip(self._why)
            button.setProperty(WHY_NOT, self._why)

    def _start(self, order: RunOrder) -> None:
        if self._fit and not self._why and not self.launcher.busy:
            self.banner.show_standing(STARTING)
            self.launcher.start(self._services.run_command(order), str(order.name))

    def _fail(self, sentence: str) -> None:
        self._allow()
        self.banner.show_standing(RunStanding(Tone.FAIL, tr("Not started"), plain(sentence, 1000)))

    def ask_bench(self) -> None:
        """Ask for which bench and when it is queued."""
        if (order := self.panel.named()) is not None:
            self.dialog = QueueDialog(order, self._benches, self)
            self.dialog.wanted.connect(partial(self._queue, self.dialog))
            self.dialog.finished.connect(lambda _: setattr(self, "dialog", None))
            self.dialog.open()

    def _queue(self, dialog: QueueDialog) -> None:
        bench, add = dialog.bench, dialog.order(self._services.seat)

        def take(added: Schedule | tuple[Item, ...]) -> None:
            if self.dialog is dialog:
                dialog.accept()
            self._say(queued_words(added, bench))

        self._work.begin(lambda _: add(), take)

    def _fail_queueing(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.refuse(sentence)
        else:
            self._say(sentence)

    def _say(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 1000))
