"""Bodies of the records of people: prompts, answers, commands, findings."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from pydantic import SerializerFunctionWrapHandler, model_serializer

from labharness.evidence.records.body import Body, Count, Reasons, RecordPart, RecordType, Sha256
from labharness.model.stages import Result
from labharness.reason import QUOTED, Reason


class PromptData(RecordPart):
    """What a prompt says to programs; a field that does not apply is left out of the record.

    Parameters
    ----------
    unit
        Unit of the sample, from 0.
    cards
        Order to lay or to put in.
    stacks, low, high, units
        What the device is to deal or to draw.
    stage, action, trial, trials, objects
        Trial of a procedure, from 1; ``objects`` says whether the device must object.
    unopened
        The set in new-deck order.
    item
        Item of an inspection.
    size
        Number of cards of the set.
    answers, comment, photograph
        Answers that are understood, those that need a comment, and whether a file belongs to the answer.
    how
        How to write the answer.
    reasons
        Why the prompt is put again.
    """

    unit: int | None = None
    cards: str = ""
    stacks: tuple[int, ...] = ()
    units: int = 0
    low: int | None = None
    high: int | None = None
    stage: str = ""
    action: str = ""
    trial: int = 0
    trials: int = 0
    unopened: str = ""
    objects: bool | None = None
    item: str = ""
    size: int | None = None
    answers: tuple[str, ...] = ()
    comment: tuple[str, ...] = ()
    photograph: bool = False
    how: Reason | None = None
    reasons: Reasons = ()

    @model_serializer(mode="wrap")
    def _given(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return the fields that apply."""
        return {name: value for name, value in write(self).items() if name in self.model_fields_set}


OF_THE_READER = frozenset({"read_input", "read_output", "read_unloaded", "read_known_deck"})
"""Actions of prompts that the reader answers, with what it read."""
NOBODY, READER = "nobody", "reader"
"""Who answers that is not a person: nobody in time, or the reader."""


class PromptBody(Body):
    """What a person was asked."""

    TYPE: ClassVar = RecordType.PROMPT
    prompt: Count
    action: str
    asks: Reasons
    data: PromptData
    timeout_s: float

    @property
    def by_reader(self) -> bool:
        """Whether the reader answers; what a person answers meanwhile is a remark, or that there is nothing to read."""
        return self.action in OF_THE_READER

    @property
    def question(self) -> dict[str, Any]:
        """The question as a program that stands in for a person takes it: action, codes, text of the plan and data."""
        written = self.model_dump(mode="json", include={"action", "asks", "data"})
        return written | {"text": " ".join(str(each["text"]) for each in self.asks if each.code == QUOTED)}


class AnswerBody(Body):
    """An answer and the person who gave it, "nobody" after a timeout.

    Parameters
    ----------
    instrument
        The reader that gave it, "" where a person did.
    account
        Account of the operating system that put the answer into the inbox; ``who`` is a name that somebody typed.
    """

    TYPE: ClassVar = RecordType.ANSWER
    prompt: Count
    who: str
    answer: str
    instrument: str = ""
    account: str = ""


class Command(StrEnum):
    """What people may send to a run at work."""

    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    CLOSE_SESSION = "close_session"
    ANSWER = "answer"
    REFILL = "refill"
    JAM = "jam"
    DOOR = "door"
    INTERRUPT = "interrupt"
    """The computer or its terminal goes away: the operating system told the runner, not a person."""
    UNREADABLE = "unreadable"
    """A file in the inbox that is no command."""


class CommandBody(Body):
    """A command taken from the inbox.

    Parameters
    ----------
    stage
        Stage of a jam that the device itself reported.
    account
        Account of the operating system that put the command into the inbox; ``who`` is a name that somebody typed.
    """

    TYPE: ClassVar = RecordType.COMMAND
    command: Command
    who: str
    stage: str = ""
    account: str = ""


class AttachedFile(RecordPart):
    """A file that came with an answer, kept under its SHA-256."""

    name: str
    sha256: Sha256


class FindingBody(Body):
    """What a trial of a procedure or an inspected item showed."""

    TYPE: ClassVar = RecordType.FINDING
    stage: str
    item: str
    result: Result
    reaction: Reasons
    comment: str
    attachment: AttachedFile | None
