"""Progress of a run on the console, fed from its ledger."""

from __future__ import annotations

import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from labharness.cli.console import notes
from labharness.cli.terminal_prompts import TerminalPrompts
from labharness.errors import StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.ledger import LedgerReader

LOOK_S = 0.2
"""Between two looks at the ledger."""


class LedgerProgress:
    """Progress bars fed from a run's ledger by a thread of their own, as any other view would be.

    Parameters
    ----------
    people
        Where prompts are put to a person; the bars stand still meanwhile.
    """

    def __init__(self, title: str, people: TerminalPrompts | None = None) -> None:
        self._title = title
        self._people = people
        self._folder: RunFolder | None = None
        self._step = ""
        self._stop = threading.Event()
        self._bars: dict[str, TaskID] = {}
        self._progress = Progress(
            TextColumn("  {task.description:<24}", markup=False),
            BarColumn(16),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True),
            console=notes,
        )
        self._thread = threading.Thread(target=self._follow, name="progress", daemon=True)

    def attach(self, folder: RunFolder) -> None:
        """Begin to follow a run."""
        self._begin()
        self._folder = folder

    def step(self, text: str) -> None:
        """Show what is going on while nothing is recorded."""
        self._step = text

    def _begin(self) -> None:
        """Show the title and the bars, once; a run that is refused shows neither."""
        if not self._progress.live.is_started:
            notes.print(self._title, style="bold")
            self._progress.start()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        if self._progress.live.is_started:
            self._progress.stop()

    def _follow(self) -> None:
        history, reader = RunHistory(), None
        wait = LOOK_S
        while not self._stop.wait(wait):
            reader = reader or self._reader()
            self._look(history, reader)
            wait = 0.0 if self._ask(history.summary) else LOOK_S
        self._look(history, reader)

    def _ask(self, summary: RunSummary) -> bool:
        """Give a person the time of a look to answer, and say whether a prompt is open."""
        if self._people is None or self._folder is None:
            return False
        prompt = self._people.waiting(summary)
        if prompt is not None:
            self._progress.stop()  # bars would be drawn over what is typed
            self._people.attend(self._folder, summary, prompt, LOOK_S)
        elif not self._progress.live.is_started:
            self._progress.start()
        return prompt is not None

    def _look(self, history: RunHistory, reader: LedgerReader | None) -> None:
        if reader is not None:
            with suppress(StorageError):  # what cannot be read now is read at the next look
                self._show(history.read(reader.poll()).summary)

    def _reader(self) -> LedgerReader | None:
        return self._folder.follow() if self._folder is not None else None

    def _show(self, summary: RunSummary) -> None:
        for stage in summary.stages.values():
            if stage.status == "waiting":
                continue
            total = max(stage.units, 1)
            done = total if stage.status == "done" and not stage.units else stage.done
            if stage.name not in self._bars:
                self._bars[stage.name] = self._progress.add_task(stage.name, total=total)
            self._progress.update(self._bars[stage.name], completed=done, total=total)
        if self._step:
            if "judging" not in self._bars:
                self._bars["judging"] = self._progress.add_task(self._step, total=1)
            done = int(summary.ending is not None)
            text = "judged" if done else self._step
            self._progress.update(self._bars["judging"], description=text, completed=done)
