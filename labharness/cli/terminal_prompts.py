"""Prompts of a run, put and answered on the terminal that conducts it."""

from __future__ import annotations

import os
import select
import sys
import time
from contextlib import suppress
from typing import TextIO

from labharness.app.bench_work.prompt_forms import reading_of
from labharness.cli.console import screen
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.outside import LONGEST_LINE
from labharness.evidence.records.people import PromptBody
from labharness.language.catalog import say
from labharness.language.recorded import question


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
