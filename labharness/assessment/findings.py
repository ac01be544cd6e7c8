"""Findings of a run as a report prints them: who answered, when, and what came with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from labharness.evidence.records.body import Reasons
from labharness.evidence.records.course import ResumedBody, StageStartedBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import AnswerBody, AttachedFile, FindingBody
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


def findings_of(records: Iterable[Record]) -> dict[str, tuple[Finding, ...]]:
    """Return the findings of each stage, in the order in which they were made."""
    found: dict[str, list[Finding]] = {}
    who: dict[str, None] = {}
    for record in records:
        match record.body:
            case AnswerBody(who=name) if name not in ("nobody", "reader"):
                who[name] = None
            case StageStartedBody() | ResumedBody():
                who.clear()
            case FindingBody() as body:
                made = Finding(
                    body.item,
                    body.result,
                    body.reaction,
                    body.comment,
                    body.attachment,
                    tuple(who),
                    record.utc,
                )
                found.setdefault(body.stage, []).append(made)
                who.clear()
            case _:
                pass
    return {stage: tuple(each) for stage, each in found.items()}
