"""Prompts of a run, put and answered on the terminal that conducts it.

Progress of a run on the console, fed from its ledger.
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Self, TextIO

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from labharness.app.bench_work.entered_cards import reading_of
from labharness.cli.console import notes, screen
from labharness.errors import StorageError
from labharness.evidence.folder import LedgerReader, RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.outside import LONGEST_LINE
from labharness.evidence.records.people import PromptBody
from labharness.language.catalog import say, step
from labharness.language.run_groups import question
from labharness.reason import Reason


def terminal() -> TerminalPrompts | None:
    """Return the prompts of this terminal, None where a person cannot read them and type here."""
    if sys.stdin is None or sys.stdout is None:
        return None
    return TerminalPrompts(sys.stdin) if sys.stdin.isatty() and sys.stdout.isatty() else None


class TerminalPrompts:
    """Ask what a run asks, one prompt after the other, and send what is typed through the run's inbox.

    Parameters
    ----------
    typed
        A terminal.
    """

    def __init__(self, typed: TextIO) -> None:
        self._typed = typed
        self._shown: set[int] = set()
        self._sent: set[int] = set()
        self._closed = False

    def waiting(self, summary: RunSummary) -> PromptBody | None:
        """Return the prompt that waits for a person, None where none does or the terminal was closed.

        The newest comes first: double entry asks for cards while the prompt for the reader still stands.
        """
        if self._closed:
            return None
        waiting = reversed(summary.open_prompts.values())
        return next((each for each in waiting if each.prompt not in self._sent), None)

    def attend(self, folder: RunFolder, summary: RunSummary, prompt: PromptBody, seconds: float) -> None:
        """Show a prompt once, and send its answer if a line is typed within so many seconds."""
        if prompt.prompt not in self._shown:
            self._shown.add(prompt.prompt)
            _discard(self._typed)
            reading = reading_of(prompt, summary.open_prompts.values())
            if reading is not None and reading.prompt not in self._shown:
                self._shown.add(reading.prompt)  # it alone says what is to be laid before somebody enters it
                screen.print(question(reading))
            screen.print(question(prompt))
        line = self._line(seconds)
        if line is None:
            return
        if not line:
            self._closed = True
            screen.print(f"Answer with: labharness tell {folder.run} answer --who NAME TEXT")
            return
        if prompt.by_reader and not line.lower().startswith("n"):
            if line.strip() and prompt.data.how:
                screen.print(say(prompt.data.how))
            return
        self._sent.add(prompt.prompt)
        who = summary.start.operator if summary.start else ""
        folder.send("answer", who or "terminal", prompt=prompt.prompt, answer=line.strip())

    def _line(self, seconds: float) -> str | None:
        """Return a typed line, empty at the end of the input, None where none was typed in time."""
        if not _foreground(self._typed):
            time.sleep(seconds)
            return None
        if not _typed_within(self._typed, seconds):
            return None
        with suppress(OSError):
            line = rest = self._typed.readline(LONGEST_LINE)
            while rest and not rest.endswith("\n"):  # what is too long answers no other prompt
                rest = self._typed.readline(LONGEST_LINE)
            return line
        return ""


if sys.platform == "win32":
    import msvcrt

    def _typed_within(typed: TextIO, seconds: float) -> bool:  # noqa: ARG001  the console is the only terminal
        """Say whether a person began to type a line within so many seconds."""
        end = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= end:
                return False
            time.sleep(0.05)
        return True

    def _foreground(typed: TextIO) -> bool:  # noqa: ARG001
        """Return True, as Windows suspends no program that reads."""
        return True

    def _discard(typed: TextIO) -> None:  # noqa: ARG001
        """Discard what was typed before the question was there."""
        while msvcrt.kbhit():
            msvcrt.getwch()

else:
    import termios

    def _typed_within(typed: TextIO, seconds: float) -> bool:
        """Say whether a person typed a line within so many seconds."""
        return bool(select.select([typed], [], [], seconds)[0])

    def _foreground(typed: TextIO) -> bool:
        """Say whether this process may read; the system would suspend one in the background that does."""
        try:
            return os.tcgetpgrp(typed.fileno()) == os.getpgrp()
        except OSError:  # the terminal controls no process
            return True

    def _discard(typed: TextIO) -> None:
        """Discard lines that were typed before the question was there."""
        with suppress(termios.error):
            termios.tcflush(typed.fileno(), termios.TCIFLUSH)


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

    def step(self, doing: Reason) -> None:
        """Show what is going on while nothing is recorded."""
        self._step = step(doing)

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
            text = "Judged" if done else self._step
            self._progress.update(self._bars["judging"], description=text, completed=done)
