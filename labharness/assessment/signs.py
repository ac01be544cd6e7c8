"""What the record of a run shows against its device that no verdict counts, because it was broken off or forgiven."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from labharness.evidence.records import Record, RecordType, Understanding
from labharness.model.findings import Result
from labharness.model.reasons.course import Course
from labharness.reason import Reason


def signs(records: Iterable[Record]) -> list[Reason]:
    """Return what speaks against the device in what people saw, though no stage came to a result that says so.

    A plan may allow a jam, and a stage that is broken off fails nothing; a run that is left because of either
    shall not look like one in which nothing was seen.
    """
    seen = _Seen()
    for record in records:
        with Understanding(record):
            seen.take(record.type, record.body)
    return seen.told()


@dataclass
class _Seen:
    """Parameters: ``asked`` are the actions that people were asked for since the last finding."""

    stage: str = ""
    asked: list[str] = field(default_factory=list)
    wrong: dict[str, Reason] = field(default_factory=dict)
    found: dict[Reason, None] = field(default_factory=dict)

    def take(self, kind: RecordType, body: dict[str, Any]) -> None:
        if kind is RecordType.STAGE_STARTED:
            self.stage = body["stage"]
        elif kind is RecordType.COMMAND and body["command"] == "jam":
            self.found[Course.JAMMED(stage=body.get("stage") or self.stage)] = None
        elif kind is RecordType.PROMPT:
            self.asked.append(body["action"])
        elif kind is RecordType.FINDING:
            self.asked.clear()
            if body["result"] in (Result.NOT_AS_EXPECTED, Result.LEFT_OUT):
                left = Course.FINDING_LEFT(
                    stage=body["stage"], item=body["item"], result=Result(body["result"])
                )
                self.wrong.setdefault(body["stage"], left)
        elif kind is RecordType.STAGE_FINISHED:
            self.asked.clear()
            self.wrong.pop(body["stage"], None)  # its result says it
        elif kind is RecordType.RESUMED:
            self._leave()

    def told(self) -> list[Reason]:
        self._leave()
        return [*self.found, *self.wrong.values()]

    def _leave(self) -> None:
        """Keep what was asked a second time because of what was seen, and left without a finding."""
        if "confirm_finding" in self.asked:
            self.found[Course.REACTION_NOT_REPEATED(stage=self.stage)] = None
        if self.asked.count("restore") > 1:
            self.found[Course.ALARM_LEFT(stage=self.stage)] = None
        if self.asked.count("unload") > 1:
            self.found[Course.COUNT_LEFT(stage=self.stage)] = None
        self.asked.clear()
