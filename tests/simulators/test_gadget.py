import struct
import threading
from queue import Empty, SimpleQueue

import pytest

from labharness.simulators.usbip import BULK_IN, BULK_OUT, EVENT_IN, Gadget, GadgetTransfer, Strings

STALLED, OVERFLOW = -32, -75


class Bus:
    """A gadget whose transfers the test submits itself."""

    def __init__(self):
        self.received = SimpleQueue()
        self.go_on = threading.Event()
        self.go_on.set()
        self.gadget = Gadget(Strings("m", "p", "s" * 200), self.firmware)

    def firmware(self, data):
        self.received.put(data)
        self.go_on.wait(120)

    def submit(self, endpoint, length=512, data=b"", setup=bytes(8)):
        answers = SimpleQueue()
        transfer = GadgetTransfer(
            endpoint,
            len(data) or length,
            data,
            setup,
            lambda status, actual, received: answers.put((status, actual, bytes(received))),
        )
        self.gadget.submit(transfer)
        return transfer, answers

    def control(self, kind, request, value, index, length):
        setup = struct.pack("<BBHHH", kind, request, value, index, length)
        return self.submit(kind & 0x80, length, setup=setup)[1].get(timeout=60)


@pytest.fixture
def bus():
    bus = Bus()
    yield bus
    bus.go_on.set()
    bus.gadget.close()


def read(bus, length=512, endpoint=BULK_IN):
    return bus.submit(endpoint, length)[1].get(timeout=60)


@pytest.mark.parametrize(("message", "length"), [(100, 64), (600, 550), (2000, 1023)])
def test_a_packet_that_does_not_fit_is_an_overflow(bus, message, length):
    bus.gadget.send(bytes(message))
    assert read(bus, length) == (OVERFLOW, 0, b"")


def test_messages_are_cut_at_whole_packets_and_read_in_order_at_their_endpoints(bus):
    bus.gadget.send(bytes(1300))
    bus.gadget.send(b"next")
    assert [read(bus, 1024)[1], read(bus, 1024)[1], read(bus, 1024)[2]] == [1024, 276, b"next"]
    answers = [bus.submit(BULK_IN)[1] for _ in range(2)]
    bus.gadget.send(b"1")
    bus.gadget.send(b"2")
    assert [answer.get(timeout=60)[2] for answer in answers] == [b"1", b"2"]
    bus.gadget.notify(b"door")
    assert read(bus, 64, EVENT_IN)[2] == b"door"


def test_busy_firmware_takes_no_more(bus):
    bus.go_on.clear()
    first, second = bus.submit(BULK_OUT, data=b"1")[1], bus.submit(BULK_OUT, data=b"2")
    assert first.get(timeout=60) == (0, 1, b"")
    with pytest.raises(Empty):
        second[1].get(timeout=0.05)
    assert bus.gadget.cancel(second[0])
    assert not bus.gadget.cancel(second[0])
    third = bus.submit(BULK_OUT, data=b"3")[1]
    bus.go_on.set()
    assert third.get(timeout=60) == (0, 1, b"")
    assert [bus.received.get(timeout=60), bus.received.get(timeout=60)] == [b"1", b"3"]


def test_a_stall_ends_waiting_transfers_and_drops_what_was_queued(bus):
    waiting = bus.submit(BULK_IN)[1]
    bus.gadget.stall()
    bus.gadget.send(b"into the void")
    assert waiting.get(timeout=60)[0] == STALLED
    assert [read(bus)[0], bus.submit(BULK_OUT, data=b"x")[1].get(timeout=60)[0]] == [STALLED, STALLED]
    assert bus.control(0x82, 0, 0, BULK_IN, 2)[2] == b"\x01\x00"
    assert bus.control(0x02, 1, 0, BULK_IN, 0)[0] == 0
    bus.gadget.send(b"fresh")
    assert read(bus)[2] == b"fresh"


def test_the_last_host_s_answer_does_not_reach_the_next(bus):
    bus.go_on.clear()
    original, sent = bus.gadget._firmware, threading.Event()

    def late(data):
        original(data)
        bus.gadget.send(b"stale")
        sent.set()

    bus.gadget._firmware = late
    bus.submit(BULK_OUT, data=b"question")[1].get(timeout=60)
    bus.received.get(timeout=60)
    bus.gadget.reset()
    bus.go_on.set()
    assert sent.wait(60)
    bus.gadget.send(b"new")
    assert read(bus)[2] == b"new"


def test_descriptors_are_cut_to_what_was_asked_for(bus):
    device = bus.control(0x80, 6, 0x0100, 0, 64)[2]
    assert (len(device), bus.control(0x80, 6, 0x0100, 0, 8)[2]) == (18, device[:8])
    assert struct.unpack("<HH", device[8:12]) == (0x1209, 0x0001)
    configuration = bus.control(0x80, 6, 0x0200, 0, 255)[2]
    assert struct.unpack("<H", configuration[2:4]) == (len(configuration),)
    serial = bus.control(0x80, 6, 0x0303, 0x0409, 255)[2]
    assert (serial[0], serial[2:].decode("utf-16-le")) == (254, "s" * 126)


@pytest.mark.parametrize(
    "request_",
    [
        (0x80, 6, 0x0600, 0, 10),  # device qualifier: this is no high-speed-only device
        (0x80, 6, 0x0309, 0, 255),  # a string it does not have
        (0x00, 9, 7, 0, 0),  # a configuration it does not have
        (0x01, 11, 1, 0, 0),  # an alternate setting it does not have
        (0x02, 1, 0, 0x05, 0),  # an endpoint it does not have
        (0xC0, 1, 0, 0, 8),  # somebody's vendor request
    ],
)
def test_other_requests_stall(bus, request_):
    assert bus.control(*request_)[0] == STALLED


def test_firmware_that_crashes_leaves_the_bus(bus, monkeypatch):
    crashes = SimpleQueue()
    monkeypatch.setattr(threading, "excepthook", crashes.put)
    unplugged = threading.Event()
    bus.gadget.on_unplug = unplugged.set
    bus.gadget._firmware = lambda _: 1 / 0
    bus.submit(BULK_OUT, data=b"x")
    assert unplugged.wait(60)
    assert crashes.get(timeout=60).exc_type is ZeroDivisionError
    assert not bus.gadget.plugged
