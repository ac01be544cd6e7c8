"""How commands speak: tables for people, JSON for programs, one sentence for errors."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Self

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from labharness.app.workspace import Workspace
from labharness.devices.untrusted import printable
from labharness.errors import PlanError, StorageError, WorkspaceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.ledger import LedgerReader
from labharness.language.catalogue import sentences
from labharness.model.results import Ending, Outcome
from labharness.reporting.banners import SIMULATED, signs_in_words

screen = Console(highlight=False, soft_wrap=True)
notes = Console(stderr=True, highlight=False, soft_wrap=True)

PASSED, FAILED, INCONCLUSIVE, ERROR = 0, 1, 2, 3

WorkspaceOption = Annotated[
    Path,
    typer.Option(
        "--workspace", "-w", envvar="LABHARNESS_WORKSPACE", help="Folder made by 'labharness init'."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
DEFAULT_WORKSPACE = Path("~/labharness-workspace")

COLOURS = {Outcome.PASS: "bold green", Outcome.FAIL: "bold red", Outcome.INCONCLUSIVE: "bold yellow"}


def workspace_or_none(path: Path) -> Path | None:
    """Return the folder of a workspace, None where the default one is not there; one that is named must be."""
    try:
        return Workspace.open(path).path
    except WorkspaceError:
        if path != DEFAULT_WORKSPACE:
            raise
        return None


def exit_code(outcome: Outcome, ending: Ending | None) -> int:
    """Return the exit code of a run: 0 pass, 1 fail, 2 inconclusive, 3 error."""
    if outcome is Outcome.FAIL:
        return FAILED
    if ending is Ending.ERROR:
        return ERROR
    return PASSED if outcome is Outcome.PASS else INCONCLUSIVE


def table(*heads: str, whole: int = 1) -> Table:
    """Return a table that folds long words and never cuts one; the first columns are not wrapped at all."""
    made = Table()
    for place, head in enumerate(heads):
        made.add_column(head, overflow="fold", no_wrap=place < whole)
    return made


def print_simulated(summary: RunSummary) -> None:
    """Say loudly that a device was simulated, and what shows it; nothing where it was not."""
    if summary.simulated:
        screen.print(SIMULATED, style="bold reverse", markup=False)
        screen.print(printable(signs_in_words(summary.simulation), 2000), markup=False)


def print_json(value: Any) -> None:
    """Write one JSON object to standard output, ASCII only, so that no console can spoil it."""
    if sys.stdout is None:
        raise StorageError(
            "Standard output is closed, so nothing can be printed; open it, or leave --json out."
        )
    sys.stdout.write(json.dumps(value, indent=2) + "\n")
    sys.stdout.flush()


class LedgerProgress:
    """Progress bars fed from a run's ledger by a thread of their own, as any other view would be."""

    def __init__(self, title: str) -> None:
        self._title = title
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
            notes.print(self._title, style="bold", markup=False)
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
        while not self._stop.wait(0.2):
            reader = reader or self._reader()
            self._look(history, reader)
        self._look(history, reader)

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


@contextmanager
def working(text: str, *, quiet: bool) -> Iterator[None]:
    """Show that something takes a while."""
    if quiet:
        yield
        return
    with notes.status(text):
        yield


def print_mistakes(error: PlanError, *, as_json: bool) -> int:
    """Print every mistake of a file that was asked about, and return the exit code of an error."""
    if as_json:
        print_json({"good": False, "problems": list(sentences(error))})
    else:
        for problem in sentences(error):
            screen.print(problem, markup=False)
    return ERROR
