"""Deviations and interruptions: what was not as planned, and what people did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from reportlab.platypus import Flowable

from labharness.assessment.subject import Subject
from labharness.evidence.records import Record, RecordType
from labharness.language.dates import clock
from labharness.language.numbers import amount, number
from labharness.language.recorded import asked, worded
from labharness.language.text import words
from labharness.reporting.blocks import Cell, bullets, coloured, paragraph, subheading, table
from labharness.reporting.registered import listed
from labharness.reporting.section import Part
from labharness.reporting.typography import OUTCOME_COLOURS

_Told: TypeAlias = tuple[list[Record], Callable[[dict[str, Any]], str]]


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return everything that departed from the plan, in the order in which it happened."""
    kinds = _kinds(subject)
    found = [] if part.again else [paragraph(part.text("intro"))]
    rows: list[tuple[int, list[Cell]]] = [
        (one.seq, [clock(one.utc), number(one.seq + 1), kind, told(one.body)])
        for kind, (records, told) in kinds.items()
        for one in records
    ]
    checked = [*subject.verification.problems, *subject.verification.notes]
    absent = [kind for kind, (records, _) in kinds.items() if not records]
    absent += [] if checked else ["note of the verification"]
    if absent:
        found.append(paragraph(f"On record there is {listed([f'no {kind}' for kind in absent])}."))
    if rows:
        cells = [row for _, row in sorted(rows, key=lambda at: at[0])]
        found.append(table(("Time (UTC)", "Line", "Kind", "Record"), cells, (22, 9, 19, 50), "lrll"))
    if subject.summary.ending is None:
        ended = f"INTERRUPTED: the record ends at {clock(subject.summary.updated)} without an end record."
        found.append(coloured(ended, OUTCOME_COLOURS["FAIL"], "word"))
    if checked:
        found += [*subheading("Notes of the verification"), *bullets(checked)]
    return [*found, _prompts(subject)]


def _kinds(subject: Subject) -> Mapping[str, _Told]:
    """Return the records of each kind, and how one of them is told."""
    log = subject.log
    back = log.of(RecordType.RESUMED, RecordType.RECOVERED)
    return {
        "deviation": (log.of(RecordType.DEVIATION), lambda body: worded(body, "text")),
        "interruption": ([one for one in back if not one.body.get("planned")], _interruption),
        "error of the device": (
            [one for one in log.of(RecordType.EXCHANGE) if "error" in one.body],
            _failure,
        ),
        "command": (log.of(RecordType.COMMAND), _command),
        "unanswered prompt": (_unanswered(subject), asked),
        "bringing to rest": (log.of(RecordType.SAFE_STATE), lambda body: worded(body, "sentence")),
    }


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


def _failure(body: dict[str, object]) -> str:
    error = body["error"]
    told = f"{error.get('error')}: {worded(error, '')}" if isinstance(error, dict) else str(error)
    return f"{body['channel']}, {body['call']}: {told}"


def _command(body: dict[str, object]) -> str:
    return f"{words(str(body['command']))}, by {body['who']}"


def _unanswered(subject: Subject) -> list[Record]:
    answers = {one.body["prompt"]: one.body for one in subject.log.of(RecordType.ANSWER)}
    return [
        one
        for one in subject.log.of(RecordType.PROMPT)
        if answers.get(one.body["prompt"], {"who": "nobody"})["who"] == "nobody"
    ]


def _prompts(subject: Subject) -> Flowable:
    given = len(subject.log.of(RecordType.PROMPT))
    answered = given - len(_unanswered(subject))
    return paragraph(f"Prompts given: {number(given)}, answered: {number(answered)}.", "quiet")
