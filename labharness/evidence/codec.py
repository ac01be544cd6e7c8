"""Values of the model as JSON and back; cards as people write them, so that a ledger can be read."""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

import numpy as np
from pydantic import TypeAdapter

from labharness.model.cards import format_order, parse_order
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

Value = TypeVar("Value")


def dump(value: Any) -> Any:
    """Return a frozen dataclass of the model as plain JSON values."""
    return _adapter(type(value)).dump_python(value, mode="json")


def load(kind: type[Value], data: Any) -> Value:
    """Rebuild what :func:`dump` wrote; raises ``ValueError`` where it does not fit."""
    found: Value = _adapter(kind).validate_python(data)
    return found


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what knows a type; to build it takes a millisecond, to use it microseconds."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def dump_observation(observation: Observation) -> Any:
    """Return one observation as JSON; raw bytes by hash only, for the raw segment holds them."""
    if isinstance(observation, Shuffle):
        return [format_order(observation.input), format_order(observation.output)]
    if isinstance(observation, Round):
        return [format_order(observation.dealt), format_order(observation.returned)]
    if isinstance(observation, Deal):
        return [*map(format_order, observation.stacks), format_order(observation.stub)]
    if isinstance(observation, Draws):
        return " ".join(map(str, observation.values.tolist()))
    return hashlib.sha256(observation.data).hexdigest()


def load_observation(kind: Kind, data: Any) -> Observation:
    """Rebuild an observation; raises ``ValueError`` for raw bytes, which must be decoded again."""
    if kind is Kind.SHUFFLE:
        return Shuffle(*map(parse_order, data))
    if kind is Kind.ROUND:
        return Round(*map(parse_order, data))
    if kind is Kind.DEAL:
        return Deal(tuple(map(parse_order, data[:-1])), parse_order(data[-1]))
    if kind is Kind.DRAW:
        return Draws(np.array(data.split(), dtype=np.uint16))
    raise ValueError("raw bytes are not in the ledger; decode them from their frames")


def dump_batch(batch: Batch, exchange: int) -> dict[str, Any]:
    """Return the body of an ``observed`` record; ``exchange`` is the record it was decoded from."""
    return {
        "stage": batch.stage,
        "kind": batch.kind.value,
        "first": batch.first,
        "units": batch.units,
        "input_known": batch.provenance.input_known.value,
        "source": batch.provenance.source.value,
        "data": list(map(dump_observation, batch.observations)),
        "exchange": exchange,
    }


def load_batch(body: dict[str, Any], decoded: tuple[RawBytes, ...] = ()) -> Batch:
    """Rebuild a batch from an ``observed`` record.

    Parameters
    ----------
    body
        The record's body.
    decoded
        For raw bytes, what decoding their exchange again gave.
    """
    kind = Kind(body["kind"])
    provenance = Provenance(InputKnown(body["input_known"]), Source(body["source"]))
    found: tuple[Observation, ...] = decoded or tuple(load_observation(kind, data) for data in body["data"])
    return Batch(body["stage"], kind, body["first"], found, provenance)
