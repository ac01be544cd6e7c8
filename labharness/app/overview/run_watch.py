"""Every run that has not ended, followed as its ledger grows."""

from __future__ import annotations

import math
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from labharness.app.run_index import says_it_ended
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.opening import LEDGER
from labharness.evidence.records.people import PromptBody

LOOK_S = 0.5
"""Seconds that one look takes at most, so that a long ledger never holds up the others for good."""


THOROUGH_S = 60.0
"""Seconds after which ended runs are looked at again: one may have been damaged or replaced."""
SETTLED_NS = 2_000_000_000
"""Age of a folder's last change from which its time tells two changes apart on every file system."""


@dataclass
class OpenRun:
    """A run that has not ended, as far as it was read.

    Parameters
    ----------
    alive
        Whether a runner is at work.
    behind
        Whether there is more to read.
    asked
        When each prompt was put, by its number (UTC).
    """

    folder: RunFolder
    history: RunHistory = field(default_factory=RunHistory)
    alive: bool = False
    behind: bool = True
    asked: dict[int, str] = field(default_factory=dict)
    problem: LabharnessError | None = None

    def __post_init__(self) -> None:
        self._reader = self.folder.follow()

    @property
    def summary(self) -> RunSummary:
        """Where the run stands."""
        return self.history.summary

    def advance(self, until: float, clock: Callable[[], float]) -> None:
        """Read what is new, until a moment of the clock."""
        with suppress(StorageError):  # what cannot be told now is asked again
            self.alive = self.folder.alive
        if self.problem is not None:
            return
        self.behind = True
        try:
            for record in self._reader.poll():
                self.history.take(record)
                if isinstance(record.body, PromptBody):
                    self.asked[record.body.prompt] = record.utc
                if clock() > until:
                    return
        except LabharnessError as error:
            self.problem = error
        self.behind = False


class RunWatch:
    """Follow the runs of a workspace that have not ended.

    Parameters
    ----------
    workspace
        Whose runs.
    clock
        Seconds that only grow.

    Attributes
    ----------
    ended
        Names of the runs that have ended, with the bytes of their ledgers, as the last look saw them.
    """

    def __init__(self, workspace: Workspace, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._workspace, self._clock = workspace, clock
        self._open: dict[str, OpenRun] = {}
        self._ended: dict[str, int] = {}
        self._rest: list[str] = []
        self._changed: int | None = None
        self._thorough = -math.inf
        self.ended: tuple[tuple[str, int], ...] = ()

    def look(self, seconds: float = LOOK_S) -> tuple[OpenRun, ...]:
        """Read what is new for about so long, and return the runs that have not ended, the newest first.

        Raises
        ------
        WorkspaceError
            If the runs of the workspace cannot be listed.
        """
        until, known = self._clock() + seconds, dict(self._ended)
        self._list()
        open_runs = tuple(self._look(until))
        self._open = {run.folder.run: run for run in open_runs}
        if self._ended != known or not self.ended:
            self.ended = tuple(self._ended.items())
            self._rest = [name for name in self._rest if name not in self._ended]
        return open_runs

    def _list(self) -> None:
        """Note which runs may be at work: those that came since, and once in a while all of them.

        Twenty thousand ledgers, twice a second, took a fifth of a core of a window that showed nothing new.
        """
        now, changed = self._clock(), _changed(self._workspace.path / "runs")
        thorough = now - self._thorough >= THOROUGH_S
        if changed is not None and changed == self._changed and not thorough:
            return
        self._changed = changed
        names = self._workspace.run_names()
        here = set(names)
        self._ended = {name: size for name, size in self._ended.items() if name in here}
        self._rest = names if thorough else [name for name in names if name not in self._ended]
        if thorough:
            self._thorough = now

    def _look(self, until: float) -> Iterator[OpenRun]:
        for name in self._rest:
            folder = RunFolder(self._workspace.path / "runs" / name)
            known = self._open.get(name)
            if (size := _size(folder)) is None or (known is None and self._has_ended(folder, size)):
                continue
            known = known or OpenRun(folder)
            known.advance(until, self._clock)
            if known.summary.ending is None:
                yield known

    def _has_ended(self, folder: RunFolder, size: int) -> bool:
        """Say whether the last record of a run ends it; read again only where its ledger has another size."""
        if self._ended.get(folder.run) == size:
            return True
        try:
            # Mostly the last two lines tell; where they do not, both ends are read.
            ended = says_it_ended(folder) or glimpse(folder.path).end is not None
        except (OSError, LabharnessError):
            return False
        if ended:
            self._ended[folder.run] = size
        else:
            self._ended.pop(folder.run, None)
        return ended


def _size(folder: RunFolder) -> int | None:
    """Return the bytes of a run's ledger, None where there is none."""
    try:
        status = os.stat(f"{folder.path}/{LEDGER}")  # noqa: PTH116  as text, which costs a third of a path
    except OSError:
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _changed(folder: Path) -> int | None:
    """Return when a folder last changed, None where its time cannot tell whether it changes again."""
    try:
        changed = folder.stat().st_mtime_ns
    except OSError:
        return None
    return changed if abs(time.time_ns() - changed) > SETTLED_NS else None
