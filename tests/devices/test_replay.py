import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.devices.replay import Replay
from labharness.devices.tap import Limits, Tap
from labharness.errors import (
    CaptureMismatch,
    DeviceError,
    DeviceLost,
    DeviceStalled,
    DeviceTimeout,
    IntegrityError,
    ProtocolError,
)
from labharness.evidence.segments import Direction, Frame
from labharness.model.reasons.wire import Wire
from labharness.testing.samples import Recording
from tests.support.reasons import refused

FAULTS = (DeviceTimeout, DeviceStalled, DeviceLost, ProtocolError)


class Scripted:
    """A transport whose next answer is set by the test."""

    url = "scripted://"
    answer = None

    def open(self):
        return {"serial": "1"}

    def write(self, *_):
        self.read()

    def read(self, *_):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def close(self):
        pass


payloads = st.binary(min_size=1, max_size=20)
faults = st.builds(
    lambda kind, link: kind(Wire.UNREADABLE(link=link, why="")), st.sampled_from(FAULTS), st.text(max_size=10)
)
steps = st.one_of(
    st.tuples(st.just("write"), payloads, st.none() | faults),
    st.tuples(st.just("read"), st.integers(1, 30), payloads | faults),
)
exchanges = st.lists(steps, min_size=1, max_size=12)


def carry_out(link, script, transport=None):
    """Do what a script says on a link; return what an adapter would see."""
    seen = []
    for call, argument, answer in script:
        if transport is not None:
            transport.answer = answer[:argument] if call == "read" and isinstance(answer, bytes) else answer
        try:
            seen.append((link.position, getattr(link, call)(argument)))
        except CaptureMismatch:
            raise
        except DeviceError as error:
            seen.append((type(error), error.reasons))
        seen.append(link.position)
    return seen


def recorded(script):
    transport, sink = Scripted(), Recording()
    tap = Tap(transport, sink, Limits(1))
    tap.open()
    seen = carry_out(tap, script, transport)
    tap.close()
    return seen, sink


@given(exchanges)
def test_what_was_recorded_replays_exactly(script):
    seen, frames = recorded(script)
    replay = Replay(frames)
    replay.seek(1, len(frames) - 2)
    assert carry_out(replay, script) == seen
    replay.finish()
    unsought = Replay(frames)
    assert carry_out(unsought, script)[1:] == seen[1:]
    unsought.finish()


@given(exchanges, st.data())
def test_any_other_request_is_refused(script, data):
    _, frames = recorded(script)
    index = data.draw(st.integers(0, len(script) - 1))
    call, argument, answer = script[index]
    if call == "write":
        other = data.draw(
            st.one_of(
                st.tuples(st.just("write"), payloads.filter(lambda each: each != argument)),
                st.just(("read", 64)),
            )
        )
    elif isinstance(answer, bytes) and min(len(answer), argument) > 1:
        size = st.integers(1, min(len(answer), argument) - 1)
        other = data.draw(st.one_of(st.tuples(st.just("read"), size), st.tuples(st.just("write"), payloads)))
    else:
        other = ("write", data.draw(payloads))
    replay = Replay(frames)
    carry_out(replay, script[:index])
    with pytest.raises(CaptureMismatch):
        getattr(replay, other[0])(other[1])


@given(exchanges)
def test_asking_for_more_or_less_than_was_recorded_is_refused(script):
    _, frames = recorded(script)
    replay = Replay(frames)
    carry_out(replay, script[:-1])
    with pytest.raises(CaptureMismatch):
        replay.finish()
    carry_out(replay, script[-1:])
    for request in (lambda: replay.read(64), lambda: replay.write(b"x")):
        with pytest.raises(CaptureMismatch):
            request()


def test_seeking_skips_what_no_exchange_owns_and_stops_at_its_end():
    _, frames = recorded([("write", b"a", None), ("write", b"b", None), ("write", b"c", None)])
    replay = Replay(frames)
    replay.seek(2, 2)
    assert replay.position == 2
    replay.write(b"b")
    with pytest.raises(CaptureMismatch):
        replay.write(b"c")
    replay.seek(3, 3)
    replay.write(b"c")
    assert refused(CaptureMismatch, replay.seek, 1, 1) == (Wire.NOT_AHEAD(frame=1),)


def test_an_empty_exchange_allows_nothing():
    _, frames = recorded([("write", b"a", None)])
    replay = Replay(frames)
    replay.seek(1, 0)
    with pytest.raises(CaptureMismatch):
        replay.write(b"a")
    replay.finish()
    replay.seek(1, 1)
    replay.write(b"a")


def test_a_reconnection_within_an_exchange_is_no_request():
    sink, transport = Recording(), Scripted()
    tap = Tap(transport, sink, Limits(1))
    for _ in range(2):
        tap.open()
        tap.write(b"hello")
        tap.close()
        transport.open, transport.answer = Scripted().open, None
    replay = Replay(sink)
    replay.write(b"hello")
    replay.write(b"hello")
    replay.finish()


def test_a_failed_opening_is_no_request():
    sink = Recording()
    transport = Scripted()
    transport.open = transport.read
    transport.answer = DeviceLost('with "call": "open" in it')
    tap = Tap(transport, sink, Limits(1))
    with contextlib.suppress(DeviceLost):
        tap.open()
    Replay(sink).finish()


def test_a_fault_that_we_never_wrote():
    for payload in (b"", b"[]", b"{}", json.dumps({"error": "Path", "message": "", "call": "read"}).encode()):
        with pytest.raises(IntegrityError):
            Replay([Frame(0, Direction.FAULT, 0, payload, 0)]).read(1)
