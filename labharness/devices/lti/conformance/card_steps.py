"""Steps about devices that hold cards: LOAD, COUNT, REST, SHUFFLE, ROUNDS and DEAL."""

from __future__ import annotations

import numpy as np

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.device_under_test import (
    COPY,
    MAX_CARDS,
    BrokenError,
    DeviceUnderTest,
    require,
    require_equal,
    require_value,
)
from labharness.devices.lti.message import ErrorCode, RequestType, decode_orders, decode_words
from labharness.errors import ProtocolError
from labharness.model.cards import COVER, TYPES, UNREAD, Order, types
from labharness.model.device import CountReport
from labharness.model.reasons.lti import FramePart, Lti, LtiRule, Seen
from labharness.reason import Reason

_COPIES = np.uint16(0x1FF << 6)
_CORRECT_AT = 8


def load(bench: DeviceUnderTest) -> Reason:
    """R-5.16: the deck that was put in."""
    bench.needs(RequestType.LOAD)
    deck = bench.deck()
    report = _report(bench, RequestType.LOAD, lti.encode_load(deck))
    bench.loaded = deck
    require_equal(FramePart.INSIDE, len(deck), report.inside)
    return Seen.VALUE(what=FramePart.INSIDE, value=str(report.inside))


def expected(bench: DeviceUnderTest) -> Reason:
    """R-5.15: lists of other lengths are answered, too."""
    bench.needs(RequestType.LOAD)
    deck = bench.deck()
    try:
        for order in (deck[:-1], deck):
            if len(order):
                report = _report(bench, RequestType.LOAD, lti.encode_load(order))
                require_equal(FramePart.EXPECTED, len(order), report.expected)
    finally:
        bench.loaded = None
    return Seen.VALUE(what=FramePart.EXPECTED, value=str(len(deck)))


def cards_of_lists(bench: DeviceUnderTest) -> Reason:
    """R-5.17: numbers that are no cards, and a cover card."""
    bench.needs(RequestType.LOAD)
    deck = bench.deck()
    for wrong in (UNREAD, TYPES, 62):
        order = deck.copy()
        order[len(order) // 2] = wrong
        bench.refused(RequestType.LOAD, lti.encode_load(order), ErrorCode.MALFORMED)
    covered = np.append(deck[:-1], np.uint16(COVER))
    _report(bench, RequestType.LOAD, lti.encode_load(covered))
    bench.accepted(RequestType.LOAD, lti.encode_load(deck))
    return Seen.REFUSED(messages=("LOAD",), error=ErrorCode.MALFORMED.name)


def load_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.18: no card, and more than fit."""
    bench.needs(RequestType.LOAD)
    many = min(bench.hello.max_cards + 1, MAX_CARDS)
    lists = [np.zeros(cards, dtype=np.uint16) for cards in (0, many)]
    return bench.refused_all([(RequestType.LOAD, lti.encode_load(each)) for each in lists], ErrorCode.LIMIT)


def count(bench: DeviceUnderTest) -> Reason:
    """R-5.19: the same report as for LOAD, also where the list is a card short."""
    bench.needs(RequestType.COUNT, RequestType.LOAD)
    deck = bench.deck()
    for order in (deck[:-1], deck):
        loaded = _report(bench, RequestType.LOAD, lti.encode_load(order))
        counted = _report(bench, RequestType.COUNT)
        require(loaded == counted, Seen.CHANGED(message="COUNT"))
    return Seen.SAME(message="COUNT")


def rest(bench: DeviceUnderTest) -> Reason:
    """R-5.20: nothing moves, and nothing is lost."""
    holds = bench.hello.offers(RequestType.COUNT)
    before = _report(bench, RequestType.COUNT) if holds else None
    for _ in range(2):
        payload = bench.accepted(RequestType.REST)
        require_value(not payload, FramePart.BYTES, "0", len(payload))
    if before is not None:
        require(_report(bench, RequestType.COUNT) == before, Seen.CHANGED(message="COUNT"))
    return Seen.ANSWERED(messages=("REST",))


def unchanged(bench: DeviceUnderTest) -> Reason:
    """R-4.15: status and count before and after what was refused."""
    hello = bench.hello
    requests: list[tuple[RequestType, bytes]] = [
        *bench.beyond(RequestType.SHUFFLE),
        *bench.beyond(RequestType.ROUNDS),
        (RequestType.ROUNDS, lti.encode_rounds(1, 0)),
        *bench.beyond(RequestType.DEAL),
        (RequestType.LOAD, lti.encode_load(np.empty(0, dtype=np.uint16))),
        (RequestType.LOAD, b"\1\0\x3f\0"),
        (RequestType.RAW, lti.encode_number(0)),
        (RequestType.DRAW, lti.encode_draw(0, 1, 6)),
    ]
    offered = [(message, payload) for message, payload in requests if hello.offers(message)]
    facts = [each for each in (RequestType.STATUS, RequestType.COUNT) if hello.offers(each)]
    for message, payload in offered:
        before = [bench.accepted(each) for each in facts]
        answer = bench.probe.ask(message, payload)
        require(answer.refused, Seen.NOT_REFUSED(message=message.name, expected="ERROR"))
        for each, payload_before in zip(facts, before, strict=True):
            same = bench.accepted(each) == payload_before
            require(same, Seen.CHANGED_BY(message=each.name, refused=message.name))
    return Seen.REFUSED(messages=tuple(dict.fromkeys(each.name for each, _ in offered)), error="ERROR")


def shuffle_lists(bench: DeviceUnderTest) -> Reason:
    """R-5.21: as many lists as shuffles."""
    return Seen.VALUE(what=FramePart.LISTS, value=str(len(_shuffles(bench))))


def shuffle_cards(bench: DeviceUnderTest) -> Reason:
    """R-5.22: all loaded cards in each of them."""
    for order in _shuffles(bench):
        _same_cards(bench, order)
    return Seen.VALUE(what=FramePart.CARDS, value=str(len(bench.cards)))


def shuffled(bench: DeviceUnderTest) -> Reason:
    """R-5.23: other orders than those before."""
    return _mixed(bench, RequestType.SHUFFLE, _shuffles(bench))


def shuffle_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.24: no shuffle, and more than max_units."""
    bench.needs(RequestType.SHUFFLE)
    return bench.refused_all(bench.beyond(RequestType.SHUFFLE), ErrorCode.LIMIT)


def round_cards(bench: DeviceUnderTest) -> Reason:
    """R-5.25: as many cards as requested, each of them once."""
    size, orders = _rounds(bench)
    for order in orders[::2]:
        require_equal(FramePart.CARDS, size, len(order))
        _, extra = _difference(bench.cards, order)
        require(extra == 0, Seen.OTHER_CARDS(missing=0, extra=extra))
    return Seen.VALUE(what=FramePart.CARDS, value=str(size))


def rounds_returned(bench: DeviceUnderTest) -> Reason:
    """R-5.26: the cards dealt come back."""
    _, orders = _rounds(bench)
    for dealt, returned in zip(orders[::2], orders[1::2], strict=True):
        missing, extra = _difference(dealt, returned)
        require(missing == extra == 0, Seen.OTHER_CARDS(missing=missing, extra=extra))
    return Seen.VALUE(what=FramePart.LISTS, value=str(len(orders)))


def rounds_mixed(bench: DeviceUnderTest) -> Reason:
    """R-5.27: not the loaded list from its top, round after round."""
    size, orders = _rounds(bench)
    dealt = types(np.concatenate(orders[::2]))
    top = types(bench.cards)[: len(dealt)]
    again = types(np.tile(bench.cards[:size], len(orders) // 2))
    require(
        not any(np.array_equal(dealt[: len(each)], each) for each in (top, again)),
        Seen.NOT_SHUFFLED(message="ROUNDS"),
    )
    return Seen.UNLIKE(message="ROUNDS", units=len(orders) // 2)


def round_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.28: no round or card, and too many."""
    bench.needs(RequestType.ROUNDS)
    inside = len(bench.cards)
    requests = bench.beyond(RequestType.ROUNDS)
    requests += [(RequestType.ROUNDS, lti.encode_rounds(1, cards)) for cards in (0, inside + 1)]
    return bench.refused_all(requests, ErrorCode.LIMIT)


def stacks(bench: DeviceUnderTest) -> Reason:
    """R-5.29: sizes as requested, and the stub."""
    sizes, deals = _deals(bench)
    for orders in deals:
        received = [len(order) for order in orders]
        wanted = [*sizes, len(bench.cards) - sum(sizes)]
        require_value(
            received == wanted, FramePart.CARDS, " ".join(map(str, wanted)), " ".join(map(str, received))
        )
    return Seen.VALUE(what=FramePart.CARDS, value=" ".join(map(str, sizes)))


def deal_cards(bench: DeviceUnderTest) -> Reason:
    """R-5.30: all loaded cards, in stacks and stub together."""
    for orders in _deals(bench)[1]:
        _same_cards(bench, np.concatenate(orders))
    return Seen.VALUE(what=FramePart.CARDS, value=str(len(bench.cards)))


def dealt_mixed(bench: DeviceUnderTest) -> Reason:
    """R-5.31: other orders than those before."""
    return _mixed(bench, RequestType.DEAL, [np.concatenate(orders) for orders in _deals(bench)[1]])


def deal_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.32: no deal, and more deals or cards than there are."""
    bench.needs(RequestType.DEAL)
    requests = bench.beyond(RequestType.DEAL)
    return bench.refused_all(
        [*requests, (RequestType.DEAL, lti.encode_deal(1, (len(bench.cards) + 1,)))], ErrorCode.LIMIT
    )


def _shuffles(bench: DeviceUnderTest) -> list[Order]:
    bench.needs(RequestType.SHUFFLE)
    units = min(2, bench.hello.max_units)
    return _orders(bench, RequestType.SHUFFLE, lti.encode_number(units), units)


def _rounds(bench: DeviceUnderTest) -> tuple[int, list[Order]]:
    bench.needs(RequestType.ROUNDS)
    units, size = min(2, bench.hello.max_units), max(1, min(10, len(bench.cards) // 3))
    return size, _orders(bench, RequestType.ROUNDS, lti.encode_rounds(units, size), 2 * units)


def _deals(bench: DeviceUnderTest) -> tuple[tuple[int, ...], list[list[Order]]]:
    bench.needs(RequestType.DEAL)
    units, size = min(2, bench.hello.max_units), max(1, min(7, len(bench.cards) // 3))
    orders = _orders(bench, RequestType.DEAL, lti.encode_deal(units, (size, size)), 3 * units)
    return (size, size), [orders[at : at + 3] for at in range(0, len(orders), 3)]


def _orders(bench: DeviceUnderTest, message: RequestType, payload: bytes, number: int) -> list[Order]:
    """Return the lists of a message: the device works once for all steps, for nobody puts the deck in again."""
    assert len(bench.cards)
    if message not in bench.worked:
        bench.worked[message] = _read(bench, message, payload, number)
    return bench.worked[message]


def _read(bench: DeviceUnderTest, message: RequestType, payload: bytes, number: int) -> list[Order]:
    """Ask for work; hold every card of the answer against the rules about cards."""
    answer = bench.accepted(message, payload)
    try:
        orders = decode_orders(answer, number)
    except ProtocolError as error:
        if any(reason.is_a(Lti.NOT_A_CARD) for reason in error.reasons):
            words = decode_words(answer)
            kinds = types(words)
            wrong = words[(kinds >= TYPES) & (kinds != UNREAD)]
            worst = f"0x{int(wrong[0]) if wrong.size else 0:04X}"
            bench.probe.note_other(LtiRule.R_3_8, FramePart.CARD, "0 – 53, 63", worst)
        raise BrokenError(Seen.ERROR(why=error.reasons)) from error
    copies = np.concatenate(orders) & _COPIES if orders else np.empty(0, dtype=np.uint16)
    if copies.size and not ((copies == COPY).all() or (copies == 0).all()):
        bench.probe.note(LtiRule.R_3_9, Seen.COPIES_MIXED())
    return orders


def _mixed(bench: DeviceUnderTest, message: RequestType, outputs: list[Order]) -> Reason:
    inputs = [bench.cards, *outputs[:-1]]
    for before, after in zip(inputs, outputs, strict=True):
        require(not np.array_equal(types(before), types(after)), Seen.NOT_SHUFFLED(message=message.name))
    return Seen.UNLIKE(message=message.name, units=len(outputs))


def _difference(loaded: Order, order: Order) -> tuple[int, int]:
    """Return how many cards are missing and how many too many."""
    have, want = (np.bincount(types(each), minlength=64) for each in (order, loaded))
    return int(np.maximum(want - have, 0).sum()), int(np.maximum(have - want, 0).sum())


def _same_cards(bench: DeviceUnderTest, order: Order) -> None:
    missing, extra = _difference(bench.cards, order)
    require(missing == extra == 0, Seen.OTHER_CARDS(missing=missing, extra=extra))


def _report(bench: DeviceUnderTest, message: RequestType, payload: bytes = b"") -> CountReport:
    """Ask for a count; its verdict must follow from its two numbers."""
    answer = bench.accepted(message, payload)
    report = lti.decode_count(answer)
    require_equal(FramePart.CORRECT, int(report.inside == report.expected), answer[_CORRECT_AT])
    return report
