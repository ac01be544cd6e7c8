"""Records that a report prints one by one, and counts of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from labharness.evidence.records.body import Body, RecordType
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.sample import ObservedBody, Purpose, ReadBody
from labharness.model.observations import InputKnown, Source

BodyType = TypeVar("BodyType", bound=Body)
_MANY = (RecordType.OBSERVED, RecordType.EXCHANGE, RecordType.READ, RecordType.PROGRESS)


@dataclass(frozen=True, slots=True)
class LogEntry(Generic[BodyType]):
    """A record with the type of its body."""

    seq: int
    utc: str
    hash: str
    body: BodyType


@dataclass
class Log:
    """Records that a report prints, and counts of the rest.

    Parameters
    ----------
    kept
        Every record that is printed for itself, failed exchanges included.
    counted
        Records by type.
    known
        Units by stage, by how their input is known and by who read them.
    reads
        Independent reads by stage, purpose and who read: decks, cards and errors.
    """

    kept: list[Record] = field(default_factory=list)
    counted: Counter[RecordType] = field(default_factory=Counter)
    known: Counter[tuple[str, InputKnown, Source]] = field(default_factory=Counter)
    reads: dict[tuple[str, Purpose, Source], tuple[int, int, int]] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        """Add the next record."""
        kind, body = record.type, record.body
        self.counted[kind] += 1
        if kind not in _MANY or (isinstance(body, ExchangeBody) and body.error is not None):
            self.kept.append(record)
        elif isinstance(body, ObservedBody):
            self.known[body.stage, body.input_known, body.source] += body.units
        elif isinstance(body, ReadBody):
            key = (body.stage, body.purpose, body.source)
            decks, cards, errors = self.reads.get(key, (0, 0, 0))
            self.reads[key] = (decks + 1, cards + body.cards, errors + body.errors)

    def of(self, kind: type[BodyType]) -> Iterator[LogEntry[BodyType]]:
        """Yield kept records whose body is of a type, in order."""
        for record in self.kept:
            if isinstance(record.body, kind):
                yield LogEntry(record.seq, record.utc, record.hash, record.body)
