import dataclasses
import itertools

import numpy as np

from device_adapters.lab_test_interface import LabTestInterface
from labharness.devices.adapter import AcquireRequest
from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import (
    ANSWER,
    ERROR,
    MAX_ANSWER,
    MAX_PAYLOAD,
    NO_REQUEST,
    FrameReader,
    LtiFrame,
    split,
)
from labharness.devices.lti.message import ErrorCode, RequestType, encode_orders
from labharness.errors import DeviceRefused, DeviceTimeout, InputError, ProtocolError
from labharness.model.cards import UNREAD
from labharness.model.observations import Kind
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.lti import Lti
from labharness.simulators.catalog import build_machine
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import SimulatedUnit
from tests.support.direct import DirectLink
from tests.support.reasons import refused

DECK = np.arange(52, dtype=np.uint16)


def simulated(kind):
    return LabTestInterface(DirectLink(Firmware(SimulatedUnit(build_machine(kind, 1)), "S-1")))


class Scripted:
    """A link whose device answers each request with what a function of it returns."""

    def __init__(self, reply):
        self.position = 40
        self.asked = []
        self._reply = reply
        self._waiting = b""

    def write(self, data):
        reader = FrameReader()
        reader.feed(data)
        self.asked.append(reader.next_frame())
        self._waiting += self._reply(self.asked[-1])
        self.position += 1

    def read(self, size):
        if not self._waiting:
            raise DeviceTimeout("nothing")
        self.position += 1
        data, self._waiting = self._waiting[:size], self._waiting[size:]
        return data


def answering(payload, **changes):
    return Scripted(
        lambda request: dataclasses.replace(
            LtiFrame(request.kind | ANSWER, request.request, payload), **changes
        ).encode()
    )


def test_identity_and_software_come_from_the_device():
    device = simulated("dealing_shoe")
    identity = device.identify()
    assert (identity.manufacturer, identity.serial, identity.device_class) == (
        "Simulated",
        "S-1",
        "automated_dealing_shoe",
    )
    assert identity.protocol == "Lab Test Interface 1"
    assert all(len(part.digest) == 64 for part in device.software())
    assert [event.text for event in device.events()] == ["power on"]


def test_shuffles_are_chained_from_the_known_input():
    for kind in ("fair_shuffler", "shelf_shuffler", "riffle_shuffler"):
        device = simulated(kind)
        assert device.load(DECK).correct, kind
        (unknown,) = device.acquire(AcquireRequest(Kind.SHUFFLE, 1))
        assert unknown.input.tolist() == [UNREAD] * 52, "it is never invented"
        assert device.load(DECK).correct, kind
        shuffles = device.acquire(AcquireRequest(Kind.SHUFFLE, 4, input=DECK))
        assert np.array_equal(shuffles[0].input, DECK), kind
        for before, after in itertools.pairwise(shuffles):
            assert np.array_equal(after.input, before.output), kind
        assert all(np.array_equal(np.sort(each.output), DECK) for each in shuffles), kind


def test_the_request_number_is_the_frame_that_records_it():
    link = answering(b"")
    LabTestInterface(link).safe_state()
    LabTestInterface(link).safe_state()
    assert [frame.request for frame in link.asked] == [40, 42]
    nothing = AcquireRequest(Kind.SHUFFLE, 0, input=DECK)
    assert refused(InputError, LabTestInterface(link).acquire, nothing) == (Adapters.NO_UNITS(units=0),)
    assert len(link.asked) == 2


def test_irregular_decks_are_data():
    odd = [DECK[:51], np.array([5] * 53, dtype=np.uint16), np.empty(0, dtype=np.uint16)]
    shuffles = LabTestInterface(answering(encode_orders(odd))).acquire(
        AcquireRequest(Kind.SHUFFLE, 3, input=DECK)
    )
    assert [len(each.output) for each in shuffles] == [51, 53, 0]
    assert [len(each.input) for each in shuffles] == [52, 51, 53]


def test_a_wrong_number_of_results_is_a_protocol_error():
    for request_, payload in (
        (AcquireRequest(Kind.SHUFFLE, 2, input=DECK), encode_orders([DECK])),
        (AcquireRequest(Kind.SHUFFLE, 1, input=DECK), b""),
        (AcquireRequest(Kind.ROUND, 2, round_cards=5), encode_orders([DECK[:5]] * 3)),
        (AcquireRequest(Kind.DEAL, 1, stacks=(7, 7)), encode_orders([DECK[:7]] * 2)),
        (AcquireRequest(Kind.DRAW, 3, low=1, high=7), bytes(4)),
        (AcquireRequest(Kind.DRAW, 3, low=1, high=7), bytes(5)),
        (AcquireRequest(Kind.BYTES, 3), bytes(4)),
    ):
        assert refused(ProtocolError, LabTestInterface(answering(payload)).acquire, request_)[0].is_a(
            Lti.OTHER_AMOUNT, Lti.ODD_BYTES
        ), (request_, payload)


def test_answers_that_do_not_fit_are_protocol_errors():
    for changes, reason in (
        ({"kind": RequestType.STATUS | ANSWER}, Lti.OTHER_ANSWER(message="REST", kind="0xA1")),
        ({"part": 1}, Lti.PART_MISSING(message="REST", part=0)),
        ({"version": 2}, Lti.OTHER_VERSION(version=2, expected=1)),
    ):
        assert refused(ProtocolError, LabTestInterface(answering(b"", **changes)).safe_state) == (reason,), (
            changes,
            reason,
        )


def test_parts_and_signs_of_life_are_joined():
    data = bytes(range(200))

    def reply(request):
        kind, number = request.kind | ANSWER, request.request
        life = LtiFrame(kind, number, last=False).encode()
        parts = [
            dataclasses.replace(frame, part=frame.part + 1).encode()
            for frame in split(kind, number, data, 64)
        ]
        return life + b"".join(parts)

    (raw,) = LabTestInterface(Scripted(reply)).acquire(AcquireRequest(Kind.BYTES, 200))
    assert raw.data == data


def test_bytes_after_the_answer_are_a_protocol_error():
    link = Scripted(lambda request: LtiFrame(request.kind | ANSWER, request.request).encode() + b"LTI")
    assert refused(ProtocolError, LabTestInterface(link).safe_state) == (
        Lti.BYTES_LEFT(message="REST", surplus=3),
    )


def test_an_answer_without_end_is_given_up():
    endless = split(RequestType.REST | ANSWER, 40, bytes(MAX_ANSWER + 2 * MAX_PAYLOAD), MAX_PAYLOAD)
    link = Scripted(lambda _: b"".join(frame.encode() for frame in endless))
    assert refused(ProtocolError, LabTestInterface(link).safe_state) == (Lti.ANSWER_ENDLESS(message="REST"),)


def test_refusals_name_message_code_and_the_devices_words():
    refusal = lti.Refusal(ErrorCode.STATE, RequestType.COUNT, "no\ncards").encode()
    link = Scripted(lambda request: LtiFrame(ERROR, request.request, refusal).encode())
    assert refused(DeviceRefused, LabTestInterface(link).count) == (
        Lti.REFUSED(message="COUNT", error="STATE", text="no?cards"),
    )
    damaged = lti.Refusal(ErrorCode.DAMAGED, 0, "bad CRC").encode()
    link = Scripted(lambda _: LtiFrame(ERROR, NO_REQUEST, damaged).encode())
    assert refused(ProtocolError, LabTestInterface(link).count) == (Lti.REQUEST_DAMAGED(text="bad CRC"),)
