"""Steps about generators, DRAW and RAW, and about the length of every request."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.devices.lti import message as lti
from labharness.devices.lti.cards import decode_words
from labharness.devices.lti.conformance.device_under_test import DeviceUnderTest
from labharness.devices.lti.conformance.outcome import require, require_equal, require_value
from labharness.devices.lti.limits import MAX_ANSWER
from labharness.devices.lti.message import ErrorCode, RequestType
from labharness.model.reasons.conformance import FramePart, Seen
from labharness.reason import Reason

_OUTCOMES, _BYTES = 1000, 100_000
_LOW, _HIGH = 1, 6
"""The range that every device with DRAW has, a shaker of dice included."""


def outcomes(bench: DeviceUnderTest) -> Reason:
    """R-5.33: as many as requested, within the range."""
    for count in (1, _OUTCOMES):
        values = _draw(bench, count)
        require_equal(FramePart.OUTCOMES, count, len(values))
        outside = values[(values < _LOW) | (values > _HIGH)]
        worst = str(int(outside[0])) if outside.size else ""
        require_value(not outside.size, FramePart.OUTCOME, f"{_LOW} – {_HIGH}", worst)
    return Seen.VALUE(what=FramePart.OUTCOMES, value=str(_OUTCOMES))


def outcomes_differ(bench: DeviceUnderTest) -> Reason:
    """R-5.34: neither constant nor repeated."""
    first, second = _draw(bench, _OUTCOMES), _draw(bench, _OUTCOMES)
    require(_varied(first, second), Seen.REPEATED(message="DRAW"))
    return Seen.UNLIKE(message="DRAW", units=2 * _OUTCOMES)


def draw_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.35: an empty range, no outcome, too many."""
    bench.needs(RequestType.DRAW)
    bench.refused(RequestType.DRAW, lti.encode_draw(1, _HIGH, _LOW), ErrorCode.MALFORMED)
    counts = (0, MAX_ANSWER // 2 + 1)
    return bench.refused_all(
        [(RequestType.DRAW, lti.encode_draw(count, _LOW, _HIGH)) for count in counts], ErrorCode.LIMIT
    )


def raw_bytes(bench: DeviceUnderTest) -> Reason:
    """R-5.36: as many as requested."""
    bench.needs(RequestType.RAW)
    for count in (1, _BYTES):
        data = bench.accepted(RequestType.RAW, lti.encode_number(count))
        require_equal(FramePart.BYTES, count, len(data))
    return Seen.VALUE(what=FramePart.BYTES, value=str(_BYTES))


def raw_bytes_differ(bench: DeviceUnderTest) -> Reason:
    """R-5.37: neither constant nor repeated."""
    bench.needs(RequestType.RAW)
    answers = [bench.accepted(RequestType.RAW, lti.encode_number(_OUTCOMES)) for _ in range(2)]
    first, second = (np.frombuffer(each, dtype=np.uint8) for each in answers)
    require(_varied(first, second), Seen.REPEATED(message="RAW"))
    return Seen.UNLIKE(message="RAW", units=2 * _OUTCOMES)


def raw_limits(bench: DeviceUnderTest) -> Reason:
    """R-5.38: no byte, too many."""
    bench.needs(RequestType.RAW)
    return bench.refused_all(
        [(RequestType.RAW, lti.encode_number(count)) for count in (0, MAX_ANSWER + 1)], ErrorCode.LIMIT
    )


def lengths(bench: DeviceUnderTest) -> Reason:
    """R-5.14: every request one byte too long, and where it has a payload one byte too short."""
    payloads = {
        RequestType.IDENTIFY: b"",
        RequestType.SOFTWARE: b"",
        RequestType.STATUS: b"",
        RequestType.EVENTS: b"",
        RequestType.REST: b"",
        RequestType.COUNT: b"",
        RequestType.HELLO: lti.encode_hello_request(1, 1),
        RequestType.LOAD: b"\2\0\0\0\1\0",
        RequestType.SHUFFLE: lti.encode_number(1),
        RequestType.ROUNDS: lti.encode_rounds(1, 1),
        RequestType.DEAL: lti.encode_deal(1, (1,)),
        RequestType.DRAW: lti.encode_draw(1, _LOW, _HIGH),
        RequestType.RAW: lti.encode_number(1),
    }
    requests = [
        (message, wrong)
        for message, right in payloads.items()
        if bench.hello.offers(message)
        for wrong in (right + b"\0", *([right[:-1]] if right else []))
    ]
    return bench.refused_all(requests, ErrorCode.MALFORMED)


def _varied(first: NDArray[np.unsignedinteger], second: NDArray[np.unsignedinteger]) -> bool:
    """Whether two answers neither begin alike nor repeat within themselves."""
    half = min(len(first), len(second)) // 2
    begin_alike = np.array_equal(first[:half], second[:half])
    return not begin_alike and not any(
        np.array_equal(each[lag:], each[:-lag]) for each in (first, second) for lag in range(1, half + 1)
    )


def _draw(bench: DeviceUnderTest, count: int) -> NDArray[np.uint16]:
    bench.needs(RequestType.DRAW)
    return decode_words(bench.accepted(RequestType.DRAW, lti.encode_draw(count, _LOW, _HIGH)))
