"""Processes that conduct the runs of a bench, for its worker."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from labharness.app.benches.ordering import night_refusal, order_of
from labharness.app.clock import refuse_wrong_clock
from labharness.app.launching import Launch, launch
from labharness.app.preflight import LEAST_FREE, OPERATOR, is_device_held
from labharness.app.services import resume_command, run_command
from labharness.app.workspace import Workspace
from labharness.errors import InputError, LabharnessError, QueueError
from labharness.evidence.begun import forget_begun
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import owner_of
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.nights.items import Item
from labharness.reason import Reason, quoted

IN_USE = (Evidence.IN_USE, Evidence.IN_USE_BY_ANOTHER, Nights.DEVICE_LEASED)


@dataclass(frozen=True, slots=True)
class StartedRunner:
    """A process that this worker started."""

    launched: Launch

    @property
    def output(self) -> Path:
        """File for what it writes to its standard output."""
        return self.launched.output

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.launched.over

    def refusal(self) -> tuple[tuple[Reason, ...], bool]:
        """Return why it refused, empty where it did not say, and whether its device or run was in use."""
        if "error" not in self.launched.answer():
            self.launched.settle()  # the run's records say as much
            return (), False
        reasons = self.launched.reasons() or (quoted(self.launched.said()),)
        return reasons, any(reason.is_a(*IN_USE) for reason in reasons)


@dataclass(frozen=True, slots=True)
class BenchRunners:
    """What the worker of a bench does with a workspace.

    Parameters
    ----------
    bench
        Its name.
    output
        Folder for what runners write to their standard output.
    """

    workspace: Workspace
    bench: str
    output: Path

    def path(self, run: str) -> Path:
        """Return the folder of a run."""
        return self.workspace.path / "runs" / run

    def preflight(self, item: Item) -> Reason | None:
        """Return why a run may not begin now, None where it may."""
        try:
            return night_refusal(self.workspace, item, datetime.now(UTC))
        except LabharnessError as error:
            return Nights.REFUSED(why=error.reasons)

    def resume_refusal(self, item: Item) -> tuple[Reason, ...]:
        """Return why a run that was begun may not go on now, empty where it may."""
        try:
            refuse_wrong_clock(self.workspace, order_of(item))
        except LabharnessError as error:
            return error.reasons
        return ()

    def shortage(self, item: Item) -> Reason | None:
        """Return why the disk has too little space for a run to go on, None where it has enough."""
        try:
            free = shutil.disk_usage(self.path(item.id).parent).free
        except OSError:  # whoever writes there meets it too, and says more about it
            return None
        return Nights.SPACE(free=free, needed=LEAST_FREE) if free < LEAST_FREE else None

    def held(self, item: Item) -> bool:
        """Say whether a process holds the device or the reader."""
        try:
            order = order_of(item)
        except QueueError:  # what may not begin or go on holds nothing; preflight and resume_refusal say why
            return False
        return any(
            is_device_held(url) for url in (order.device, order.reader) if url is not None and url != OPERATOR
        )

    def begin(self, item: Item) -> StartedRunner:
        """Start a runner that begins the run; a trace that a removed run of the name left says nothing of it."""
        forget_begun(self.path(item.id))
        return self._started(run_command(self.workspace.path, order_of(item), self.bench), item)

    def resume(self, item: Item) -> StartedRunner:
        """Start a runner that resumes the run."""
        return self._started(resume_command(RunFolder(self.path(item.id)), self.bench), item)

    def stop(self, item: Item, who: str) -> None:
        """Tell a run at work that a person wants it to end."""
        folder = RunFolder(self.path(item.id))
        if not folder.alive:
            raise InputError(Runs.NO_RUNNER(run=item.id))
        folder.send("stop", who)  # it was seen that this person may, when the item was canceled

    def interrupt(self, item: Item, *, kill: bool) -> None:
        """Let a living runner bring its device to rest and leave the run resumable, or kill it."""
        process = self.runner_of(item)
        if process is None:
            return
        with suppress(OSError):
            os.kill(process, _KILL if kill else _INTERRUPT)

    def runner_of(self, item: Item) -> int | None:
        """Return the process number of whoever holds the run, None where it is not known."""
        folder = RunFolder(self.path(item.id))
        owner = owner_of(folder.path / "lock") if folder.alive else None
        return owner["pid"] if owner is not None and isinstance(owner["pid"], int) else None

    def _started(self, argv: list[str], item: Item) -> StartedRunner:
        return StartedRunner(launch([*awake(item), *argv], item.id, self.output))


if sys.platform == "win32":
    _INTERRUPT, _KILL = signal.CTRL_BREAK_EVENT, signal.SIGTERM

    def awake(item: Item) -> list[str]:
        """Return nothing: the worker itself keeps Windows from sleeping."""
        del item
        return []

else:
    _INTERRUPT, _KILL = signal.SIGTERM, signal.SIGKILL

    def awake(item: Item) -> list[str]:
        """Return the command that keeps the computer from sleeping while a runner is at work, where there is one."""
        program = shutil.which("systemd-inhibit")
        if program is None or not Path(program).is_absolute() or not Path("/run/systemd/system").is_dir():
            return []
        why = f"--why=Run {item.id} records a device."
        return [program, "--what=sleep:idle", "--who=labharness", why, "--mode=block"]
