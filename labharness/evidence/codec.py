"""Values of the model as JSON and back; cards as people write them, so that a ledger can be read."""

from __future__ import annotations

import hashlib

import numpy as np

from labharness.model.cards import format_order, parse_order
from labharness.model.observations import Deal, Draws, Kind, Observation, Round, Shuffle

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
