"""Bodies of the records of a sample: units observed, orders read independently, reads not accepted."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field

from labharness.evidence.codec import EncodedUnit, dump_observation, load_observation
from labharness.evidence.records.body import Body, Count, Reasons, RecordType
from labharness.model.health import HealthAlarms
from labharness.model.observations import (
    Batch,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Source,
)


class ObservedBody(Body):
    """Units of a sample, with the exchange that they were decoded from.

    Parameters
    ----------
    first
        Index of the first unit within the stage.
    data
        Cards and outcomes as text; raw bytes by their SHA-256 only. :meth:`batch` decodes them.
    exchange
        Number of the record of the exchange.
    """

    TYPE: ClassVar = RecordType.OBSERVED
    stage: str
    kind: Kind
    first: Count
    units: Count
    input_known: InputKnown
    source: Source
    data: tuple[EncodedUnit, ...]
    exchange: int

    @classmethod
    def of(cls, batch: Batch, exchange: int) -> ObservedBody:
        """Return the body that records a batch."""
        return cls(
            stage=batch.stage,
            kind=batch.kind,
            first=batch.first,
            units=batch.units,
            input_known=batch.provenance.input_known,
            source=batch.provenance.source,
            data=tuple(map(dump_observation, batch.observations)),
            exchange=exchange,
        )

    def observations(self) -> tuple[Observation, ...]:
        """Decode the units; raises ``ValueError`` for raw bytes, which must be decoded from their frames."""
        return tuple(load_observation(self.kind, unit) for unit in self.data)

    def batch(self, decoded: tuple[RawBytes, ...] = ()) -> Batch:
        """Return the batch; ``decoded`` is what decoding the frames of raw bytes again gave."""
        provenance = Provenance(self.input_known, self.source)
        return Batch(self.stage, self.kind, self.first, decoded or self.observations(), provenance)


class Purpose(StrEnum):
    """What an order was read for."""

    AGREEMENT = "agreement"
    """To compare it with what the device reported."""
    VALIDATION = "validation"
    """To validate the reader with a known deck."""


class ReadBody(Body):
    """An independent read of a unit that the device also reported, or of a known deck."""

    TYPE: ClassVar = RecordType.READ
    stage: str
    purpose: Purpose
    unit: Count
    order: str
    expected: str
    errors: Count
    source: Source
    exchange: int

    @property
    def cards(self) -> int:
        """Number of cards expected."""
        return len(self.expected.split())


class RejectedBody(Body):
    """A read that was not accepted, and why; kept, never a silent retry."""

    TYPE: ClassVar = RecordType.REJECTED
    stage: str
    unit: Count
    reasons: Reasons


class AlarmBody(Body):
    """Alarms of the health tests in the bytes of one exchange, before the record that takes them into the sample.

    Parameters
    ----------
    first
        Index of the exchange's first byte within the stage.
    exchange
        Number of the record of the exchange.
    """

    TYPE: ClassVar = RecordType.ALARM
    stage: str
    first: Count
    alarms: Annotated[tuple[HealthAlarms, ...], Field(min_length=1)]
    exchange: int
