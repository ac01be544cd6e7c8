"""Bodies of the records of a channel: connections, and one call of an adapter with its frames.

Bodies of the records of a sample: units observed, orders read independently, reads not accepted.

Values of the model as JSON and back; cards as people write them, so that a ledger can be read.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, get_args

import numpy as np
from pydantic import Discriminator, Field

from labharness.evidence.records.body import Body, Count, Reasons, RecordPart, RecordType
from labharness.model.cards import format_order, parse_order
from labharness.model.device import CountReport, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.observations import (
    Batch,
    Deal,
    Draws,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    Source,
)
from labharness.model.stages import HealthAlarms

ChannelName = Literal["device", "reader"]


class ConnectedBody(Body):
    """A channel was opened; ``info`` is what the bus says."""

    TYPE: ClassVar = RecordType.CONNECTED
    channel: ChannelName
    url: str
    info: dict[str, str]


class DisconnectedBody(Body):
    """A channel was closed."""

    TYPE: ClassVar = RecordType.DISCONNECTED
    channel: ChannelName
    reasons: Reasons


class SafeStateBody(Body):
    """How bringing the device to rest went."""

    TYPE: ClassVar = RecordType.SAFE_STATE
    attempted: bool
    reached: bool
    reasons: Reasons


class CallError(RecordPart):
    """Class and reasons of the error that ended a call."""

    error: str
    reasons: Reasons


class NoArguments(RecordPart):
    """Arguments of a call that takes none."""


class LoadArguments(RecordPart):
    """The order to put in."""

    order: str


class AcquireArguments(RecordPart):
    """What is asked of the device; see :class:`~labharness.devices.adapter.AcquireRequest`."""

    kind: Kind
    units: int
    first: int
    input: str | None
    round_cards: int
    stacks: tuple[int, ...]
    low: int
    high: int
    again: bool = False


class Acquired(RecordPart):
    """Number of observations; an ``observed`` record holds them."""

    observations: int


class OrderRead(RecordPart):
    """The order that the reader read."""

    order: str


class ExchangeBody(Body):
    """One call of an adapter: arguments, frames, and the answer or the error.

    Parameters
    ----------
    frames
        Numbers of its first and last frame; the last is one less than the first where there is none.
    error
        None where the call returned.
    repeat
        How often the same request had been made before without an answer.
    """

    TYPE: ClassVar = RecordType.EXCHANGE
    channel: ChannelName
    frames: tuple[int, int]
    call: Any = None
    args: Any = NoArguments()
    answer: Any = None
    error: CallError | None = None
    repeat: Count = 0


class QuestionCall(ExchangeBody):
    """A call without arguments."""

    args: NoArguments = NoArguments()


class IdentifyCall(QuestionCall):
    """The device says what it is."""

    call: Literal["identify"] = "identify"
    answer: DeviceIdentity | None = None


class SoftwareCall(QuestionCall):
    """The device lists its software."""

    call: Literal["software"] = "software"
    answer: tuple[SoftwareComponent, ...] | None = None


class LoadCall(ExchangeBody):
    """Cards are put in; the device counts them."""

    call: Literal["load"] = "load"
    args: LoadArguments
    answer: CountReport | None = None


class AcquireCall(ExchangeBody):
    """The device works; what it gave is decoded in an ``observed`` record."""

    call: Literal["acquire"] = "acquire"
    args: AcquireArguments
    answer: Acquired | None = None


class CountCall(QuestionCall):
    """The device counts its cards."""

    call: Literal["count"] = "count"
    answer: CountReport | None = None


class StatusCall(QuestionCall):
    """The device reports mode, alarms and meters."""

    call: Literal["status"] = "status"
    answer: DeviceStatus | None = None


class SafeStateCall(QuestionCall):
    """The device is brought to rest; it answers nothing."""

    call: Literal["safe_state"] = "safe_state"
    answer: None = None


class ReadOrderCall(QuestionCall):
    """The reader reads an order."""

    call: Literal["read_order"] = "read_order"
    answer: OrderRead | None = None


Call = Annotated[
    IdentifyCall
    | SoftwareCall
    | LoadCall
    | AcquireCall
    | CountCall
    | StatusCall
    | SafeStateCall
    | ReadOrderCall,
    Discriminator("call"),
]
"""Every exchange, by the call."""

CALLS: dict[str, type[ExchangeBody]] = {
    each.model_fields["call"].default: each for each in get_args(get_args(Call)[0])
}
"""Body of each call of an adapter."""


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


EncodedUnit = str | tuple[str, ...]
"""An observation in the ledger: orders as cards are written, outcomes as numbers, raw bytes as their SHA-256."""


def dump_observation(observation: Observation) -> EncodedUnit:
    """Return one observation as text; raw bytes by hash only, for the raw segment holds them."""
    if isinstance(observation, Shuffle):
        return format_order(observation.input), format_order(observation.output)
    if isinstance(observation, Round):
        return format_order(observation.dealt), format_order(observation.returned)
    if isinstance(observation, Deal):
        return (*map(format_order, observation.stacks), format_order(observation.stub))
    if isinstance(observation, Draws):
        return " ".join(map(str, observation.values.tolist()))
    return hashlib.sha256(observation.data).hexdigest()


def load_observation(kind: Kind, data: EncodedUnit) -> Observation:
    """Rebuild an observation; raises ``ValueError`` for raw bytes, which must be decoded again."""
    if kind is Kind.BYTES:
        raise ValueError("raw bytes are not in the ledger; decode them from their frames")
    if isinstance(data, str):
        if kind is not Kind.DRAW:
            raise ValueError(f"a {kind} needs more than one order")
        return Draws(np.array(data.split(), dtype=np.uint16))
    if kind is Kind.DRAW:
        raise ValueError("outcomes are one text")
    orders = tuple(map(parse_order, data))
    if kind is Kind.DEAL:
        return Deal(orders[:-1], orders[-1])
    before, after = orders
    return Shuffle(before, after) if kind is Kind.SHUFFLE else Round(before, after)
