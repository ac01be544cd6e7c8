"""Ledger lines: encode a body into its line, decode a line into a record.

A line is one JSON object.  Its last member ``hash`` is the SHA-256 of the line without that member, that
is, of the bytes that ``sed 's/,"hash":"[0-9a-f]*"}$/}/'`` leaves; ``prev`` is the hash of the line before.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from labharness.errors import IntegrityError, LabharnessError
from labharness.evidence.records import calls, course, people
from labharness.evidence.records.body import Body, RecordType
from labharness.model.reasons.evidence import Evidence

BODIES: Mapping[RecordType, Any] = MappingProxyType(
    {
        each.TYPE: each
        for module in (calls, course, people)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Body) and each is not Body
    }
    | {RecordType.EXCHANGE: calls.Call}
)
"""Body of each record type; an exchange has one for each call."""

_ADAPTERS: dict[bytes, TypeAdapter[Body]] = {
    kind.value.encode(): TypeAdapter(body) for kind, body in BODIES.items()
}
_HEAD = re.compile(
    rb'\{"seq":(0|[1-9][0-9]{0,18}),"prev":"([0-9a-f]{64})","type":"([a-z_]+)",'
    rb'"utc":"([0-9T:.Z+-]{1,40})","mono_ns":(0|[1-9][0-9]{0,18}),"body":'
)
_TAIL = len(',"hash":""}') + 64


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
    utc: str
    mono_ns: int
    body: Body
    prev: str
    hash: str

    @property
    def type(self) -> RecordType:
        """Kind of its body."""
        return self.body.TYPE


def encode(seq: int, utc: str, mono_ns: int, body: Body, prev: str) -> tuple[bytes, str]:
    """Return the line of a record, newline included, and its hash.

    Half a character (a lone surrogate) becomes U+FFFD, because JSON has no place for it.

    Raises
    ------
    ValueError
        If the body holds NaN.
    """
    head = {"seq": seq, "prev": prev, "type": body.TYPE.value, "utc": utc, "mono_ns": mono_ns}
    plain = {**head, "body": body.model_dump(mode="json", by_alias=True)}
    line = _text(plain).encode()
    digest = hashlib.sha256(line).hexdigest()
    return line[:-1] + b',"hash":"' + digest.encode() + b'"}\n', digest


def _text(plain: dict[str, Any]) -> str:
    text = json.dumps(plain, separators=(",", ":"), allow_nan=False)
    if "\\ud" not in text:
        return text
    whole = json.dumps(plain, separators=(",", ":"), ensure_ascii=False)
    whole = whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return json.dumps(json.loads(whole), separators=(",", ":"))


def decode(line: bytes, seq: int, prev: str) -> Record:
    """Read one line (without its newline) that must be record ``seq`` after the line hashed ``prev``.

    Raises
    ------
    IntegrityError
        If the line is not exactly what was written there.
    """
    digest = hashlib.sha256(line[:-_TAIL] + b"}").hexdigest()
    if line[-_TAIL:] != b',"hash":"' + digest.encode() + b'"}':
        raise IntegrityError(Evidence.LINE_HASH(line=seq + 1))
    try:
        record = _record(line, digest)
    except ValueError as error:
        raise IntegrityError(Evidence.LINE_INVALID(line=seq + 1, why=_why(error))) from error
    if record.seq != seq:
        raise IntegrityError(Evidence.LINE_MISPLACED(line=seq + 1, record=record.seq, expected=seq))
    if record.prev != prev:
        raise IntegrityError(Evidence.LINE_UNCHAINED(line=seq + 1))
    return record


def peek(line: bytes) -> Record | None:
    """Return what a line says, checked against nothing, or None where it is no record."""
    try:
        return _record(line, line[-_TAIL:][9:-2].decode("latin-1"))
    except ValueError:
        return None


def _record(line: bytes, digest: str) -> Record:
    head = _HEAD.match(line)
    if head is None:
        raise ValueError("it does not begin as one")
    seq, prev, kind, utc, mono_ns = head.groups()
    if kind not in _ADAPTERS:
        raise ValueError(f"the type {kind.decode()!r:.40} is not known")
    when = utc.decode()
    if datetime.fromisoformat(when).tzinfo is not UTC:
        raise ValueError(f"{when} is no UTC")
    body = _ADAPTERS[kind].validate_json(line[head.end() : -_TAIL])
    return Record(int(seq), when, int(mono_ns), body, prev.decode(), digest)


def _why(error: ValueError) -> str:
    """Return the first thing that is wrong, with its place."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")[:300]


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
        first = next(iter(str(error).splitlines()), "")
        raise IntegrityError(
            Evidence.LINE_NOT_UNDERSTOOD(
                line=self._record.seq + 1, type=self._record.type.value, why=f"{kind.__name__}: {first}"
            )
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
