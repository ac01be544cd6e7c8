"""Starts a runner and looks after it until its run exists, or until it ended in vain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from labharness.app.runs.launching import Launch, launch, settle
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.gui.kit.run_standing import explain

LOOK_MS = 150
SETTLE_MS = 1000


class Launcher(QObject):
    """One runner at a time.

    Parameters
    ----------
    workspace
        Where its runs lie, and what a runner says.
    """

    changed = Signal()
    """Emitted when a runner was started, and when nothing more is waited for."""
    begun = Signal(str)
    """Emitted with the name of the run that the runner writes."""
    failed = Signal(str)
    """Emitted with one sentence where no runner writes the run."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._launch: Launch | None = None
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._look)
        self._after = QTimer(self)
        self._after.timeout.connect(settle)  # what runners of before said is put away when they end
        self._after.start(SETTLE_MS)

    @property
    def busy(self) -> bool:
        """Whether a runner was started whose run is waited for."""
        return self._launch is not None

    def start(self, argv: list[str], run: str) -> None:
        """Start a runner, unless one is waited for."""
        if self._launch is not None:
            return
        try:
            self._launch = launch(argv, run, self._workspace.path / "diagnostics")
        except LabharnessError as error:
            self.failed.emit(explain(error))
            return
        self._clock.start(LOOK_MS)
        self.changed.emit()

    def stop(self) -> None:
        """Wait for nothing more; the runner goes on."""
        self._clock.stop()
        self._after.stop()

    def _look(self) -> None:
        launched = self._launch
        if launched is None:
            return
        try:
            folder = next((each for each in self._workspace.latest_runs() if each.run == launched.run), None)
            alive, over = folder is not None and folder.alive, launched.over
        except (LabharnessError, OSError) as error:
            self._end(partial(self.failed.emit, explain(error)))
            return
        if alive:
            self._end(partial(self.begun.emit, launched.run))
        elif over:
            # In words of the window: what the runner says is meant for who typed a command.
            reasons, sentence = launched.reasons(), launched.said()
            sentence = explain(LabharnessError(*reasons)) if reasons else sentence
            ended = folder is not None and _has_ended(folder)
            self._end(
                partial(self.begun.emit, launched.run) if ended else partial(self.failed.emit, sentence)
            )

    def _end(self, tell: Callable[[], None]) -> None:
        self._launch = None
        self._clock.stop()
        settle()
        self.changed.emit()
        tell()


def _has_ended(folder: RunFolder) -> bool:
    """Say whether a run is over: a short one ends before anybody sees it at work."""
    try:
        return glimpse(folder.path).end is not None
    except LabharnessError:
        return False
