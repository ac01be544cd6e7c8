"""What people tell a run: commands from the inbox, prompts and their answers."""

from __future__ import annotations

import time
from typing import Any

from labharness.devices.untrusted import printable
from labharness.errors import DeviceLost, DeviceTimeout, RunInterrupted, StopRequested
from labharness.evidence.folder import take_commands
from labharness.evidence.records.people import (
    NOBODY,
    READER,
    AnswerBody,
    Command,
    CommandBody,
    PromptBody,
    PromptData,
)
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.conduct import Conduct
from labharness.reason import Reason

POLL_SECONDS = 0.005
Asks = Reason | tuple[Reason, ...]
"""What a person is asked: codes, or texts of a plan."""


class SessionClosed(Exception):
    """The operator closes the session; the run goes on another time."""


class Control:
    """Read the inbox, put everything on record, and act at the next border between exchanges.

    Parameters
    ----------
    writer
        The run.
    first_prompt
        Number of the first prompt, so that numbers stay unique over a resume.
    """

    def __init__(self, writer: RunWriter, first_prompt: int) -> None:
        self._writer = writer
        self._next_prompt = first_prompt
        self._open: dict[int, PromptBody] = {}
        self._answers: dict[int, str] = {}
        self._closing = self._paused = False
        self._signal: dict[str, str] | None = None

    def go_on(self, writer: RunWriter) -> None:
        """Go on with the same run, which was taken up again; what was asked before is asked anew."""
        self._writer = writer
        self._open.clear()
        self._answers.clear()

    def interrupt(self, signal: str, *, stop: bool) -> None:
        """Ask from a signal handler for the run's end, or only for the runner's; takes effect at the next :meth:`check`."""
        command = Command.STOP if stop else Command.INTERRUPT
        self._signal = {"command": command.value, "who": f"signal {signal}"}

    def check(self) -> None:
        """Act on what has arrived; returns when the run may go on.

        Raises
        ------
        StopRequested
            On ``stop``, or an interrupt from the keyboard.
        RunInterrupted
            On any other signal that ends a program.
        """
        self.look()
        if self._paused:
            self._writer.barrier()
        while self._paused:
            time.sleep(POLL_SECONDS)
            self.look()

    def look(self) -> None:
        """Act on what has arrived in the middle of an exchange: a stop at once, a pause at the next :meth:`check`.

        Raises
        ------
        StopRequested, RunInterrupted
            As :meth:`check`.
        DeviceLost
            If a person says that what the reader waits for can no longer be read.
        """
        commands = take_commands(self._writer.path)
        if self._signal:
            commands.append(self._signal)
            self._signal = None
        for command in commands:
            self._act(command)

    def close_if_asked(self) -> None:
        """Raise :class:`SessionClosed` at the end of a unit, if the operator asked for it."""
        if self._closing:
            raise SessionClosed

    def prompt(self, action: str, asks: Asks, data: dict[str, Any], timeout_s: float) -> int:
        """Put a question to whoever is at the bench; returns its number."""
        number, self._next_prompt = self._next_prompt, self._next_prompt + 1
        given = PromptData.model_validate(data, strict=False)
        what = asks if isinstance(asks, tuple) else (asks,)
        body = PromptBody(prompt=number, action=action, asks=what, data=given, timeout_s=timeout_s)
        self._writer.append(body)
        self._writer.barrier()
        self._open[number] = body
        return number

    def answer(self, number: int, who: str, answer: str, instrument: str = "", account: str = "") -> None:
        """Record an answer that came another way, such as a reader's file, with the instrument that gave it."""
        if number in self._open:
            del self._open[number]
            self._writer.append(
                AnswerBody(prompt=number, who=who, answer=answer, instrument=instrument, account=account)
            )

    def ask(self, action: str, asks: Asks, data: dict[str, Any], timeout_s: float) -> str:
        """Put a question and wait for its answer; raises :class:`DeviceTimeout` when nobody answers.

        Time in which the run is paused does not count.
        """
        number = self.prompt(action, asks, data, timeout_s)
        deadline = time.monotonic() + timeout_s
        while number not in self._answers:
            if time.monotonic() > deadline:
                self.answer(number, NOBODY, "")
                raise DeviceTimeout(Conduct.NOBODY_ANSWERED(seconds=timeout_s))
            time.sleep(POLL_SECONDS)
            checked = time.monotonic()
            self.check()
            deadline += time.monotonic() - checked
        return self._answers.pop(number)

    def _act(self, command: dict[str, Any]) -> None:
        name, who = command["command"], printable(command["who"], 200)
        account = command.get("account", "")
        if who in (NOBODY, READER):  # names of the runner's own; nobody may answer under them
            name = Command.UNREADABLE.value
        if name == "answer":
            number = command.get("prompt")
            if isinstance(number, int) and number in self._open:
                text = str(command.get("answer", ""))[:65536]
                self._take_answer(number, who, text, account)
                return
        self._writer.append(CommandBody(command=Command(name), who=who, account=account))
        if name == "stop":
            raise StopRequested(Conduct.STOPPED_BY(who=who))
        if name == "interrupt":
            raise RunInterrupted(Conduct.INTERRUPTED_BY(signal=who))
        self._closing |= name == "close_session"
        if name in ("pause", "resume", "close_session"):
            self._paused = name == "pause"

    def _take_answer(self, number: int, who: str, text: str, account: str) -> None:
        """Record an answer; while the reader is waited for, a no says that there is nothing to read any more."""
        given = AnswerBody(prompt=number, who=who, answer=text, account=account)
        reading = any(body.by_reader for body in self._open.values())
        if reading and text.partition(":")[0].strip().lower() in ("no", "n"):
            self._writer.append(given)
            raise DeviceLost(Conduct.NOT_READABLE(who=who, answer=printable(text.strip(), 400)))
        if self._open[number].by_reader:
            self._writer.append(given)  # a remark: the answer is what the reader reads, with its name
            return
        self._answers[number] = text
        self.answer(number, who, text, account=account)
