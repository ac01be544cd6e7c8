"""Deviations and interruptions: what was not as planned, and what people did."""

from __future__ import annotations

from collections.abc import Callable

from reportlab.platypus import Flowable

from labharness.evidence.records import Record, RecordType
from labharness.reporting.blocks import NONE, Cell, bullets, paragraph, subheading, table
from labharness.reporting.section import Part
from labharness.reporting.subject import Subject
from labharness.reporting.wording import amount, clock, number, words


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return everything that departed from the plan."""
    log = subject.log
    return [
        paragraph(part.text("intro")),
        *_timed("Deviations", log.of(RecordType.DEVIATION), lambda body: str(body["text"])),
        *_interruptions(subject),
        *_timed("Errors of the device", _failures(subject), _failure),
        *_timed(
            "Bringing the device to rest", log.of(RecordType.SAFE_STATE), lambda body: str(body["sentence"])
        ),
        *_timed("Commands", log.of(RecordType.COMMAND), _command),
        *_prompts(subject),
        *subheading("Notes of the verification"),
        *bullets([*subject.verification.problems, *subject.verification.notes]),
    ]


def _timed(title: str, records: list[Record], told: Callable[[dict[str, object]], str]) -> list[Flowable]:
    rows: list[list[Cell]] = [[clock(one.utc), number(one.seq + 1), told(one.body)] for one in records]
    if not rows:
        return [*subheading(title), paragraph(NONE)]
    return [*subheading(title), table(("Time (UTC)", "Line", "Record"), rows, (22, 10, 68), "lrl")]


def _interruptions(subject: Subject) -> list[Flowable]:
    kinds = (RecordType.RESUMED, RecordType.RECOVERED)
    records = [one for one in subject.log.of(*kinds) if not one.body.get("planned")]
    found = _timed("Interruptions", records, _interruption)
    if subject.summary.ending is None:
        told = f"INTERRUPTED: the record ends at {clock(subject.summary.updated)} without an end record."
        found.append(paragraph(told))
    return found


def _interruption(body: dict[str, object]) -> str:
    if "gap_s" in body:
        gap = body["gap_s"]
        lost = amount(round(gap), "second") if isinstance(gap, int | float) else f"{gap} s"
        orphans = body["orphan_frames"]
        if isinstance(orphans, dict):
            orphans = sum(count for count in orphans.values() if isinstance(count, int))
        return f"The runner came back after {lost}. Frames that no record refers to: {orphans}."
    torn = len(str(body["ledger_torn"]))
    states = body["segments"]
    bad = [state["name"] for state in states if state.get("problem")] if isinstance(states, list) else []
    tails = f" Torn raw segments: {', '.join(bad)}." if bad else ""
    return f"Recovered after a crash: {amount(torn, 'byte')} of a torn ledger line kept on record.{tails}"


def _failures(subject: Subject) -> list[Record]:
    return [one for one in subject.log.of(RecordType.EXCHANGE) if "error" in one.body]


def _failure(body: dict[str, object]) -> str:
    error = body["error"]
    told = f"{error.get('error')}: {error.get('message')}" if isinstance(error, dict) else str(error)
    return f"{body['channel']}, {body['call']}: {told}"


def _command(body: dict[str, object]) -> str:
    return f"{words(str(body['command']))}, by {body['who']}"


def _prompts(subject: Subject) -> list[Flowable]:
    prompts = subject.log.of(RecordType.PROMPT)
    answers = {one.body["prompt"]: one.body for one in subject.log.of(RecordType.ANSWER)}
    left = [one for one in prompts if answers.get(one.body["prompt"], {"who": "nobody"})["who"] == "nobody"]
    told = f"Prompts given: {number(len(prompts))}, answered: {number(len(prompts) - len(left))}."
    return [*_timed("Prompts unanswered", left, lambda body: str(body["text"])), paragraph(told, "quiet")]
