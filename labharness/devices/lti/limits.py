"""What a device declares in HELLO against what a plan will ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from labharness.devices.adapter import AcquireRequest, Demand
from labharness.devices.lti import message as lti
from labharness.devices.lti.cards import WORD
from labharness.devices.lti.message import RequestType
from labharness.model.observations import Kind
from labharness.model.reasons.lti import Lti
from labharness.reason import Reason

MAX_ANSWER = 1 << 24
"""Longest answer that the protocol allows, in bytes."""
MESSAGES = {
    Kind.SHUFFLE: RequestType.SHUFFLE,
    Kind.ROUND: RequestType.ROUNDS,
    Kind.DEAL: RequestType.DEAL,
    Kind.DRAW: RequestType.DRAW,
    Kind.BYTES: RequestType.RAW,
}
"""The message that makes a device do units of a kind."""


def objections(hello: lti.Hello, demands: Sequence[Demand]) -> tuple[Reason, ...]:
    """Return which demands exceed the limits that a device declares, each with the stage and both numbers."""
    return tuple(reason for demand in demands for reason in _exceeding(hello, demand))


def _exceeding(hello: lti.Hello, demand: Demand) -> Iterator[Reason]:
    cards = 0
    if demand.load is not None:
        cards = len(demand.load)
        if cards > hello.max_cards:
            yield Lti.TOO_MANY_CARDS(stage=demand.stage, requested=cards, allowed=hello.max_cards)
        yield from _too_long(hello, demand.stage, lti.encode_load(demand.load))
    if (request := demand.request) is None:
        return
    message = MESSAGES[request.kind]
    if not hello.offers(message):
        yield Lti.NOT_OFFERED(stage=demand.stage, kind=request.kind, message=message.name)
    counted = message in (RequestType.SHUFFLE, RequestType.ROUNDS, RequestType.DEAL)
    if counted and request.units > hello.max_units:
        yield Lti.TOO_MANY_UNITS(stage=demand.stage, requested=request.units, allowed=hello.max_units)
    if message is RequestType.DEAL:
        yield from _too_long(hello, demand.stage, lti.encode_deal(request.units, request.stacks))
    answer = request.units * _unit_size(request, cards)
    if answer > MAX_ANSWER:
        yield Lti.ANSWER_TOO_LONG(stage=demand.stage, requested=answer, allowed=MAX_ANSWER)


def _too_long(hello: lti.Hello, stage: str, payload: bytes) -> Iterator[Reason]:
    if len(payload) > hello.max_request:
        yield Lti.REQUEST_TOO_LONG(stage=stage, requested=len(payload), allowed=hello.max_request)


def _unit_size(request: AcquireRequest, cards: int) -> int:
    """Return the bytes of one unit in an answer."""
    words = {
        Kind.SHUFFLE: cards + 1,
        Kind.ROUND: 2 * (request.round_cards + 1),
        Kind.DEAL: cards + len(request.stacks) + 1,
        Kind.DRAW: 1,
    }
    return WORD.itemsize * words[request.kind] if request.kind in words else 1
