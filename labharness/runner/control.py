"""What people tell a run: commands from the inbox, prompts and their answers.

Everything a stage works with.

What people answer: yes or no, a comment, and the photographs that belong to it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from labharness.analysis.sampling.monitors import Monitoring
from labharness.analysis.sampling.sample import HealthWatch
from labharness.devices.adapter import printable
from labharness.devices.tap import Limits
from labharness.errors import DeviceLost, DeviceTimeout, EvidenceError, RunInterrupted, StopRequested
from labharness.evidence.folder import attach, take_commands
from labharness.evidence.history.run import Progress, RunHistory
from labharness.evidence.lock import evidence
from labharness.evidence.records.body import Body
from labharness.evidence.records.course import DeviationBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import (
    NOBODY,
    READER,
    AnswerBody,
    AttachedFile,
    Command,
    CommandBody,
    FindingBody,
    PromptBody,
    PromptData,
)
from labharness.evidence.writer import RunWriter
from labharness.model.cards import Order, parse_order
from labharness.model.observations import InputKnown
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.stages import Result
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire, Stage
from labharness.reason import Reason
from labharness.runner.channel import Channel

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


@dataclass
class ActiveRun:
    """A run at work: its writer, its channels, its plan, the people, and what its records add up to.

    Parameters
    ----------
    draw
        Seed of what the device must not foresee: the hash of the run's start record as a number.
    monitoring
        What bets against the device, fed with every record of the run.
    """

    writer: RunWriter
    frozen: FrozenPlan
    device: Channel
    reader: Channel | None
    control: Control
    history: RunHistory
    draw: int
    monitoring: Monitoring
    health: HealthWatch = field(init=False)

    def __post_init__(self) -> None:
        self.health = HealthWatch(self.frozen)

    @property
    def progress(self) -> Progress:
        """How far the run has come."""
        return self.history.progress

    def append(self, body: Body) -> Record:
        """Write a record and keep the history in step."""
        record = self.writer.append(body)
        self.history.take(record)
        self.monitoring.take(record)
        self.health.take(record)
        return record

    def finding(
        self,
        stage: str,
        item: str,
        result: Result,
        reaction: tuple[Reason, ...] = (),
        comment: str = "",
        attachment: AttachedFile | None = None,
    ) -> None:
        """Put on record what a trial, an item or a count by hand showed."""
        self.append(
            FindingBody(
                stage=stage,
                item=item,
                result=result,
                reaction=reaction,
                comment=comment,
                attachment=attachment,
            )
        )

    def deviation(self, *reasons: Reason) -> None:
        """Put on record that something is not as planned."""
        self.append(DeviationBody(reasons=reasons))

    def wait(self, stage: Stage) -> Limits:
        """Return the limits of a call of the device: a machine's, or those of the person beside it."""
        if self.device.info.source.independent:
            return Limits(stage.patience_s)
        return Limits(stage.timeout_s, stage.deadline_s)

    def known_input(self, stage: Acquire) -> Order | None:
        """Return the order that lies in the device before the next shuffle, or None if nobody knows."""
        how, done = stage.input, self.progress.units.get(stage.name, 0)
        if how is InputKnown.RESET or (how is InputKnown.CHAINED and not done) or self.begins_chain(stage):
            return self.frozen.put_in(stage, done)
        output = self.progress.last_output.get(stage.name)
        return parse_order(output) if output is not None else None

    def begins_chain(self, stage: Acquire) -> bool:
        """Say whether the declared set must be put in before the next shuffle of a chain."""
        return stage.put_in_first and stage.name not in self.progress.last_output


MOST_TRIES = 5
MOST_COMMENT = 2000
MOST_BYTES = 64 << 20
"""Largest photograph that is taken into a run."""


class Given(StrEnum):
    """What was answered."""

    YES = "yes"
    NO = "no"
    NOT_APPLICABLE = "n/a"


_WORDS = {
    **dict.fromkeys(("yes", "y", "done"), Given.YES),
    **dict.fromkeys(("no", "n"), Given.NO),
    **dict.fromkeys(("n/a", "na", "skip"), Given.NOT_APPLICABLE),
}


@dataclass(frozen=True, slots=True)
class OperatorAnswer:
    """One answer.

    Parameters
    ----------
    attachment
        Name and SHA-256 of the file that came with it, if one did.
    """

    given: Given
    comment: str = ""
    attachment: AttachedFile | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what an answer must have.

    Parameters
    ----------
    comment
        Answers that need one.
    photograph
        Whether a file belongs to a yes or a no.
    """

    action: str
    asks: tuple[Reason, ...]
    data: dict[str, Any]
    comment: frozenset[Given] = frozenset({Given.NO, Given.NOT_APPLICABLE})
    photograph: bool = False


def ask(bench: ActiveRun, question: Question, timeout_s: float) -> OperatorAnswer | None:
    """Ask until the answer can be used; None if none could be after :data:`MOST_TRIES`.

    An answer is a word, perhaps a comment after a colon, perhaps a file after ``|``:
    ``no: the door opens | door.jpg``.  The file is copied into the run.
    """
    shape = {
        "answers": [given.value for given in Given],
        "comment": sorted(question.comment),
        "photograph": question.photograph,
        "how": Ask.HOW_WITH_PHOTOGRAPH() if question.photograph else Ask.HOW(),
    }
    data = {**question.data, **shape}
    for _ in range(MOST_TRIES):
        understood = _understood(
            bench, question, bench.control.ask(question.action, question.asks, data, timeout_s)
        )
        if isinstance(understood, OperatorAnswer):
            return understood
        data["reasons"] = (understood,)
    return None


def _understood(bench: ActiveRun, question: Question, text: str) -> OperatorAnswer | Reason:
    """Return the answer, or what it lacks."""
    words, _, file = text.partition("|")
    word, _, comment = words.partition(":")
    given = _WORDS.get(word.strip().lower())
    comment = printable(comment.strip(), MOST_COMMENT)
    if given is None:
        return Ask.NO_ANSWER(text=printable(word.strip(), 40))
    if given in question.comment and not comment:
        return Ask.NEEDS_COMMENT()
    if not file.strip():
        missing = question.photograph and given is not Given.NOT_APPLICABLE
        return Ask.NEEDS_PHOTOGRAPH() if missing else OperatorAnswer(given, comment)
    taken = _taken(bench, Path(file.strip()))
    return taken if isinstance(taken, Reason) else OperatorAnswer(given, comment, taken)


def _taken(bench: ActiveRun, file: Path) -> AttachedFile | Reason:
    """Copy a file into the run under its hash, or return why not; what is named twice lies there once."""
    try:
        there = file.resolve()  # a person may name a link; a pipe would hold up the run
        content = evidence(there.parent, there.name, MOST_BYTES)
    except EvidenceError as error:
        return error.reasons[0]
    except (OSError, ValueError, RuntimeError) as error:  # missing, NUL in its name, links in a circle
        return Ask.FILE_UNREADABLE(why=getattr(error, "strerror", None) or str(error))
    return AttachedFile(name=printable(file.name, 200), sha256=attach(bench.writer.path, content))
