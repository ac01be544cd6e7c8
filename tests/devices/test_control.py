"""Control requests over USB: carried out, recorded before they are sent, replayed; refused where there is no USB."""

import json

import pytest

from labharness.devices.control_request import (
    CLASS,
    DEVICE,
    ENDPOINT,
    INTERFACE,
    INWARD,
    VENDOR,
    ControlRequest,
)
from labharness.devices.replay import Replay
from labharness.devices.tap import Limits
from labharness.errors import CaptureMismatch, DeviceLost, DeviceRefused, TransferDamaged
from labharness.evidence.segments import Direction
from labharness.model.reasons.wire import Wire
from labharness.testing.adapter_kit import UnexpectedExchange, every_split, expected_exchange
from labharness.testing.samples import Recording, parse_session, script, session_text
from tests.support.peers import PEERS, STREAMS
from tests.support.reasons import refused
from tests.support.tapped import tapped

PUT = ControlRequest(VENDOR | DEVICE, 1, 0x0102, 3, data=b"kept")
GET = ControlRequest(INWARD | VENDOR | INTERFACE, 2, 0x0102, length=64)
UNKNOWN = ControlRequest(INWARD | VENDOR | DEVICE, 2, 0x0999, length=64)


def test_a_request_reaches_the_device_and_its_reply_comes_back(transport):
    assert transport.control(PUT, 60) == b""
    assert transport.control(GET, 60) == b"kept"
    assert transport.control(ControlRequest(GET.kind, 2, 0x0102, length=2), 60) == b"ke"


def test_a_refused_request_is_no_stall_of_the_pipe(transport, firmware):
    firmware.gadget.send(b"before")
    assert refused(DeviceRefused, transport.control, UNKNOWN, 60) == (
        Wire.CONTROL_REFUSED(link=transport.url, request=2),
    )
    assert transport.read(512, 60) == b"before"


@pytest.mark.parametrize(
    "kind", [CLASS | INTERFACE, VENDOR | INTERFACE, VENDOR | ENDPOINT, CLASS | DEVICE], ids=hex
)
def test_what_belongs_to_another_interface_is_refused(transport, firmware, kind):
    assert refused(DeviceRefused, transport.control, ControlRequest(kind, 1, 7, 5, b"x"), 60) == (
        Wire.FOREIGN_CONTROL(link=transport.url, index=5),
    )
    assert not firmware.registers


def test_its_own_endpoint_may_be_named(transport, firmware):
    transport.control(ControlRequest(VENDOR | ENDPOINT, 1, 7, 0x81, b"x"), 60)
    assert firmware.registers == {7: b"x"}


def test_an_unplugged_device_is_lost(transport, server):
    server.unplug()
    with pytest.raises(DeviceLost):
        transport.control(GET, 60)


def conversed(link):
    replies = [link.control(PUT), link.control(GET)]
    link.write(b"ping")
    answer = b""
    while len(answer) < 4:
        answer += link.read(4 - len(answer))
    replies.append(answer)
    try:
        link.control(UNKNOWN)
    except DeviceRefused as error:
        replies.append(error.reasons)
    return replies


def test_every_request_is_recorded_and_replays_the_same(server):
    recording = Recording()
    with tapped(server.url, recording) as tap:
        live = conversed(tap)
    frames = [(frame.direction, frame.payload) for frame in recording.session]
    assert frames[:-1] == [
        (Direction.CONTROL, bytes.fromhex("40 01 02 01 03 00 04 00") + b"kept"),
        (Direction.CONTROL, bytes.fromhex("c1 02 02 01 00 00 40 00")),
        (Direction.REPLY, b"kept"),
        (Direction.OUT, b"ping"),
        (Direction.IN, b"ping"),
        (Direction.CONTROL, UNKNOWN.packet()),
    ]
    assert json.loads(frames[-1][1])["call"] == "control"
    replay = Replay(recording)
    assert conversed(replay) == live
    replay.finish()
    session = parse_session(session_text(recording.session))
    assert session == recording.session
    assert every_split(lambda link: link, session, conversed) == live


def test_another_request_than_recorded_is_a_mismatch():
    session = script((GET, b"kept"), (b"ping", b"pong"))
    other = ControlRequest(GET.kind, 2, 0x0103, length=64)
    with pytest.raises(CaptureMismatch):
        Replay(session).control(other)
    with pytest.raises(CaptureMismatch):
        Replay(script((PUT,))).write(PUT.packet())
    with pytest.raises(CaptureMismatch):
        Replay(script((GET, b"kept"))).control(ControlRequest(GET.kind, 2, 0x0102, length=3))
    with pytest.raises(UnexpectedExchange), expected_exchange(lambda link: link, session) as link:
        link.control(other)
    with pytest.raises(UnexpectedExchange), expected_exchange(lambda link: link, session) as link:
        link.read(4)


def test_a_script_lets_a_request_fail():
    refusal = DeviceRefused(Wire.CONTROL_REFUSED(link="usb", request=1))
    for request in (PUT, GET):
        session = script((request, refusal), (b"", b"after"))
        with expected_exchange(lambda link: link, session) as link:
            with pytest.raises(DeviceRefused):
                link.control(request)
            assert link.read(9) == b"after"


def test_a_stream_refuses_and_records_why():
    for peer in STREAMS:
        recording = Recording()
        with PEERS[peer]() as (url, _), tapped(url, recording) as tap:
            assert refused(DeviceRefused, tap.control, GET) == (Wire.NO_CONTROL(link=url),), peer
            tap.write(b"still there")
            assert tap.read(1), peer
        assert [frame.direction.name for frame in recording.session] == ["CONTROL", "FAULT", "OUT", "IN"], (
            peer
        )


def test_the_limit_of_bytes_counts_replies(server):
    with tapped(server.url, limits=Limits(60, most_bytes=5)) as tap:
        assert [tap.control(each) for each in (PUT, GET, GET)] == [b"", b"kept", b"kept"]
        with pytest.raises(TransferDamaged):
            tap.control(GET)


def test_standard_requests_and_impossible_fields_cannot_be_asked():
    for kind, fields in (
        (0x00, {"request": 9}),
        (0x80, {"request": 6, "length": 18}),
        (0x60, {"request": 1}),
        (VENDOR | 3, {"request": 1}),
        (VENDOR, {"request": 256}),
        (VENDOR, {"request": 1, "value": 1 << 16}),
        (VENDOR, {"request": 1, "length": 4}),
        (VENDOR | INWARD, {"request": 1, "data": b"x"}),
        (VENDOR | INWARD, {"request": 1, "length": 1 << 16}),
        (VENDOR | 0x100, {"request": 1}),
    ):
        with pytest.raises(ValueError, match="request"):
            ControlRequest(kind, **fields)
