"""Small runs for tests: a tiny synthetic run, runs broken off, and forged ledgers."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from labharness.evidence.acknowledged import Acknowledgement
from labharness.evidence.codec import dump, dump_batch
from labharness.evidence.folder import RunFolder
from labharness.evidence.ledger import LEDGER
from labharness.evidence.records import GENESIS, SCHEMA, Record, RecordType, encode
from labharness.evidence.segments import Direction, SegmentWriter, survey
from labharness.evidence.writer import RunWriter
from labharness.model.cards import parse_order
from labharness.model.observations import Batch, InputKnown, Kind, Provenance, Shuffle, Source
from labharness.model.results import CheckResult, Ending, Outcome, Verdict

TINY_FILES = {"plan.toml": b"schema = 1\n", "game.toml": b'id = "tiny"\n'}
"""Frozen files of a tiny run; no plan that could be carried out."""


def tiny_start(path: Path) -> RunWriter:
    """Begin a run of a few hundred bytes; its writer is the caller's to end or to close."""
    stages = [{"name": "shuffles", "kind": "acquire", "units": 2}]
    start = {
        "schema": SCHEMA,
        "labharness": "0",
        "plan": {
            "id": "tiny",
            "version": 1,
            "title": "Tiny",
            "device_class": "batch_shuffler",
            "stages": stages,
        },
        "device": "file:///dev/null",
        "reader": None,
        "operator": "test",
        "host": "bench",
        "versions": {},
        "adapter": {"device": {"name": "none"}, "reader": None},
        "simulated": "",
    }
    return RunWriter.create(path, TINY_FILES, start)


def tiny_unit(writer: RunWriter, unit: int) -> None:
    """Record one shuffle of four cards: two frames, the exchange and the observation."""
    first = writer.record("device", Direction.OUT, b"shuffle")
    last = writer.record("device", Direction.IN, b"2S AS JK 3S")
    body: dict[str, Any] = {
        "channel": "device",
        "call": "acquire",
        "args": {},
        "frames": [first, last],
        "answer": None,
    }
    exchange = writer.append(RecordType.EXCHANGE, body)
    shuffle = Shuffle(parse_order("AS 2S 3S JK"), parse_order("2S AS JK 3S"))
    known = Provenance(InputKnown.RESET, Source.OBSERVED)
    batch = Batch("shuffles", Kind.SHUFFLE, unit, (shuffle,), known)
    writer.append(RecordType.OBSERVED, dump_batch(batch, exchange.seq))


def tiny_run(path: Path, units: int = 2) -> RunFolder:
    """Write a finished run that says PASS, of about four kilobytes, in a new folder."""
    writer = tiny_start(path)
    for unit in range(units):
        tiny_unit(writer, unit)
    result = {"check": "count", "about": {}, "result": dump(CheckResult(units, violations=0))}
    writer.append(RecordType.RESULT, result)
    writer.append(RecordType.VERDICT, {"verdict": dump(Verdict(Outcome.PASS, ()))})
    writer.end(Ending.COMPLETE.value, "Done.")
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
        states.append(asdict(segment.state()))
        segment.close()
    start, *rest, end = run.records()
    start = replace(start, body={**start.body, "run": folder.run})
    forge(folder, [start, *rest, replace(end, body={**end.body, "segments": states})])
    return folder


def forge(folder: RunFolder, records: Iterable[Record]) -> str:
    """Write a ledger of these records, chained anew as a forger would; return its head hash.

    They are numbered anew, and references, the end record's count and what was acknowledged are made to
    fit: nothing is wrong with the new ledger but that it is not the one that was written.
    """
    lines, previous, moved, ended = list[bytes](), GENESIS, dict[int, int](), False
    for seq, record in enumerate(records):
        moved[record.seq] = seq
        body = dict(record.body)
        if record.type is RecordType.END:
            body["records"], ended = seq + 1, True
        if record.type in (RecordType.OBSERVED, RecordType.READ):
            body["exchange"] = moved.get(body["exchange"], body["exchange"])
        line, previous = encode(seq, record.type, record.utc, record.mono_ns, body, previous)
        lines.append(line)
    (folder.path / LEDGER).write_bytes(b"".join(lines))
    acknowledgement = Acknowledgement(folder.path)
    acknowledgement.write({LEDGER: sum(map(len, lines))})
    if ended:
        acknowledgement.remove()
    acknowledgement.close()
    return previous
