"""What the record of a run shows against its device that no verdict counts, because it was broken off or forgiven."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.evidence.records.course import BrokenOffBody, ResumedBody, StageFinishedBody, StageStartedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import Command, CommandBody, FindingBody, PromptBody
from labharness.model.findings import Result
from labharness.model.reasons.course import Course
from labharness.reason import Reason


@dataclass
class Signs:
    """What people saw that speaks against the device, though no stage came to a result that says so.

    A plan may allow a jam, and a stage that is broken off fails nothing; a run that is left because of either
    shall not look like one in which nothing was seen.

    Parameters
    ----------
    asked
        Actions that people were asked for since the last finding.
    """

    stage: str = ""
    asked: list[str] = field(default_factory=list)
    wrong: dict[str, Reason] = field(default_factory=dict)
    found: dict[Reason, None] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Add the next record."""
        match record.body:
            case StageStartedBody(stage=stage):
                self.stage = stage
            case CommandBody(command=Command.JAM, stage=stage):
                self.found[Course.JAMMED(stage=stage or self.stage)] = None
            case PromptBody(action=action):
                self.asked.append(action)
            case BrokenOffBody(reasons=reasons):
                self.found[Course.DEVICE_FAILED(why=reasons)] = None
            case FindingBody(stage=stage, item=item, result=result):
                self.asked.clear()
                if result in (Result.NOT_AS_EXPECTED, Result.LEFT_OUT):
                    self.wrong.setdefault(stage, Course.FINDING_LEFT(stage=stage, item=item, result=result))
            case StageFinishedBody(stage=stage):
                self.asked.clear()
                self.wrong.pop(stage, None)  # its result says it
            case ResumedBody():
                self._leave()
            case _:
                pass

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every sign, those of a stage that was left among them."""
        return (*dict.fromkeys((*self.found, *self._left())), *self.wrong.values())

    def _leave(self) -> None:
        """Keep what was asked a second time because of what was seen, and left without a finding."""
        self.found |= dict.fromkeys(self._left())
        self.asked.clear()

    def _left(self) -> list[Reason]:
        left = []
        if "confirm_finding" in self.asked:
            left.append(Course.REACTION_NOT_REPEATED(stage=self.stage))
        if self.asked.count("restore") > 1:
            left.append(Course.ALARM_LEFT(stage=self.stage))
        if self.asked.count("unload") > 1:
            left.append(Course.COUNT_LEFT(stage=self.stage))
        return left
