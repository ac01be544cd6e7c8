"""The tour: a simulated shuffler is tested while the person watches, asks two questions, fails, and why stands in its report.

One step of the tour: its number or sign, what to do, and its button.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame

from labharness.acts.tour import tour
from labharness.app.overview.overview import Overview
from labharness.errors import LabharnessError
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.launcher import Launcher
from labharness.gui.kit.page import Page
from labharness.gui.kit.parts import in_column, in_row, in_wrapped_row, push_button, text_label, why_not
from labharness.gui.kit.run_standing import explain
from labharness.gui.kit.words import tr
from labharness.gui.run.live_page import LivePage
from labharness.gui.services import Services
from labharness.language.template import plain
from labharness.model.address import Address, Room


class StepState(Enum):
    """Whether a step is to come, at hand or done."""

    TO_COME = ("○", tr("to come"))
    AT_HAND = ("▷", tr("at hand"))
    DONE = ("✓", tr("done"))

    def __init__(self, sign: str, spoken: str) -> None:
        self.sign, self.spoken = sign, spoken


class TourStep(QFrame):
    """A card; its button keeps its place and its words.

    Parameters
    ----------
    verb
        Words of the button, "" for a step that is done elsewhere on the page.
    """

    def __init__(self, number: int, title: str, text: str, verb: str = "") -> None:
        super().__init__()
        self.setObjectName("card")
        self._title = f"{number}. {title}"
        self.title = text_label(size=1.05, bold=True, wraps=False)
        self.text = text_label(text, muted=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.button = push_button(verb)
        row = in_row(self.button, 1, edges=-1)
        self.button.setVisible(bool(verb))
        in_column(self.title, (self.text, 1), row, gap=4, edges=(14, 10, 14, 10), on=self)
        self.show_stand(StepState.TO_COME)

    def show_stand(self, stand: StepState, why_not: str = "") -> None:
        """Show whether the step is at hand, and why its button cannot be pressed yet."""
        self.title.setText(f"{stand.sign}  {self._title}")
        self.setAccessibleName(f"{self._title}: {stand.spoken}")
        self.button.setProperty("main", stand is StepState.AT_HAND)
        self.button.style().polish(self.button)
        if stand is StepState.TO_COME or why_not:
            refuse(self.button, why_not or tr("Do the steps before it first."))
        else:
            allow(self.button)


INTRODUCTION = tr(
    "Two minutes on a simulated shuffler that passes cards over ten shelves only once. Everything is recorded as for a "
    "device, and marked SIMULATED."
)
NO_REPORT = tr("The report is built when the run has ended.")


class TourPage(Page):
    """Four steps above a live run.

    Parameters
    ----------
    services
        The product, on a workspace.
    open_file
        Opens the report.
    """

    def __init__(self, services: Services, open_file: Callable[[Path], bool]) -> None:
        super().__init__()
        self._services, self._open_file = services, open_file
        self.run, self._ended, self._alive, self._why = "", False, False, ""
        heading = text_label(tr("See the product work"), size=1.5, bold=True, wraps=False)
        self.note = text_label(INTRODUCTION)
        self.steps = (
            TourStep(
                1,
                tr("Choose the device"),
                tr("A simulated shuffler starts as a process of its own."),
                tr("&Simulated shuffler"),
            ),
            TourStep(
                2,
                tr("Watch and answer"),
                tr("60 shuffles, then two questions below. Answer “As required” to both."),
            ),
            TourStep(
                3,
                tr("See why it fails"),
                tr("Each check, what was observed and what is fair."),
                tr("Show the resu&lt"),
            ),
            TourStep(
                4,
                tr("Read page 1"),
                tr("The report of the run, as a laboratory prints it."),
                tr("Open the re&port"),
            ),
        )
        self.start, _, self.result, self.report = self.steps
        self.live = LivePage(services, open_file)
        self.launcher = Launcher(services.workspace, self)
        self.launcher.begun.connect(self._begin)
        self.launcher.failed.connect(self._fail)
        self.start.button.clicked.connect(self._start)
        self.result.button.clicked.connect(lambda: self.went.emit(Address(Room.RUNS, (self.run,))))
        self.report.button.clicked.connect(self._open)
        self.live.announced.connect(self.announced)
        self.live.went.connect(self.went)
        steps = in_wrapped_row(*((step, 1, 215) for step in self.steps), gap=10)
        in_column(heading, self.note, steps, (self.live, 1), 0, gap=8, edges=(20, 14, 20, 10), on=self)
        self._show()

    def show_overview(self, overview: Overview) -> None:
        """See whether the run of the tour has ended, and whether its report is there."""
        self.live.show_overview(overview)
        self._why = why_not(overview.desk, tour.gate.roles)
        self._ended = self._ended or any(run.run == self.run for run in overview.ended)
        self._alive = any(run.alive and run.folder.run == self.run for run in overview.open_runs)
        self._show()

    def lose_overview(self, sentence: str) -> None:
        """Hand on that nobody knows what goes on."""
        self.live.lose_overview(sentence)

    def stop(self) -> None:
        """Let go of threads and timers; a run that was started goes on."""
        self.launcher.stop()
        self.live.stop()

    def _start(self) -> None:
        from labharness.app.demonstration.demo import (  # simulations, not for every start
            next_tour,
            tour_command,
        )

        try:
            run = next_tour(self._services.workspace)
        except (LabharnessError, OSError) as error:
            self._fail(explain(error))
            return
        self.note.setText(tr("The simulated shuffler starts. This takes a few seconds."))
        self.launcher.start(tour_command(self._services.workspace.path, run), run)
        self._show()

    def _begin(self, run: str) -> None:
        self.run, self._ended, self._alive = run, False, True
        self.note.setText(INTRODUCTION)
        self.live.attach(run)
        self._show()

    def _fail(self, sentence: str) -> None:
        self.note.setText(plain(sentence, 500))
        self._show()

    def _report(self) -> Path | None:
        """Return where the report of the run lies, None where there is none."""
        workspace = self._services.workspace
        runs = (each for each in workspace.latest_runs() if each.run == self.run)
        return next((path for path in map(workspace.report, runs) if path.is_file()), None)

    def _open(self) -> None:
        report = self._report()
        if report is not None and not self._open_file(report):
            self.went.emit(Address(Room.REPORTS, (self.run,)))  # the window shows it itself

    def _show(self) -> None:
        """Show which step is at hand."""
        self.live.setVisible(bool(self.run))
        begun, ready = bool(self.run), self._ended and self._report() is not None
        stands = [
            StepState.DONE if begun else StepState.AT_HAND,
            StepState.DONE if self._ended else StepState.AT_HAND if begun else StepState.TO_COME,
            StepState.AT_HAND if self._ended else StepState.TO_COME,
            StepState.AT_HAND if ready else StepState.TO_COME,
        ]
        for step, stand in zip(self.steps, stands, strict=True):
            going_on = tr("The run of the tour is shown below. End it first.") if self._alive else self._why
            why = tr("It is starting.") if self.launcher.busy else going_on
            why = why if step is self.start else ""
            step.show_stand(stand, NO_REPORT if step is self.report and not ready else why)
