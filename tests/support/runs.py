"""Small runs for tests: a tiny synthetic run, runs broken off, and forged ledgers."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import SCHEMA, Body, RecordType
from labharness.evidence.records.calls import (
    AcquireArguments,
    AcquireCall,
    Acquired,
    AlarmBody,
    ObservedBody,
    ReadBody,
)
from labharness.evidence.records.course import (
    AdapterNamed,
    AdaptersNamed,
    EndBody,
    PlanNamed,
    PlannedStage,
    ResultBody,
    StartBody,
    VerdictBody,
)
from labharness.evidence.records.line import BODIES, Record, encode
from labharness.evidence.segments import GENESIS, Direction, SegmentWriter, survey
from labharness.evidence.verify import ACKNOWLEDGED, Acknowledgement
from labharness.evidence.writer import RunWriter
from labharness.model.cards import parse_order
from labharness.model.device import DeviceClass
from labharness.model.observations import Batch, InputKnown, Kind, Provenance, Shuffle, Source
from labharness.model.results import CheckResult, Ending, Outcome, Verdict

TINY_FILES = {"plan.toml": b"schema = 1\n", "game.toml": b'id = "tiny"\n'}
"""Frozen files of a tiny run; no plan that could be carried out."""


def tiny_start(path: Path) -> RunWriter:
    """Begin a run of a few hundred bytes; its writer is the caller's to end or to close."""
    return RunWriter.create(path, TINY_FILES, tiny_body(path.name))


def tiny_body(run: str) -> StartBody:
    """Return the body of the start record of a tiny run."""
    plan = PlanNamed(
        id="tiny",
        version=1,
        title="Tiny",
        device_class=DeviceClass.BATCH_SHUFFLER,
        sha256=hashlib.sha256(TINY_FILES["plan.toml"]).hexdigest(),
        stages=(PlannedStage(name="shuffles", kind="acquire", units=2),),
    )
    adapter = AdapterNamed(name="none", title="None", version=1, source=Source.OBSERVED)
    return StartBody(
        schema=SCHEMA,
        labharness="0",
        plan=plan,
        device="file:///dev/null",
        reader=None,
        operator="test",
        host="bench",
        versions={},
        adapter=AdaptersNamed(device=adapter, reader=None),
        run=run,
        files={},
    )


def tiny_unit(writer: RunWriter, unit: int) -> None:
    """Record one shuffle of four cards: two frames, the exchange and the observation."""
    first = writer.record("device", Direction.OUT, b"shuffle")
    last = writer.record("device", Direction.IN, b"2S AS JK 3S")
    args = AcquireArguments(
        kind=Kind.SHUFFLE, units=1, first=unit, input=None, round_cards=0, stacks=(), low=0, high=0
    )
    exchange = writer.append(
        AcquireCall(channel="device", frames=(first, last), args=args, answer=Acquired(observations=1))
    )
    shuffle = Shuffle(parse_order("AS 2S 3S JK"), parse_order("2S AS JK 3S"))
    known = Provenance(InputKnown.RESET, Source.OBSERVED)
    batch = Batch("shuffles", Kind.SHUFFLE, unit, (shuffle,), known)
    writer.append(ObservedBody.of(batch, exchange.seq))


def tiny_run(path: Path, units: int = 2) -> RunFolder:
    """Write a finished run that says PASS, of about four kilobytes, in a new folder."""
    writer = tiny_start(path)
    for unit in range(units):
        tiny_unit(writer, unit)
    writer.append(ResultBody(check="count", about=None, result=CheckResult(units, violations=0)))
    writer.append(VerdictBody(verdict=Verdict(Outcome.PASS, ())))
    writer.end(Ending.COMPLETE, ("Done.",))
    return RunFolder(path)


def broken_off(run: RunFolder, records: int, place: Path, torn: bytes = b"") -> RunFolder:
    """Return a copy of a run as a runner leaves it that died when so many records were on the medium.

    Its frames are ahead of them, and ``torn`` is what the runner wrote of the next record.
    """
    # People may still be putting answers into the inbox that nobody takes any more.
    copy = shutil.copytree(run.path, place / run.run, ignore=shutil.ignore_patterns("inbox"))
    folder = RunFolder(Path(copy))
    forge(folder, list(folder.records())[:records])
    with (folder.path / LEDGER).open("ab") as file:
        file.write(torn)
    return folder


def copied_as(run: RunFolder, path: Path) -> RunFolder:
    """Return a copy of a finished run under another name, its frames and records chained anew."""
    folder = RunFolder(Path(shutil.copytree(run.path, path)))
    shutil.rmtree(folder.raw)
    folder.raw.mkdir()
    states = []
    for channel in survey(run.raw, run.run)[0]:
        segment = SegmentWriter(folder.raw, folder.run, channel, 1, 0, GENESIS)
        for frame in run.frames(channel):
            segment.append(frame.direction, frame.payload, frame.mono_ns)
        states.append(segment.state())
        segment.close()
    start, *rest, end = run.records()
    forge(folder, [altered(start, run=folder.run), *rest, altered(end, segments=tuple(states))])
    return folder


EXAMPLES = [
    (RecordType(kind), fields)
    for kind, fields in json.loads(
        (Path(__file__).parents[1] / "evidence" / "bodies.json").read_text("utf-8")
    )
]
"""Bodies of every record type, as JSON holds them."""


def body_of(kind: RecordType, fields: Mapping[str, Any]) -> Body:
    """Return the body of a type from its fields as JSON holds them."""
    body: Body = _adapter(kind).validate_json(json.dumps(fields))
    return body


@cache
def _adapter(kind: RecordType) -> TypeAdapter[Body]:
    return TypeAdapter(BODIES[kind])


def fields_of(body: Body) -> dict[str, Any]:
    """Return the fields of a body as JSON holds them; :func:`body_of` takes them back."""
    fields: dict[str, Any] = body.model_dump(mode="json", by_alias=True)
    return fields


def altered(record: Record, **fields: Any) -> Record:
    """Return a record whose body has other values in some fields."""
    return replace(record, body=record.body.model_copy(update=fields))


def forge(folder: RunFolder, records: Iterable[Record]) -> str:
    """Write a ledger of these records, chained anew as a forger would; return its head hash.

    They are numbered anew, and references, the end record's count and what was acknowledged are made to
    fit: nothing is wrong with the new ledger but that it is not the one that was written.
    """
    lines, previous, moved, ended = list[bytes](), GENESIS, dict[int, int](), False
    for seq, record in enumerate(records):
        moved[record.seq] = seq
        body = record.body
        if isinstance(body, EndBody):
            body, ended = body.model_copy(update={"records": seq + 1}), True
        elif isinstance(body, AlarmBody | ObservedBody | ReadBody):
            body = body.model_copy(update={"exchange": moved.get(body.exchange, body.exchange)})
        line, previous = encode(seq, record.utc, record.mono_ns, body, previous)
        lines.append(line)
    (folder.path / LEDGER).write_bytes(b"".join(lines))
    if ended:  # without the syncs of one that is made to be removed
        (folder.path / ACKNOWLEDGED).unlink(missing_ok=True)
        return previous
    acknowledgement = Acknowledgement(folder.path)
    acknowledgement.write({LEDGER: sum(map(len, lines))})
    acknowledgement.close()
    return previous
