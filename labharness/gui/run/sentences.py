"""One human sentence for each record that a person following a run wants to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from labharness.evidence.records import Record, RecordType
from labharness.gui.kit.words import clock, code_words, duration
from labharness.language.catalogue import say
from labharness.language.numbers import amount
from labharness.language.recorded import asked, worded
from labharness.language.text import plain
from labharness.model.findings import Result
from labharness.reason import load_reason

ATTENTION = "▲ "
"""Marks a line that is not as planned; a sign, for colour alone says nothing to some people."""

MANY = 12
"""An answer of so many words is an order of cards."""


def line(record: Record) -> str | None:
    """Return the log line of a record, or None where the stage list already shows it."""
    write = _SENTENCES.get(record.type)
    text = write(record.body) if write else None
    return f"{clock(record.utc)}   {text}" if text else None


def _start(body: dict[str, Any]) -> str:
    plan = body["plan"]
    altered = ", with a plan that is NOT the one of its id" if plan.get("altered") else ""
    return plain(
        f"Run {body['run']} started: {plan.get('title', plan.get('id', ''))}, device {body['device']}{altered}"
    )


def _session_closed(body: dict[str, Any]) -> str:
    return plain(f"Session {body['session']} closed: {worded(body, 'why')}")


def _resumed(body: dict[str, Any]) -> str:
    if body["planned"]:
        return "The run was taken up again for the next session"
    return ATTENTION + f"The run was resumed after an interruption of {duration(body['gap_s'])}"


def _stage_started(body: dict[str, Any]) -> str:
    again = f", continuing after {amount(body['done'], 'unit')}" if body["done"] else ""
    return plain(f"Stage {body['stage']} started{again}")


def _stage_finished(body: dict[str, Any]) -> str:
    mark = "" if body["status"] == "done" else ATTENTION
    return mark + plain(f"Stage {body['stage']} {body['status']}: {body['sentence']}")


def _exchange(body: dict[str, Any]) -> str | None:
    error = body.get("error")
    if not error:
        return None
    return ATTENTION + plain(f"{code_words(body['call']).capitalize()} failed: {worded(error, '')}")


def _read(body: dict[str, Any]) -> str | None:
    if not body["errors"]:
        return None
    return ATTENTION + plain(f"Reading {body['unit']} differs in {amount(body['errors'], 'card')}")


def _finding(body: dict[str, Any]) -> str:
    said = "; ".join(text for text in (body["reaction"], body["comment"]) if text)
    mark = ATTENTION if body["result"] in (Result.NOT_AS_EXPECTED, Result.LEFT_OUT) else ""
    return mark + plain(f"{body['stage']}, {body['item']}: {body['result']}{f' ({said})' if said else ''}")


def _prompt(body: dict[str, Any]) -> str:
    return plain(f"Asked: {asked(body)}")


def _answer(body: dict[str, Any]) -> str | None:
    if body["who"] == "reader":
        return None  # an instrument that did what was asked; what it read is a record of its own
    if not body["answer"]:
        return ATTENTION + "Nobody answered in time"
    answer = str(body["answer"])
    if len(answer.split()) >= MANY:
        # Whoever enters an order a second time must not see the first entry.
        return plain(f"{body['who']} entered {amount(len(answer.split()), 'card')}")
    return plain(f"{body['who']} answered: {answer}", 160)


def _rejected(body: dict[str, Any]) -> str:
    return ATTENTION + plain(f"A reading was not accepted: {worded(body, 'why')}")


def _safe_state(body: dict[str, Any]) -> str:
    return ("" if body["reached"] or not body["attempted"] else ATTENTION) + plain(worded(body, "sentence"))


def _result(body: dict[str, Any]) -> str:
    why = body["result"].get("not_applicable")
    return plain(f"Check {body['check']} judged" + (f". {say(load_reason(why))}" if why else ""))


_SENTENCES: dict[RecordType, Callable[[dict[str, Any]], str | None]] = {
    RecordType.START: _start,
    RecordType.SESSION_OPENED: lambda body: f"Session {body['session']} opened",
    RecordType.SESSION_CLOSED: _session_closed,
    RecordType.RESUMED: _resumed,
    RecordType.RECOVERED: lambda _: ATTENTION + "The record was put in order after an interruption",
    RecordType.STAGE_STARTED: _stage_started,
    RecordType.STAGE_FINISHED: _stage_finished,
    RecordType.CONNECTED: lambda body: plain(f"Connected to the {body['channel']}, {body['url']}"),
    RecordType.DISCONNECTED: lambda body: plain(
        f"Disconnected from the {body['channel']}: {worded(body, 'why')}"
    ),
    RecordType.EXCHANGE: _exchange,
    RecordType.READ: _read,
    RecordType.FINDING: _finding,
    RecordType.PROMPT: _prompt,
    RecordType.ANSWER: _answer,
    RecordType.COMMAND: lambda body: plain(f"{body['who']}: {code_words(str(body['command']))}"),
    RecordType.REJECTED: _rejected,
    RecordType.DEVIATION: lambda body: ATTENTION + plain(f"Deviation: {worded(body, 'text')}"),
    RecordType.SAFE_STATE: _safe_state,
    RecordType.RESULT: _result,
    RecordType.VERDICT: lambda body: plain(f"Verdict: {body['verdict']['outcome']}"),
    RecordType.END: lambda body: plain(
        f"The run ended, {code_words(body['ending'])}: {worded(body, 'sentence')}"
    ),
}
