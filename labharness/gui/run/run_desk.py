"""The room of runs: joins the list of runs, the form of a new run and the view of one run."""

from __future__ import annotations

import contextlib
import getpass
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMessageBox, QSplitter, QVBoxLayout, QWidget

from labharness.app.launching import Launch, clear, launch, settle
from labharness.app.preflight import RunOrder
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.gui.kit.background import Poll
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.run_standing import RunAction, RunStanding, Tone
from labharness.gui.run.attachment import Attachment
from labharness.gui.run.follower import Follower
from labharness.gui.run.glance import Glances
from labharness.gui.run.run_list import RunList
from labharness.gui.run.run_view import RunView
from labharness.gui.services import Services
from labharness.gui.starting.start_panel import StartPanel
from labharness.language.catalog import explain, say
from labharness.model.address import Address, Room
from labharness.model.reasons.address import Addresses

LIST_MS = 1000
LAUNCH_MS = 150
STARTING = RunStanding(Tone.BUSY, "Starting", "The runner checks the plan, the device and the workspace.")


class RunDesk(Page):
    """The runs of a workspace and one of them in view; closing it touches none.

    Parameters
    ----------
    services
        The product, on a workspace.
    open_file
        Opens a report.
    """

    def __init__(self, services: Services, open_file: Callable[[Path], bool]) -> None:
        super().__init__()
        self._services, self._open_file = services, open_file
        self._glances = Glances()
        self._launch: Launch | None = None
        self._diagnostics = services.place / "diagnostics"
        self.start, self.runs, self.view = StartPanel(services), RunList(), RunView(getpass.getuser())
        self._lay_out()
        QShortcut(QKeySequence(Qt.Key.Key_F5), self, self._search)
        self.start.wanted.connect(self._start_run)
        self.start.search.connect(self._search)
        self.runs.chosen.connect(self._attach)
        self.view.controls.asked.connect(self._do)
        self.view.answered.connect(self._answer)
        self.follower = Follower(self)
        self.follower.changed.connect(self._show)
        self._devices = Poll(services.devices, self)
        self._devices.answered.connect(self.start.show_devices)
        self._devices.failed.connect(self.start.say)
        self._register = Poll(services.submissions.filed, self)
        self._register.answered.connect(self.start.show_filed)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._look_around)
        self._clock.start(LIST_MS)
        self._look_around()
        with contextlib.suppress(LabharnessError, OSError):  # which the list of runs says
            clear(self._diagnostics, {run.run for run in services.runs() if run.alive})
        self._search()

    def _lay_out(self) -> None:
        label = QLabel("Runs")
        label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        label.setBuddy(self.runs)
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(14, 14, 6, 14)
        column.setSpacing(6)
        column.addWidget(self.start)
        column.addSpacing(6)
        column.addWidget(label)
        column.addWidget(self.runs, 1)
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(side)
        both.addWidget(self.view)
        both.setSizes([340, 940])
        both.setStretchFactor(1, 1)
        both.setChildrenCollapsible(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(both)

    def show_address(self, address: Address) -> None:
        """Show the run that an address names, or leave the run that is shown."""
        if address.path:
            self.attach(address.path[0])
            if self.runs.current_run != address.path[0]:
                self.told.emit(say(Addresses.NOT_HERE(text=str(address))))

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the run that is shown."""
        run = self.runs.current_run
        return (Crumb(run, Address(Room.LIVE, (run,))),) if run else ()

    def attach(self, run: str) -> None:
        """Show a run of the workspace by name."""
        self._look_around()
        self.runs.select(run)

    def _attach(self, run: str) -> None:
        folder = next((one for one in self._services.runs() if one.run == run), None)
        if folder is not None:
            self.view.clear()
            self.follower.attach(folder)
        self.moved.emit()

    def _show(self, attachment: Attachment) -> None:
        self.view.show_run(attachment)

    def _look_around(self) -> None:
        """Bring the list of runs up to date, and see what became of a runner that was just started."""
        try:
            folders = self._services.runs()
            self.runs.show_runs([self._glances.of(folder) for folder in folders])
            self._clock.setInterval(LIST_MS if self._launch is None else LAUNCH_MS)
            if self._launch is not None:
                self._look_after(self._launch, folders)
        except (LabharnessError, OSError) as error:
            self._say(explain(error))
            return
        settle()

    def _look_after(self, launched: Launch, folders: Sequence[RunFolder]) -> None:
        if any(folder.run == launched.run and folder.alive for folder in folders):
            self.start.setEnabled(True)
            if self.runs.current_run != launched.run:
                self.runs.select(launched.run)
            self._launch = None
        elif launched.over:
            self._launched_in_vain(launched, {folder.run for folder in folders})

    def _launched_in_vain(self, launched: Launch, known: set[str]) -> None:
        """Show a short run that is over already, or what the runner said before it recorded anything."""
        self._launch = None
        self.start.setEnabled(True)
        if launched.run in known and self.runs.current_run != launched.run:
            self.runs.select(launched.run)
        elif launched.run not in known:
            self.view.banner.show_standing(RunStanding(Tone.FAIL, "Not started", launched.said()))
        else:
            self._say(launched.said())

    def _search(self) -> None:
        self._devices.ask()
        self._register.ask()

    def _start_run(self, order: RunOrder) -> None:
        self._run(self._services.run_command(order), str(order.name))
        self.runs.setCurrentRow(-1)
        self.follower.detach()
        self.view.clear()
        if self._launch is not None:
            self.view.banner.show_standing(STARTING)

    def _run(self, argv: list[str], run: str) -> None:
        try:
            self._launch = launch(argv, run, self._diagnostics)
        except LabharnessError as error:
            self._say(explain(error))
        else:
            self._clock.setInterval(LAUNCH_MS)
            self.start.setEnabled(False)

    def _do(self, deed: RunAction) -> None:
        attachment = self.follower.attachment
        if attachment is None:
            return
        if deed is RunAction.REPORT:
            self._open_report(attachment)
        elif deed is RunAction.RESTART:
            self._run(self._services.resume_command(attachment.folder), attachment.folder.run)
            self._say("The runner is restarting.")
        elif deed is RunAction.STOP:
            self._confirm_stop(attachment)
        else:
            self._send(attachment, deed)

    def _open_report(self, attachment: Attachment) -> None:
        path = self._services.report_path(attachment.folder)
        if not path.is_file():
            self._say(
                f"The report does not exist yet. The runner writes it at the end. To build it now, run: labharness report build {path.stem}"
            )
        elif not self._open_file(path):
            self._say(f"No program for PDF files is installed. The report is {path}")

    def _confirm_stop(self, attachment: Attachment) -> None:
        box = QMessageBox(QMessageBox.Icon.Question, "Stop the run", "Stop this run for good?", parent=self)
        box.setObjectName("confirm stop")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setInformativeText(
            "The run ends as stopped by the operator and cannot pass. To continue later, close the session instead."
        )
        stop = box.addButton("Stop the run", QMessageBox.ButtonRole.DestructiveRole)
        stop.setAccessibleName("Stop the run")
        box.setDefaultButton(box.addButton("Continue the run", QMessageBox.ButtonRole.RejectRole))
        stop.clicked.connect(lambda: self._send(attachment, RunAction.STOP))
        box.open()

    def _send(self, attachment: Attachment, deed: RunAction) -> None:
        try:
            attachment.folder.send(deed.value, getpass.getuser())
        except OSError as error:
            self._say(f"The command cannot be sent to the runner: {error.strerror}.")
        else:
            name = self.view.controls.actions_of[deed].text()
            self._say(f"{name}: sent to the runner, which executes it between two steps.")

    def _answer(self, prompt: int, who: str, answer: str) -> None:
        attachment = self.follower.attachment
        if attachment is not None:
            try:
                attachment.folder.send("answer", who, prompt=prompt, answer=answer)
            except OSError as error:
                self._say(f"The answer cannot be sent to the runner: {error.strerror}.")

    def _say(self, sentence: str) -> None:
        self.told.emit(sentence)

    def stop(self) -> None:
        """Let go of the run without a word to it."""
        self._clock.stop()
        self.follower.detach()
        self._devices.wait()
        self._register.wait()
        self.start.plan.wait()
