"""Records of a ledger by their numbers: found at once, read when they are shown, kept while they are looked at."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from labharness.evidence.folder import RunFolder
from labharness.evidence.line_index import TYPES, UNKNOWN, LineIndex, index_of
from labharness.evidence.opening import LEDGER, evidence_file
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.line import Record, peek
from labharness.evidence.records.people import FindingBody
from labharness.language.numbers import size
from labharness.language.record_sentences import stage, summary
from labharness.language.text import words

KEPT = 4096
"""Rows that stay in memory."""
LONGEST_SHOWN = 1 << 20
"""Bytes of a line that are shown in full."""
LONGEST_ROW = 1 << 18
"""Bytes of a line that is decoded for a list; of a longer one a list shows its two ends."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One record for a list; nothing of it is verified.

    Parameters
    ----------
    type
        In words, "" where the line is no record.
    exchange
        Number of the record whose frames hold its bytes, None where it has none.
    """

    number: int
    type: str
    utc: str
    stage: str
    summary: str
    hash: str
    exchange: int | None = None


@dataclass(frozen=True, slots=True)
class Photograph:
    """A file that a person added to a finding."""

    record: int
    stage: str
    item: str
    name: str
    sha256: str


class LedgerBrowser:
    """The ledger of a run, by numbers of records from 0.

    Parameters
    ----------
    folder
        The run, in a workspace or from elsewhere; nothing is written.

    Raises
    ------
    EvidenceError
        If there is no ledger, or it cannot be read.
    """

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self.index: LineIndex = index_of(folder.path)
        self._row = lru_cache(KEPT)(self._read)

    def __len__(self) -> int:
        return len(self.index)

    def grow(self) -> bool:
        """Take in what was written since; returns whether that was anything."""
        before = len(self.index)
        self.index = index_of(self.folder.path, self.index)
        return len(self.index) > before

    def types(self) -> Mapping[RecordType, int]:
        """Return how many records there are of each type that occurs."""
        counts = Counter(self.index.types.tolist())
        return {kind: counts[at] for at, kind in enumerate(TYPES) if counts[at]}

    @property
    def unknown(self) -> int:
        """Number of lines that do not begin as records."""
        return int((self.index.types == UNKNOWN).sum())

    def row(self, number: int) -> LedgerRow:
        """Return what a list shows of a record."""
        return self._row(number)

    def rows(self, numbers: Iterable[int]) -> Iterator[LedgerRow]:
        """Yield what a list shows of many records; none of them stays in memory."""
        return map(self._read, numbers)

    def line(self, number: int) -> bytes:
        """Return a line without its newline."""
        start, length = self.index.span(number)
        with evidence_file(self.folder.path, LEDGER) as file:
            file.seek(start)
            return file.read(length).removesuffix(b"\n")

    def record(self, number: int) -> Record | None:
        """Return a record, checked against nothing; None where the line is none."""
        return peek(self.line(number))

    def text(self, number: int) -> str:
        """Return a whole record as indented JSON; a line that is none, as it stands."""
        line = self.line(number)
        shown = line[:LONGEST_SHOWN].decode("utf-8", "replace")
        if len(line) > LONGEST_SHOWN:
            return f"{shown}…"
        try:
            return json.dumps(json.loads(shown), indent=2, ensure_ascii=False)
        except (ValueError, RecursionError):
            return shown

    def frames_of(self, number: int) -> tuple[str, tuple[int, int]] | None:
        """Return the channel and the first and last frame that a record was made from; None where it names none."""
        record = self.record(number)
        source = getattr(record.body, "exchange", None) if record is not None else None
        if isinstance(source, int) and 0 <= source < len(self):
            record = self.record(source)
        if record is None or not isinstance(record.body, ExchangeBody):
            return None
        return record.body.channel, record.body.frames

    def photographs(self) -> tuple[Photograph, ...]:
        """Return the files that people added, in the order of their records."""
        result = (self.record(int(at)) for at in self.index.places(RecordType.FINDING))
        return tuple(
            Photograph(
                each.seq,
                each.body.stage,
                each.body.item,
                each.body.attachment.name,
                each.body.attachment.sha256,
            )
            for each in result
            if each is not None and isinstance(each.body, FindingBody) and each.body.attachment is not None
        )

    def _read(self, number: int) -> LedgerRow:
        start, length = self.index.span(number)
        if length > LONGEST_ROW:
            return self._ends_of(number, start, length)
        line = self.line(number)
        record = peek(line)
        if record is None:
            return LedgerRow(number, "", "", "", line[:200].decode("utf-8", "replace"), "")
        return LedgerRow(
            number,
            words(record.type.value),
            record.utc,
            stage(record),
            summary(record),
            record.hash,
            _exchange(record),
        )

    def _ends_of(self, number: int, start: int, length: int) -> LedgerRow:
        """Return a row of a long line, of which the body is not decoded."""
        with evidence_file(self.folder.path, LEDGER) as file:
            file.seek(start)
            head = _HEAD.match(file.read(1024))
            file.seek(start + length - _TAIL)
            tail = file.read(_TAIL).decode("latin-1")
        kind = self.index.types[number]
        if head is None or kind == UNKNOWN:
            return LedgerRow(number, "", "", "", size(length), "")
        shown = f"{size(length)}. Open the record to read it"
        return LedgerRow(number, words(TYPES[kind].value), head[1].decode(), "", shown, tail[-67:-3])


_HEAD = re.compile(rb'\{"seq":[0-9]+,"prev":"[0-9a-f]{64}","type":"[a-z_]+","utc":"([0-9T:.Z+-]{1,40})"')
_TAIL = 68
"""Bytes at the end of a line: its hash, what follows it, and the newline."""


def _exchange(record: Record) -> int | None:
    if isinstance(record.body, ExchangeBody):
        return record.seq
    source: Any = getattr(record.body, "exchange", None)
    return source if isinstance(source, int) else None
