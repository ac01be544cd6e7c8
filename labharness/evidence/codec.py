"""Values of the model as JSON and back; cards as people write them, so that a ledger can be read."""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

import numpy as np
from pydantic import TypeAdapter

from labharness.model.cards import format_order, parse_order
from labharness.model.observations import Deal, Draws, Kind, Observation, Round, Shuffle

Value = TypeVar("Value")


EncodedUnit = str | tuple[str, ...]
"""An observation in the ledger: orders as cards are written, outcomes as numbers, raw bytes as their SHA-256."""


def dump(value: Any) -> Any:
    """Return a frozen dataclass of the model as plain JSON values."""
    return _adapter(type(value)).dump_python(value, mode="json")


def load(kind: type[Value], data: Any) -> Value:
    """Rebuild what :func:`dump` wrote; raises ``ValueError`` where it does not fit."""
    value: Value = _adapter(kind).validate_python(data)
    return value


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what knows a type; to build it takes a millisecond, to use it microseconds."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


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
