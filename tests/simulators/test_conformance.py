import pytest

from labharness.app.lti_conformance import check_interface
from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import ERROR, FrameReader, LtiFrame
from labharness.devices.lti.message import Message
from labharness.simulators.catalog import build_fault, build_machine, machine_classes
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import SimulatedUnit
from tests.support.direct import DirectLink


def link(kind="fair_shuffler", *faults):
    machine = build_machine(kind, 1)
    built = [build_fault(text, 1, machine) for text in faults]
    return DirectLink(Firmware(SimulatedUnit(machine, built), "S", built))


def failed(device):
    return [step.name for step in check_interface(device) if not step.passed]


class Altered:
    """A device each of whose answers passes through a function."""

    def __init__(self, alter):
        self._link = link()
        self._alter = alter
        self.position = 0

    def write(self, data):
        self._link.write(data)

    def read(self, size):
        reader = FrameReader()
        reader.feed(self._link.read(size))
        return self._alter(reader.next_frame())


@pytest.mark.parametrize("kind", [name for name, machine in machine_classes().items() if machine.KINDS])
def test_every_simulated_device_conforms(kind):
    steps = check_interface(link(kind))
    assert [step for step in steps if not step.passed] == []
    assert len(steps) >= 13
    assert all(step.sentence.endswith(".") for step in steps)


def test_a_wrong_deck_is_found():
    assert failed(link("fair_shuffler", "missing_card=QD")) == ["load and count", "shuffle"]
    assert failed(link("fair_shuffler", "duplicated_card=QD")) == ["shuffle"]


def test_a_damaged_answer_fails_its_step_only():
    assert failed(link("fair_shuffler", "corrupt_crc=4")) != []


def test_a_device_that_answers_the_wrong_number_fails_everywhere():
    device = Altered(lambda f: LtiFrame(f.kind, f.request ^ 1, f.payload).encode())
    assert len(failed(device)) == len(
        check_interface(Altered(lambda f: LtiFrame(f.kind, f.request ^ 1).encode()))
    )


def test_a_device_that_offers_too_little_fails_the_capabilities():
    def forget_events(frame):
        if frame.kind != Message.HELLO | 0x80:
            return frame.encode()
        hello = lti.Hello.decode(frame.payload)
        fewer = hello.capabilities & ~(1 << Message.EVENTS)
        changed = lti.Hello(1, hello.device_class, fewer, hello.max_request, hello.max_units, hello.max_cards)
        return LtiFrame(frame.kind, frame.request, changed.encode()).encode()

    assert failed(Altered(forget_events)) == ["capabilities"]


def test_a_device_with_other_error_codes_fails_what_must_be_refused():
    def state_only(frame):
        if frame.kind != ERROR:
            return frame.encode()
        return LtiFrame(ERROR, frame.request, lti.Refusal(5, frame.payload[2], "no").encode()).encode()

    assert failed(Altered(state_only)) == [
        "empty payload",
        "unknown message",
        "damaged frame",
        "oversize frame",
        "other version",
        "load and count",
        "shuffle",
    ]


def test_control_characters_in_strings_fail():
    def dirty(frame):
        if frame.kind != Message.IDENTIFY | 0x80:
            return frame.encode()
        return LtiFrame(frame.kind, frame.request, lti.Identity("a\x07", "b", "c", "d").encode()).encode()

    assert failed(Altered(dirty)) == ["identity"]
