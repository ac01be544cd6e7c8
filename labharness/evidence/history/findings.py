"""Findings of a run as a report prints them: who answered, when, and what came with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.evidence.records.body import Reasons
from labharness.evidence.records.course import ResumedBody, StageStartedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import NOBODY, READER, AnswerBody, AttachedFile, FindingBody
from labharness.model.findings import Result


@dataclass(frozen=True, slots=True)
class Finding:
    """What one trial, one item or one count by hand showed.

    Parameters
    ----------
    reaction
        What the device said or did, where that was looked for.
    attachment
        The file that came with the answer, if one did.
    who
        Those who answered what was asked for it, in order.
    utc
        When it was put on record.
    """

    item: str
    result: Result
    reaction: Reasons
    comment: str
    attachment: AttachedFile | None
    who: tuple[str, ...]
    utc: str


@dataclass
class Findings:
    """What trials, items and counts by hand showed, with those who answered."""

    _made: dict[str, list[Finding]] = field(default_factory=dict)
    _who: dict[str, None] = field(default_factory=dict)

    @property
    def by_stage(self) -> dict[str, tuple[Finding, ...]]:
        """The findings of each stage, in the order in which they were made."""
        return {stage: tuple(each) for stage, each in self._made.items()}

    def take(self, record: Record) -> None:
        """Add the next record."""
        match record.body:
            case AnswerBody(who=name) if name not in (NOBODY, READER):
                self._who[name] = None
            case StageStartedBody() | ResumedBody():
                self._who.clear()
            case FindingBody() as body:
                finding = Finding(
                    body.item,
                    body.result,
                    body.reaction,
                    body.comment,
                    body.attachment,
                    tuple(self._who),
                    record.utc,
                )
                self._made.setdefault(body.stage, []).append(finding)
                self._who.clear()
            case _:
                pass
