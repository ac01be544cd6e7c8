"""Ledger records: their types, their fields, and the line that each becomes.

A line is one JSON object.  Its last member ``hash`` is the SHA-256 of the line without that member, that
is, of the bytes that ``sed 's/,"hash":"[0-9a-f]*"}$/}/'`` leaves; ``prev`` is the hash of the line before.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from labharness.errors import IntegrityError, LabharnessError

SCHEMA = 1
GENESIS = "0" * 64
"""``prev`` of the first line."""


class RecordType(StrEnum):
    """Every kind of ledger line; the comment says when it is written."""

    START = "start"  # once, first: run id, schema, plan, files, URLs, host, versions
    SESSION_OPENED = "session_opened"  # a planned part of the run begins
    SESSION_CLOSED = "session_closed"  # … and ends: closing one is no interruption
    RESUMED = "resumed"  # the runner came back after an interruption; the gap
    RECOVERED = "recovered"  # torn tails found when it came back
    STAGE_STARTED = "stage_started"
    STAGE_FINISHED = "stage_finished"
    CONNECTED = "connected"  # a channel was opened
    DISCONNECTED = "disconnected"
    EXCHANGE = "exchange"  # one call of an adapter: arguments, frames, answer or error
    OBSERVED = "observed"  # units of a sample, with the exchange that they were decoded from
    READ = "read"  # an independent read of a unit that the device also reported, or of a known deck
    PROMPT = "prompt"  # what a person was asked
    ANSWER = "answer"  # who answered what, or that nobody did
    COMMAND = "command"  # copied from the inbox: pause, resume, stop, close_session, refill, jam, door
    REJECTED = "rejected"  # a read that was not accepted, and why; kept, never a silent retry
    FINDING = "finding"  # what a trial of a procedure or an inspected item showed, and who said so
    DEVIATION = "deviation"  # anything that is not as planned; printed in the report
    PROGRESS = "progress"  # where a stage stands
    SAFE_STATE = "safe_state"  # how bringing the device to rest went
    RESULT = "result"  # one check
    VERDICT = "verdict"
    REPORT_BUILT = "report_built"  # in a workspace's audit chain, not in a run
    END = "end"  # once, last: ending, counts, segment heads


REQUIRED: dict[RecordType, frozenset[str]] = {
    RecordType.START: frozenset(
        {
            "schema",
            "run",
            "labharness",
            "plan",
            "files",
            "device",
            "reader",
            "operator",
            "host",
            "versions",
            "adapter",
        }
    ),
    RecordType.SESSION_OPENED: frozenset({"session"}),
    RecordType.SESSION_CLOSED: frozenset({"session", "units", "why"}),
    RecordType.RESUMED: frozenset({"after_seq", "gap_s", "orphan_frames", "planned"}),
    RecordType.RECOVERED: frozenset({"ledger_torn", "segments"}),
    RecordType.STAGE_STARTED: frozenset({"stage", "kind", "session", "units", "done"}),
    RecordType.STAGE_FINISHED: frozenset({"stage", "session", "status", "sentence"}),
    RecordType.CONNECTED: frozenset({"channel", "url", "info"}),
    RecordType.DISCONNECTED: frozenset({"channel", "why"}),
    RecordType.EXCHANGE: frozenset({"channel", "call", "args", "frames"}),
    RecordType.OBSERVED: frozenset(
        {"stage", "kind", "first", "units", "input_known", "source", "data", "exchange"}
    ),
    RecordType.READ: frozenset(
        {"stage", "purpose", "unit", "order", "expected", "errors", "source", "exchange"}
    ),
    RecordType.PROMPT: frozenset({"prompt", "action", "text", "data", "timeout_s"}),
    RecordType.ANSWER: frozenset({"prompt", "who", "answer"}),
    RecordType.COMMAND: frozenset({"command", "who"}),
    RecordType.REJECTED: frozenset({"stage", "unit", "why"}),
    RecordType.FINDING: frozenset({"stage", "item", "result", "comment", "reaction", "attachment"}),
    RecordType.DEVIATION: frozenset({"text"}),
    RecordType.PROGRESS: frozenset({"stage", "done", "units"}),
    RecordType.SAFE_STATE: frozenset({"attempted", "reached", "sentence"}),
    RecordType.RESULT: frozenset({"check", "about", "result"}),
    RecordType.VERDICT: frozenset({"verdict"}),
    RecordType.REPORT_BUILT: frozenset({"run", "head", "sha256", "versions"}),
    RecordType.END: frozenset({"ending", "sentence", "records", "segments"}),
}
"""Fields without which no line of a type is written or read; one thought of later is not for old lines to have."""


@dataclass(frozen=True, slots=True)
class Record:
    """One ledger line.

    Parameters
    ----------
    seq
        Place in the ledger, from 0.
    utc
        Wall clock, ISO 8601 with ``Z``.
    mono_ns
        Monotonic clock of the host, for differences within one process.
    """

    seq: int
    type: RecordType
    utc: str
    mono_ns: int
    body: dict[str, Any]
    prev: str
    hash: str


def encode(
    seq: int, kind: RecordType, utc: str, mono_ns: int, body: dict[str, Any], prev: str
) -> tuple[bytes, str]:
    """Return the line of a record, newline included, and its hash.

    Raises
    ------
    ValueError
        If the body lacks a field that its type requires, or holds NaN.
    """
    missing = REQUIRED[kind] - body.keys()
    if missing:
        raise ValueError(f"a {kind} record needs {', '.join(sorted(missing))}")
    head = {"seq": seq, "prev": prev, "type": kind.value, "utc": utc, "mono_ns": mono_ns, "body": body}
    line = json.dumps(head, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode()
    digest = hashlib.sha256(line).hexdigest()
    return line[:-1] + b',"hash":"' + digest.encode() + b'"}\n', digest


_TAIL = len(',"hash":""}') + 64


def decode(line: bytes, seq: int, prev: str) -> Record:
    """Read one line (without its newline) that must be record ``seq`` after the line hashed ``prev``.

    Raises
    ------
    IntegrityError
        If the line is not exactly what was written there.
    """
    where = f"ledger.jsonl line {seq + 1}"
    body, tail = line[:-_TAIL] + b"}", line[-_TAIL:]
    digest = hashlib.sha256(body).hexdigest()
    if tail != b',"hash":"' + digest.encode() + b'"}':
        raise IntegrityError(f"{where}: the line does not match its own hash")
    try:
        record = _record(json.loads(body), digest)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise IntegrityError(f"{where}: this is no ledger record ({error})") from error
    if record.seq != seq:
        raise IntegrityError(f"{where}: record {record.seq} stands where record {seq} belongs")
    if record.prev != prev:
        raise IntegrityError(f"{where}: the line does not follow the line before it")
    return record


def _record(fields: dict[str, Any], digest: str) -> Record:
    kind, utc, mono_ns, body = RecordType(fields["type"]), fields["utc"], fields["mono_ns"], fields["body"]
    if datetime.fromisoformat(utc).tzinfo is not UTC:
        raise ValueError(f"{utc} is no UTC")
    if type(mono_ns) is not int:
        raise TypeError("mono_ns is no whole number")
    if not isinstance(body, dict):
        raise TypeError("its body is no object")
    if not body.keys() >= REQUIRED[kind]:
        raise ValueError(f"a {kind} record needs {', '.join(sorted(REQUIRED[kind] - body.keys()))}")
    return Record(fields["seq"], kind, utc, mono_ns, body, fields["prev"], digest)


class Understanding:
    """Turns what goes wrong with a record's contents into :class:`IntegrityError`, with the line's number.

    A hash chain proves that a line is as it was written, not that what wrote it was labharness: whoever reads
    bodies meets whatever a stranger put into them.
    """

    __slots__ = ("_record",)

    def __init__(self, record: Record) -> None:
        self._record = record

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None or isinstance(error, IntegrityError) or not isinstance(error, _MISSHAPEN):
            return
        said = next(iter(str(error).splitlines()), "")
        raise IntegrityError(
            f"ledger.jsonl line {self._record.seq + 1}: this {self._record.type} record cannot be understood "
            f"({kind.__name__}: {said})"
        ) from error


_MISSHAPEN = (
    ArithmeticError,
    AttributeError,
    LabharnessError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
