"""What follows a damaged request within 50 ms is discarded with it, whatever the wire and its pieces."""

import time

import pytest

from labharness.devices.lti.frame import ERROR, NO_REQUEST, FrameReader, LtiFrame
from labharness.devices.lti.message import ErrorCode, Refusal, RequestType
from labharness.devices.opening import open_transport
from labharness.errors import DeviceTimeout
from labharness.simulators.process import Device

STATUS = LtiFrame(RequestType.STATUS, 9).encode()
DAMAGED = STATUS[:-1] + b"\0"


@pytest.fixture(params=["usbip", "tcp"])
def transport(request):
    device = Device("rng", 1)
    with device.on_usbip() if request.param == "usbip" else device.on_stream("tcp://127.0.0.1:0") as server:
        transport = open_transport(server.url)
        transport.open()
        yield transport
        transport.close()


def answers(transport, wait):
    """Frames that arrive until nothing does for a while."""
    reader, result = FrameReader(), []
    try:
        while True:
            reader.feed(transport.read(1 << 18, wait))
            while frame := reader.next_frame():
                result.append(frame)
            wait = 0.3
    except DeviceTimeout:
        return result


def test_pieces_behind_a_damaged_request_have_no_answer_of_their_own(transport):
    for piece in (DAMAGED, b"rest", STATUS, STATUS[:5]):
        transport.write(piece, 60)
        time.sleep(0.005)
    (frame,) = answers(transport, 60)
    assert (frame.kind, frame.request) == (ERROR, NO_REQUEST)
    assert Refusal.decode(frame.payload).code == ErrorCode.DAMAGED
    transport.write(STATUS, 60)
    assert [each.request for each in answers(transport, 60)] == [9]
