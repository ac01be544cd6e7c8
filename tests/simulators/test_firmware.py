import pytest

from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import ANSWER, ERROR, NO_REQUEST, FrameReader, LtiFrame
from labharness.devices.lti.message import ErrorCode, RequestType
from labharness.simulators import firmware as firmware_module
from labharness.simulators.catalog import build_machine
from labharness.simulators.fault import Discard
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import SimulatedUnit

STATUS = LtiFrame(RequestType.STATUS, 9).encode()


@pytest.fixture
def firmware():
    return Firmware(SimulatedUnit(build_machine("fair_shuffler", 1)), "S")


def frames(steps):
    reader = FrameReader()
    for step in steps:
        if isinstance(step, Discard):
            continue
        reader.feed(step.data)
    result = []
    while (frame := reader.next_frame()) is not None:
        result.append(frame)
    return result


def refusal(firmware, message, payload=b""):
    (frame,) = frames(firmware.receive(LtiFrame(message, 3, payload).encode()))
    assert (frame.kind, frame.request) == (ERROR, 3)
    return ErrorCode(lti.Refusal.decode(frame.payload).code)


def test_requests_come_in_any_pieces_and_a_damaged_one_costs_only_itself(firmware):
    steps = [step for byte in STATUS + STATUS for step in firmware.receive(bytes([byte]))]
    assert [(frame.kind, frame.request) for frame in frames(steps)] == [(RequestType.STATUS | ANSWER, 9)] * 2
    (frame,) = frames(firmware.receive(STATUS[:-1] + b"\0" + b"rest"))
    assert (frame.kind, frame.request) == (ERROR, NO_REQUEST)
    assert lti.Refusal.decode(frame.payload).name == "DAMAGED"
    assert frames(firmware.receive(STATUS))[0].kind == RequestType.STATUS | ANSWER


def test_refusals_have_the_documents_codes_and_a_request_that_breaks_off_is_forgotten(firmware, monkeypatch):
    monkeypatch.setattr(firmware_module, "PATIENCE", -1.0)
    assert firmware.receive(STATUS[:10]) == []
    assert frames(firmware.receive(STATUS))[0].kind == RequestType.STATUS | ANSWER
    assert refusal(firmware, RequestType.SHUFFLE, lti.encode_number(1)) is ErrorCode.STATE
    assert refusal(firmware, RequestType.DRAW, lti.encode_draw(1, 1, 7)) is ErrorCode.UNSUPPORTED
    assert refusal(firmware, RequestType.LOAD, b"\5\0") is ErrorCode.MALFORMED
    assert refusal(firmware, RequestType.LOAD, b"\1\0\x36\0") is ErrorCode.MALFORMED
    assert refusal(firmware, RequestType.LOAD, b"\0\0") is ErrorCode.LIMIT
    assert refusal(firmware, RequestType.LOAD, b"\xa1\1" + bytes(2 * 417)) is ErrorCode.LIMIT
    firmware.receive(LtiFrame(RequestType.LOAD, 1, b"\1\0\0\0").encode())
    assert refusal(firmware, RequestType.SHUFFLE, lti.encode_number(0)) is ErrorCode.LIMIT
    assert refusal(firmware, RequestType.SHUFFLE, lti.encode_number(2**32 - 1)) is ErrorCode.LIMIT
    assert refusal(firmware, RequestType.SHUFFLE, b"\1\0") is ErrorCode.MALFORMED


def test_rest_and_events_are_told():
    firmware = Firmware(SimulatedUnit(build_machine("dealing_shoe", 1)), "S")
    firmware.receive(LtiFrame(RequestType.LOAD, 1, b"\2\0\0\0\1\0").encode())
    for message, mode in (
        (RequestType.STATUS, "ready"),
        (RequestType.REST, ""),
        (RequestType.STATUS, "rest"),
    ):
        (frame,) = frames(firmware.receive(LtiFrame(message, 2).encode()))
        assert frame.payload == b"" or lti.decode_status(frame.payload).mode == mode
    (frame,) = frames(firmware.receive(LtiFrame(RequestType.EVENTS, 2).encode()))
    assert [event.text for event in lti.decode_events(frame.payload)] == ["power on", "2 cards loaded"]
