"""One sentence for each record that a person who follows a run wants to read, and a summary of any record for a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import ConnectedBody, DisconnectedBody, ExchangeBody, SafeStateBody
from labharness.evidence.records.course import (
    BrokenOffBody,
    ConductedBody,
    DeviationBody,
    EndBody,
    MonitorCrossedBody,
    ProgressBody,
    RecoveredBody,
    ResumedBody,
    SessionClosedBody,
    SessionOpenedBody,
    StageFinishedBody,
    StageStartedBody,
    StartBody,
)
from labharness.evidence.records.judged import FirstUnitsBody, ResultBody, VerdictBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import READER, AnswerBody, CommandBody, FindingBody, PromptBody
from labharness.evidence.records.sample import AlarmBody, ObservedBody, ReadBody, RejectedBody
from labharness.language.catalog import say, term
from labharness.language.numbers import amount, duration, number
from labharness.language.recorded import asked, phrase, worded
from labharness.language.text import plain, words
from labharness.model.findings import Result
from labharness.model.stage_status import StageStatus

ATTENTION = "▲ "
"""Marks a line that is not as planned; a sign, for color alone says nothing to some people."""

MANY = 12
"""An answer of so many words is an order of cards."""


def sentence(record: Record) -> str | None:
    """Return the sentence of a record, or None where a list of stages already shows it."""
    write = _SENTENCES.get(record.type)
    return write(record.body) if write else None


def summary(record: Record) -> str:
    """Return what any record holds, shortly."""
    write = _SUMMARIES.get(record.type)
    result = write(record.body) if write else None
    return result or sentence(record) or words(record.type.value).capitalize()


def stage(record: Record) -> str:
    """Return the stage that a record names, "" where it names none."""
    return plain(getattr(record.body, "stage", ""), 80)


def _start(body: StartBody) -> str:
    altered = ", with a plan that DIFFERS from the packaged plan of its id" if body.plan.altered else ""
    return plain(f"Run {body.run} started: {body.plan.title}, device {body.device}{altered}")


def _session_closed(body: SessionClosedBody) -> str:
    return plain(f"Session {body.session} closed: {worded(body.reasons)}")


def _broken_off(body: BrokenOffBody) -> str:
    return ATTENTION + plain(f"The device failed: {worded(body.reasons)}")


def _monitor_crossed(body: MonitorCrossedBody) -> str:
    return ATTENTION + plain(
        f"Monitoring of {body.stage} reached its threshold, 1 over {body.level:g}, after {amount(body.units, 'unit')}"
    )


def _resumed(body: ResumedBody) -> str:
    if body.planned:
        return "The run was resumed for the next session"
    return ATTENTION + f"The run was resumed after an interruption of {duration(body.gap_s)}"


def _stage_started(body: StageStartedBody) -> str:
    again = f", continuing after {amount(body.done, 'unit')}" if body.done else ""
    return plain(f"Stage {body.stage} started{again}")


def _stage_finished(body: StageFinishedBody) -> str:
    mark = "" if body.status is StageStatus.DONE else ATTENTION
    return mark + plain(f"Stage {body.stage} {body.status}: {worded(body.reasons)}")


def _exchange(body: ExchangeBody) -> str | None:
    if body.error is None:
        return None
    return ATTENTION + plain(f"{words(body.call).capitalize()} failed: {worded(body.error.reasons)}")


def _read(body: ReadBody) -> str | None:
    if not body.errors:
        return None
    return ATTENTION + plain(f"Reading {body.unit} differs in {amount(body.errors, 'card')}")


def _finding(body: FindingBody) -> str:
    text = "; ".join(filter(None, (phrase(body.reaction), body.comment)))
    mark = ATTENTION if body.result in (Result.NOT_AS_EXPECTED, Result.LEFT_OUT) else ""
    return mark + plain(f"{body.stage}, {body.item}: {body.result}{f' ({text})' if text else ''}")


def _prompt(body: PromptBody) -> str:
    return plain(f"Asked: {asked(body)}")


def _answer(body: AnswerBody) -> str | None:
    if body.who == READER:
        return None  # an instrument that did what was asked; what it read is a record of its own
    if not body.answer:
        return ATTENTION + "No answer in time"
    if len(body.answer.split()) >= MANY:
        # Whoever enters an order a second time must not see the first entry.
        return plain(f"{body.who} entered {amount(len(body.answer.split()), 'card')}")
    return plain(f"{body.who} answered: {body.answer}", 160)


def _rejected(body: RejectedBody) -> str:
    return ATTENTION + plain(f"A read was rejected: {worded(body.reasons)}")


def _alarm(body: AlarmBody) -> str:
    tests = ", ".join(f"{term(alarm.test)} ({alarm.number})" for alarm in body.alarms)
    return ATTENTION + plain(f"Stage {body.stage}: health tests alarmed: {tests}")


def _safe_state(body: SafeStateBody) -> str:
    return ("" if body.reached or not body.attempted else ATTENTION) + plain(worded(body.reasons))


def _result(body: ResultBody) -> str:
    why = body.result.not_applicable
    return plain(f"Check {body.check} judged" + (f". {say(why)}" if why else ""))


def _session_opened(body: SessionOpenedBody) -> str:
    return f"Session {body.session} opened"


def _recovered(_: RecoveredBody) -> str:
    return ATTENTION + "The record was recovered after an interruption"


def _connected(body: ConnectedBody) -> str:
    return plain(f"Connected to the {body.channel}, {body.url}")


def _disconnected(body: DisconnectedBody) -> str:
    return plain(f"Disconnected from the {body.channel}: {worded(body.reasons)}")


def _command(body: CommandBody) -> str:
    return plain(f"{body.who}: {words(body.command)}")


def _deviation(body: DeviationBody) -> str:
    return ATTENTION + plain(f"Deviation: {worded(body.reasons)}")


def _conducted(body: ConductedBody) -> str:
    return plain(f"The device is not needed any more: {worded(body.reasons)}")


def _first_units(body: FirstUnitsBody) -> str:
    compared = f"Its data were compared with {amount(body.runs, 'run')} of this workspace"
    if body.unread:
        compared += f"; not read: {', '.join(body.unread)}"
    if body.same:
        names = ", ".join(dict.fromkeys(each.run for each in body.same))
        return ATTENTION + plain(f"{compared}; the same data are in {names}")
    return plain(compared)


def _verdict(body: VerdictBody) -> str:
    return plain(f"Verdict: {body.verdict.outcome}")


def _end(body: EndBody) -> str:
    return plain(f"The run ended, {words(body.ending).lower()}: {worded(body.reasons)}")


_SENTENCES: dict[RecordType, Callable[[Any], str | None]] = {
    RecordType.START: _start,
    RecordType.SESSION_OPENED: _session_opened,
    RecordType.SESSION_CLOSED: _session_closed,
    RecordType.BROKEN_OFF: _broken_off,
    RecordType.MONITOR_CROSSED: _monitor_crossed,
    RecordType.RESUMED: _resumed,
    RecordType.RECOVERED: _recovered,
    RecordType.STAGE_STARTED: _stage_started,
    RecordType.STAGE_FINISHED: _stage_finished,
    RecordType.CONNECTED: _connected,
    RecordType.DISCONNECTED: _disconnected,
    RecordType.EXCHANGE: _exchange,
    RecordType.READ: _read,
    RecordType.FINDING: _finding,
    RecordType.PROMPT: _prompt,
    RecordType.ANSWER: _answer,
    RecordType.COMMAND: _command,
    RecordType.REJECTED: _rejected,
    RecordType.ALARM: _alarm,
    RecordType.DEVIATION: _deviation,
    RecordType.SAFE_STATE: _safe_state,
    RecordType.CONDUCTED: _conducted,
    RecordType.FIRST_UNITS: _first_units,
    RecordType.RESULT: _result,
    RecordType.VERDICT: _verdict,
    RecordType.END: _end,
}


def _call(body: ExchangeBody) -> str:
    first, last = body.frames
    frames = f"frames {number(first)}–{number(last)}" if last > first else f"frame {number(first)}"
    where = f"{words(body.call).capitalize()}, {body.channel}, {frames if last >= first else 'no frame'}"
    again = f", request made again ({amount(body.repeat, 'time')})" if body.repeat else ""
    failed = "" if body.error is None else f". {ATTENTION}Failed: {worded(body.error.reasons)}"
    return plain(f"{where}{again}{failed}")


def _observed(body: ObservedBody) -> str:
    last = body.first + body.units
    which = f"unit {number(last)}" if body.units == 1 else f"units {number(body.first + 1)}–{number(last)}"
    return plain(f"{words(body.kind.value).capitalize()}: {which}, from record {number(body.exchange)}")


def _read_in_full(body: ReadBody) -> str:
    agrees = "agrees" if not body.errors else f"{ATTENTION}differs in {amount(body.errors, 'card')}"
    return plain(
        f"Read for {words(body.purpose.value)}, unit {number(body.unit + 1)}: {amount(body.cards, 'card')}, {agrees}"
    )


def _progress(body: ProgressBody) -> str:
    return f"{number(body.done)} of {number(body.units)} done"


def _answered(body: AnswerBody) -> str | None:
    return "The reader answered" if body.who == READER else None


_SUMMARIES: dict[RecordType, Callable[[Any], str | None]] = {
    RecordType.EXCHANGE: _call,
    RecordType.OBSERVED: _observed,
    RecordType.READ: _read_in_full,
    RecordType.PROGRESS: _progress,
    RecordType.ANSWER: _answered,
}
