"""A run, live: its stages, its picture, what it asks, and what a person may do to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from labharness.acts.tell import tell
from labharness.app.bench_work.entered_cards import filed_units
from labharness.app.overview.overview import Overview
from labharness.app.people.conducting import at_the_bench
from labharness.errors import LabharnessError
from labharness.evidence.durable import user
from labharness.gui.kit.launcher import Launcher
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.parts import confirm, in_column, why_not
from labharness.gui.kit.run_standing import RunAction, RunStanding, Tone, explain, say
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.words import tr
from labharness.gui.run.attachment import Attachment, Follower, ReadingWatch
from labharness.gui.run.run_view import RunCommand, RunCommands, RunView
from labharness.gui.services import Services
from labharness.model.address import Address, Room
from labharness.model.device import TESTING
from labharness.model.reasons.wire import Addresses


class LivePage(Page):
    """A run as it is written; closing the page touches it not.

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
        self._run, self._submission = "", ""
        self.view = RunView(user())
        in_column(self.view, on=self)
        self.view.controls.asked.connect(self._do)
        self.view.controls.reported.connect(self._note)
        self.view.answered.connect(self._answer)
        self.follower = Follower(self)
        self.follower.changed.connect(self._show)
        self.launcher = Launcher(services.workspace, self)
        self.launcher.failed.connect(self._fail)
        self.launcher.begun.connect(lambda _: self.attach(self._run))
        self._people, self._filed = Errand(self), Errand(self)
        self.telling = RunCommands(services.seat, self)
        self.telling.announced.connect(self.announced)
        self.telling.refused.connect(self.view.prompt.offer_again)
        self._reading = ReadingWatch(services.workspace, self)
        self._reading.seen.connect(self.view.prompt.show_reading)

    def show_address(self, address: Address) -> None:
        """Show the run that an address names, or leave the run that is shown."""
        if address.path and address.path[0] != self._run and not self.attach(address.path[0]):
            self.announced.emit(say(Addresses.NOT_HERE(text=str(address))))

    def show_overview(self, overview: Overview) -> None:
        """Let only those command the run and answer it who may."""
        why = why_not(overview.desk, tell.gate.roles)
        self.view.controls.restrict(why)
        self.view.prompt.restrict(why_not(overview.desk, TESTING))

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the run that is shown."""
        return (Crumb(self._run, Address(Room.LIVE, (self._run,))),) if self._run else ()

    def attach(self, run: str) -> bool:
        """Follow a run by name; returns whether there is one."""
        try:
            folder = next((each for each in self._services.workspace.latest_runs() if each.run == run), None)
        except (LabharnessError, OSError) as error:
            self.announced.emit(explain(error))
            return False
        if folder is None:
            return False
        self._run, self._submission = run, ""
        self._reading.follow(None)
        self.view.clear()
        self.view.prompt.show_filed(())  # what the submission of the run before delivered
        self._people.begin(lambda _: at_the_bench(self._services.workspace), self.view.prompt.who.show_people)
        self.follower.attach(folder)
        self.moved.emit()
        return True

    def stop(self) -> None:
        """Let go of the run without a word to it."""
        self.follower.detach()
        self.launcher.stop()
        self._reading.stop()
        self._people.stop()
        self.telling.stop()
        self._filed.stop()

    def _show(self, attachment: Attachment) -> None:
        self.view.show_run(attachment)
        self._reading.follow(attachment)
        start = attachment.summary.start
        if start is not None and start.submission != self._submission:
            self._submission = submission = start.submission
            self._filed.begin(
                lambda _: filed_units(self._services.workspace, submission), self.view.prompt.show_filed
            )

    def _fail(self, sentence: str) -> None:
        self.view.banner.show_standing(RunStanding(Tone.FAIL, tr("Not started"), sentence))

    def _do(self, deed: RunAction) -> None:
        attachment = self.follower.attachment
        if attachment is None:
            return
        if deed is RunAction.REPORT:
            self._open_report(attachment)
        elif deed is RunAction.RESULTS:
            self.went.emit(Address(Room.RUNS, (attachment.folder.run,)))
        elif deed is RunAction.RESTART:
            self.launcher.start(self._services.resume_command(attachment.folder), attachment.folder.run)
            self.announced.emit(tr("The runner is restarting."))
        elif deed is RunAction.STOP:
            self._confirm_stop(attachment)
        else:
            self._send(attachment, deed)

    def _open_report(self, attachment: Attachment) -> None:
        path = self._services.workspace.report(attachment.folder)
        if not path.is_file():
            self.announced.emit(
                tr(
                    "The report does not exist yet. The runner writes it at the end; until then, build it in Reports."
                )
            )
        elif not self._open_file(path):
            # No program for PDF files: the window shows it.
            self.went.emit(Address(Room.REPORTS, (path.stem,)))

    def _confirm_stop(self, attachment: Attachment) -> None:
        confirm(
            self,
            tr("Stop this run for good?"),
            tr(
                "What was recorded is evaluated and printed. A stopped run cannot pass. To continue later, close the session "
                "instead."
            ),
            tr("Stop the run"),
            tr("Continue the run"),
            lambda: self._send(attachment, RunAction.STOP),  # of this run, whatever is shown by now
            name="confirm stop",
        )

    def _send(self, attachment: Attachment, deed: RunAction) -> None:
        name = self.view.controls.actions_of[deed].text().rstrip("…")
        sent = tr("{name}: sent to the runner, which executes it between two steps.", name=name)
        self.telling.send(RunCommand(attachment.folder.run, deed.value, sent=sent))

    def _note(self, command: str) -> None:
        sent = tr("The note is sent to the runner, which puts it on record.")
        self._tell(command, self.view.prompt.who.who, sent)

    def _answer(self, prompt: int, who: str, answer: str) -> None:
        self._tell("answer", who, answer=answer, prompt=prompt)

    def _tell(
        self, command: str, who: str = "", sent: str = "", answer: str = "", prompt: int | None = None
    ) -> None:
        if (attachment := self.follower.attachment) is not None:
            self.telling.send(RunCommand(attachment.folder.run, command, who, sent, answer, prompt))
