"""One sentence for each record that a person who follows a run wants to read, and a summary of any record for a list.

Results of checks in words and numbers, for report and window alike.

Rows of texts as they are handed to other programs: TSV and HTML for the clipboard, CSV for a file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import (
    AlarmBody,
    ConnectedBody,
    DisconnectedBody,
    ExchangeBody,
    ObservedBody,
    ReadBody,
    RejectedBody,
    SafeStateBody,
)
from labharness.evidence.records.course import (
    BrokenOffBody,
    ConductedBody,
    DeviationBody,
    EndBody,
    FirstUnitsBody,
    MonitorCrossedBody,
    ProgressBody,
    RecoveredBody,
    ResultBody,
    ResumedBody,
    SessionClosedBody,
    SessionOpenedBody,
    StageFinishedBody,
    StageStartedBody,
    StartBody,
    VerdictBody,
)
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import READER, AnswerBody, CommandBody, FindingBody, PromptBody
from labharness.language.catalog import clause, say, term
from labharness.language.numbers import amount, duration, magnitude, number, p_magnitude, percent
from labharness.language.run_groups import asked, phrase, worded
from labharness.language.template import plain, words
from labharness.model.reasons.run import Effects
from labharness.model.results import SMALLEST_OF_COUNTS, CheckResult, Effect
from labharness.model.stages import Result, StageStatus

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


_QUANTITIES = {"X2": "X²", "z_ideal": "z beside an ideal machine", "limit_p": "p by the limiting law"}
"""Statistics whose names in the records are no words."""
_P_VALUES = re.compile(r"P-value.*|(?!log10_)(\w+_)?p")
"""Names of statistics that are p-values."""
_DIGITS = 4
"""Significant digits of an effect; its interval says that more would tell nothing."""


def found(result: CheckResult | None) -> str:
    """Write what a check computed, shortly."""
    if result is None:
        return "no result"
    if result.interim:
        return f"not complete; for information, {statistics(result)}"
    if result.not_applicable:
        return "not applicable"
    if result.violations is not None:
        return amount(result.violations, "violation")
    return statistics(result)


def statistics(result: CheckResult) -> str:
    """Write the statistics of a check; those that are p-values as p-values, and below a bound where no law tells their size.

    Examples
    --------
    >>> statistics(CheckResult(units=9, statistic={"X2": 52.25, "smallest_p": 1e-50}))
    'X² = 52.25; smallest p < 10⁻⁴⁰'
    """
    return "; ".join(_statement(name, value) for name, value in result.statistic.items())


def effect_in_words(effect: Effect) -> str:
    """Write the size of a deviation with its interval."""
    low, high = number(effect.low, _DIGITS), number(effect.high, _DIGITS)
    interval = f"{percent(effect.level)} interval {low} to {high}"
    return f"{clause(effect.name)} = {number(effect.value, _DIGITS)}, {interval}"


def shortly(effect: Effect) -> str:
    """Write the size of a deviation with its interval for a table.

    Examples
    --------
    >>> from labharness.reason import quoted
    >>> shortly(Effect(quoted("gain"), 3.5, 3.2701, 3.72))
    '3.5 (3.27 to 3.72)'
    """
    return (
        f"{number(effect.value, _DIGITS)} ({number(effect.low, _DIGITS)} to {number(effect.high, _DIGITS)})"
    )


def tails(p: Mapping[str, float]) -> str:
    """Write p-values by their tails."""
    return "; ".join(f"{words(tail)} {magnitude(value)}" for tail, value in p.items())


def numbers(result: CheckResult | None) -> list[tuple[str, str]]:
    """Return what a check computed as rows of a name and a text."""
    if result is None:
        return [("Result", "No result is on record.")]
    rows: list[tuple[str, str]] = []
    if result.not_applicable:
        rows.append(("Not computed", say(result.not_applicable)))
    freedom = f"; {number(result.df)} degrees of freedom" if result.df is not None else ""
    if result.statistic:
        rows.append(("Statistic", f"{statistics(result)}{freedom}"))
    law = f"; law: {clause(result.law)}" if result.law else ""
    if result.interim:
        rows.append(("p-values of the recorded part, for information", f"{tails(result.interim)}{law}"))
    if result.p:
        rows.append(("p", tails(result.p) + law))
    if result.effect is not None:
        rows.append(("Effect", effect_in_words(result.effect)))
    if result.violations is not None:
        rows.append(("Violations", f"{number(result.violations)}{law}"))
    return rows


def _statement(name: str, value: float) -> str:
    if not _P_VALUES.fullmatch(name):
        return f"{_quantity(name)} = {number(value)}"
    if value == SMALLEST_OF_COUNTS:
        return f"{_quantity(name)} ≤ {magnitude(value)}"
    return p_magnitude(value, _quantity(name))


def _quantity(name: str) -> str:
    return _QUANTITIES.get(name, words(name))


def beside(result: CheckResult | None) -> tuple[str, str]:
    """Return what a check counted, and what a random device gives on the average, "" where nothing is that plain.

    Examples
    --------
    >>> beside(CheckResult(units=9, statistic={"X2": 2601.2}, df=2601.0))
    ('X² = 2,601.2', 'X² = 2,601')
    >>> beside(CheckResult(units=9, violations=2))
    ('2 violations', '0 violations')
    """
    if result is None or result.not_applicable is not None:
        return found(result), ""
    if result.violations is not None:
        return found(result), amount(0, "violation")
    if result.effect is not None and result.effect.name.is_a(Effects.PER_SHUFFLE):
        fair = float(str(result.effect.name["fair"]))
        return number(round(result.effect.value * result.units)), number(round(fair * result.units))
    chi = result.statistic.get("X2")
    if chi is not None and result.df is not None:
        return f"X² = {number(chi)}", f"X² = {number(result.df)}"
    return found(result), ""


def as_tsv(cells: Sequence[Sequence[str]]) -> str:
    """Write rows for a spreadsheet."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in cells)


def as_html(cells: Sequence[Sequence[str]]) -> str:
    """Write rows, the first of them titles, for a word processor."""
    title, *rows = cells
    head = "".join(f"<th>{escape(cell)}</th>" for cell in title)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def bare(value: float) -> str:
    """Write a number for a spreadsheet: ten significant digits, no groups, the sign that programs read.

    Examples
    --------
    >>> bare(-1234.5)
    '-1234.5'
    """
    return f"{value:.10g}"


def as_csv(cells: Sequence[Sequence[str]]) -> str:
    """Write rows as CSV; a cell that a spreadsheet would take for a formula is quoted as text."""
    out = io.StringIO()
    csv.writer(out).writerows([[_as_text(cell) for cell in row] for row in cells])
    return out.getvalue()


def _as_text(cell: str) -> str:
    return f"'{cell}" if _is_formula(cell) else cell


def _is_formula(cell: str) -> bool:
    """Say whether a spreadsheet would compute a cell; a number is one to it as well, and harmless."""
    try:
        float(cell.replace(",", ""))
    except ValueError:
        return cell[:1] in tuple("=+-@\t\r")
    return False
