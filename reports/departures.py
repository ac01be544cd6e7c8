"""Deviations and interruptions: what was not as planned, and what people did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from reportlab.platypus import Flowable

from labharness.assessment.attempts.invalidations import ended
from labharness.assessment.case import Case
from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.log import LogEntry
from labharness.evidence.records.body import Body
from labharness.evidence.records.calls import ExchangeBody, SafeStateBody
from labharness.evidence.records.course import DeviationBody, RecoveredBody, ResumedBody
from labharness.evidence.records.people import NOBODY, AnswerBody, CommandBody, PromptBody
from labharness.language.catalog import clause, say
from labharness.language.dates import clock
from labharness.language.numbers import amount, number
from labharness.language.recorded import asked, worded
from labharness.language.template import run_list
from labharness.language.text import words
from labharness.model.results import Ending
from labharness.reporting.blocks import Cell, bullets, colored, paragraph, subheading, table
from labharness.reporting.fitting import fitting, high, more
from labharness.reporting.registered import listed
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS

_AT_REST = "bringing to rest"
_REPEATED = "request made again"
_PLURALS = {
    "error of the device": "errors of the device",
    _REPEATED: "requests made again",
    "recovery": "recoveries",
    "note of the verification": "notes of the verification",
}
_Departure: TypeAlias = tuple[int, str, str]
"""Record number, wall clock and words."""


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return everything that departed from the plan, in the order in which it happened."""
    kinds = _kinds(subject)
    found = [] if part.again else [paragraph(part.text("intro"))]
    rows: list[tuple[int, list[Cell]]] = [
        (seq, [clock(utc), number(seq + 1), kind, told])
        for kind, records in kinds.items()
        for seq, utc, told in records
    ]
    checked = [say(each) for each in (*subject.verification.problems, *subject.verification.notes)]
    absent = [kind for kind, records in kinds.items() if not records]
    absent += [] if checked else ["note of the verification"]
    if absent:
        found.append(paragraph(f"On record there is {listed([f'no {kind}' for kind in absent])}."))
    if rows:
        cells = [row for _, row in sorted(rows, key=lambda at: at[0])]
        found.append(table(("Time (UTC)", "Line", "Kind", "Record"), cells, (22, 9, 19, 50), "lrll"))
    if subject.summary.ending is None:
        ended = f"INTERRUPTED: the record ends at {clock(subject.summary.updated)} without an end record."
        found.append(colored(ended, OUTCOME_COLORS["FAIL"], "word"))
    if checked:
        found += [*subheading("Notes of the verification"), *bullets(checked)]
    return [*found, _prompts(subject)]


def brief(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Count what departed from the plan in each run, and name the runs in which nothing did."""
    counted = {run.run: _counted(run) for run in case.dossier.runs}
    quiet = [case.dossier.called(run) for run, told in counted.items() if not told]
    loud = [(case.dossier.called(run), told) for run, told in counted.items() if told]
    none = f"{run_list(quiet)}: complete, no deviation, no interruption, no error of the device and no unanswered prompt."
    foot = [paragraph(none)] if quiet else []
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[tuple[str, str]], left: int) -> list[Flowable]:
        rows: list[list[Cell]] = [[run, told] for run, told in shown]
        found = [table(("Run", "On record"), rows, (16, 84))] if rows else []
        return [*found, *([paragraph(more(left, "run", where), "word")] if left else [])]

    return [*fitting(loud, room - high(foot), drawn), *foot]


def _counted(subject: Subject) -> str:
    """Count the departures of a run by kind; that a device came to rest is none."""
    kinds = {kind: len(found) for kind, found in _kinds(subject).items() if kind != _AT_REST}
    kinds["note of the verification"] = len([*subject.verification.problems, *subject.verification.notes])
    told = [amount(count, kind, _PLURALS.get(kind, "")) for kind, count in kinds.items() if count]
    if subject.summary.ending is None:
        told.append("INTERRUPTED: the record has no end")
    elif subject.ending is not Ending.COMPLETE:
        told.append(f"ended early: {clause(ended(subject))}")
    return "; ".join(told)


def _kinds(subject: Subject) -> Mapping[str, list[_Departure]]:
    """Return the departures of each kind."""
    log = subject.log
    failed = (one for one in log.of(ExchangeBody) if one.body.error is not None)
    kinds: dict[str, Iterable[LogEntry[Any]]] = {
        "deviation": log.of(DeviationBody),
        "interruption": (one for one in log.of(ResumedBody) if not one.body.planned),
        "recovery": log.of(RecoveredBody),
        "error of the device": failed,
        _REPEATED: (one for one in log.of(ExchangeBody) if one.body.repeat),
        "command": log.of(CommandBody),
        "unanswered prompt": _unanswered(subject),
        _AT_REST: log.of(SafeStateBody),
    }
    return {kind: [(one.seq, one.utc, _told(one.body)) for one in found] for kind, found in kinds.items()}


def _told(body: Body) -> str:
    match body:
        case DeviationBody(reasons=reasons) | SafeStateBody(reasons=reasons):
            return worded(reasons)
        case PromptBody():
            return asked(body)
        case ResumedBody():
            lost, orphans = amount(round(body.gap_s), "second"), sum(body.orphan_frames.values())
            return f"The runner resumed after {lost}. Frames without a record: {orphans}."
        case RecoveredBody():
            bad = [state.name for state in body.segments if state.problem]
            tails = f" Torn raw segments: {', '.join(bad)}." if bad else ""
            torn = amount(len(body.ledger_torn), "byte")
            return f"Recovered after a crash: {torn} of a torn ledger line kept on record.{tails}"
        case ExchangeBody(error=error):
            ended = f"{error.error}: {worded(error.reasons)}" if error else "made again, and answered."
            return f"{body.channel}, {body.call}: {ended}"
        case CommandBody():
            return f"{words(body.command)}, by {body.who}"
        case _:
            raise AssertionError(f"a {body.TYPE} record is no departure")


def _unanswered(subject: Subject) -> list[LogEntry[PromptBody]]:
    answered = {one.body.prompt for one in subject.log.of(AnswerBody) if one.body.who != NOBODY}
    return [one for one in subject.log.of(PromptBody) if one.body.prompt not in answered]


def _prompts(subject: Subject) -> Flowable:
    given = sum(1 for _ in subject.log.of(PromptBody))
    answered = given - len(_unanswered(subject))
    return paragraph(f"Prompts given: {number(given)}, answered: {number(answered)}.", "quiet")
