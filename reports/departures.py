"""Deviations and interruptions: what was not as planned, and what people did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from reportlab.platypus import Flowable

from labharness.reporting import kit

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


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return everything that departed from the plan, in the order in which it happened."""
    kinds = _kinds(subject)
    result = [] if part.again else [kit.paragraph(part.text("intro"))]
    rows: list[tuple[int, list[kit.Cell]]] = [
        (seq, [kit.clock(utc), seq + 1, kind, text])
        for kind, records in kinds.items()
        for seq, utc, text in records
    ]
    checked = [kit.say(each) for each in (*subject.verification.problems, *subject.verification.notes)]
    absent = [kind for kind, records in kinds.items() if not records]
    absent += [] if checked else ["note of the verification"]
    if absent:
        none = kit.registered.listed([f"no {kind}" for kind in absent])
        result.append(kit.paragraph(f"On record there is {none}."))
    if rows:
        cells = [row for _, row in sorted(rows, key=lambda at: at[0])]
        result.append(kit.table(("Time (UTC)", "Line", "Kind", "Record"), cells, (22, 9, 19, 50), "lrll"))
    if subject.summary.ending is None:
        ended = f"INTERRUPTED: the record ends at {kit.clock(subject.summary.updated)} without an end record."
        result.append(kit.loud(ended))
    if checked:
        result += [*kit.subheading("Notes of the verification"), *kit.bullets(checked)]
    return [*result, _prompts(subject)]


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Count what departed from the plan in each run, and name the runs in which nothing did."""
    counted = {run.run: _counted(run) for run in case.dossier.runs}
    quiet = [case.dossier.called(run) for run, each in counted.items() if not each]
    loud = [(case.dossier.called(run), each) for run, each in counted.items() if each]
    none = f"{kit.run_list(quiet)}: complete, no deviation, no interruption, no error of the device and no unanswered prompt."
    foot = [kit.paragraph(none)] if quiet else []
    high, left_out = kit.high(foot), ("run", part.annexed)
    return [*kit.brief_table(loud, room - high, left_out, ("Run", "On record"), (16, 84), list), *foot]


def _counted(subject: kit.Subject) -> str:
    """Count the departures of a run by kind; that a device came to rest is none."""
    kinds = {kind: len(each) for kind, each in _kinds(subject).items() if kind != _AT_REST}
    kinds["note of the verification"] = len([*subject.verification.problems, *subject.verification.notes])
    amounts = [kit.amount(count, kind, _PLURALS.get(kind, "")) for kind, count in kinds.items() if count]
    if subject.summary.ending is None:
        amounts.append("INTERRUPTED: the record has no end")
    elif subject.ending is not kit.Ending.COMPLETE:
        amounts.append(f"ended early: {kit.clause(kit.invalidations.ended(subject))}")
    return "; ".join(amounts)


def _kinds(subject: kit.Subject) -> Mapping[str, list[_Departure]]:
    """Return the departures of each kind."""
    log = subject.log
    failed = (each for each in log.of(kit.ExchangeBody) if each.body.error is not None)
    kinds: dict[str, Iterable[kit.LogEntry[Any]]] = {
        "deviation": log.of(kit.DeviationBody),
        "interruption": (each for each in log.of(kit.ResumedBody) if not each.body.planned),
        "recovery": log.of(kit.RecoveredBody),
        "error of the device": failed,
        _REPEATED: (each for each in log.of(kit.ExchangeBody) if each.body.repeat),
        "command": log.of(kit.CommandBody),
        "unanswered prompt": _unanswered(subject),
        _AT_REST: log.of(kit.SafeStateBody),
    }
    return {kind: [(each.seq, each.utc, _told(each.body)) for each in each] for kind, each in kinds.items()}


def _told(body: kit.Body) -> str:
    match body:
        case kit.DeviationBody(reasons=reasons) | kit.SafeStateBody(reasons=reasons):
            return kit.recorded_words.worded(reasons)
        case kit.PromptBody():
            return kit.recorded_words.asked(body)
        case kit.ResumedBody():
            lost, orphans = kit.amount(round(body.gap_s), "second"), sum(body.orphan_frames.values())
            return f"The runner resumed after {lost}. Frames without a record: {orphans}."
        case kit.RecoveredBody():
            bad = [state.name for state in body.segments if state.problem]
            tails = f" Torn raw segments: {', '.join(bad)}." if bad else ""
            torn = kit.amount(len(body.ledger_torn), "byte")
            return f"Recovered after a crash: {torn} of a torn ledger line kept on record.{tails}"
        case kit.ExchangeBody(error=error):
            why = f"{error.error}: {kit.recorded_words.worded(error.reasons)}" if error else ""
            return f"{body.channel}, {body.call}: {why or 'made again, and answered.'}"
        case kit.CommandBody():
            return f"{kit.words(body.command)}, by {body.who}"
        case _:
            raise AssertionError(f"a {body.TYPE} record is no departure")


def _unanswered(subject: kit.Subject) -> list[kit.LogEntry[kit.PromptBody]]:
    answered = {
        each.body.prompt
        for each in subject.log.of(kit.AnswerBody)
        if each.body.who != kit.people_records.NOBODY
    }
    return [each for each in subject.log.of(kit.PromptBody) if each.body.prompt not in answered]


def _prompts(subject: kit.Subject) -> Flowable:
    given = sum(1 for _ in subject.log.of(kit.PromptBody))
    answered = given - len(_unanswered(subject))
    return kit.paragraph(f"Prompts given: {kit.number(given)}, answered: {kit.number(answered)}.", "quiet")
