import json

import pytest

from labharness.devices.tap import Tap
from labharness.errors import DeviceLost, DeviceTimeout, StorageError
from labharness.evidence.segments import Direction
from labharness.model.reasons.wire import Wire
from labharness.reason import dump_reason


class Journal:
    """A transport and a sink that write down, in one list, what happens in which order."""

    url = "journal://"

    def __init__(self, answers=()):
        self.events = []
        self.answers = list(answers)
        self.full = False

    @property
    def position(self):
        return sum(isinstance(event[0], Direction) for event in self.events)

    def record(self, direction, payload):
        if self.full:
            raise StorageError("The disk is full.")
        self.events.append((direction, payload))
        return self.position - 1

    def _next(self):
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def open(self):
        self.events.append(("open",))
        return self._next()

    def write(self, data, timeout):
        self.events.append(("sent", data, timeout))
        if self.answers and isinstance(self.answers[0], Exception):
            self._next()

    def read(self, size, timeout):
        self.events.append(("asked", size, timeout))
        return self._next()

    def close(self):
        self.events.append(("closed",))


def tapped(*answers):
    journal = Journal(answers)
    return journal, Tap(journal, journal, 2.5)


def test_what_happens_in_which_order():
    journal, tap = tapped({"vid": "1209"}, b"pong")
    tap.open()
    tap.write(b"ping")
    assert tap.read(64, 0.5) == b"pong"
    tap.close()
    tap.close()
    assert journal.events == [
        ("open",),
        (Direction.OPEN, b'{"vid": "1209"}'),
        (Direction.OUT, b"ping"),
        ("sent", b"ping", 2.5),
        ("asked", 64, 0.5),
        (Direction.IN, b"pong"),
        ("closed",),
        (Direction.CLOSE, b""),
        ("closed",),
    ]
    assert tap.position == 4


def test_bytes_that_cannot_be_recorded_reach_nobody():
    journal, tap = tapped(b"secret")
    journal.full = True
    with pytest.raises(StorageError):
        tap.read(64)
    with pytest.raises(StorageError):
        tap.write(b"never sent")
    assert journal.events == [("asked", 64, 2.5)]


@pytest.mark.parametrize(
    ("call", "arguments"), [("open", ()), ("read", (64,)), ("write", (b"x",))], ids=["open", "read", "write"]
)
def test_a_fault_is_recorded_and_goes_on(call, arguments):
    late = Wire.SILENT(link="usb://1209:0001")
    journal, tap = tapped(DeviceTimeout(late))
    with pytest.raises(DeviceTimeout) as refused:
        getattr(tap, call)(*arguments)
    assert refused.value.reasons == (late,)
    direction, payload = journal.events[-1]
    assert direction is Direction.FAULT
    assert json.loads(payload) == {"error": "DeviceTimeout", "reasons": [dump_reason(late)], "call": call}


def test_a_device_that_never_opened_is_not_recorded_as_closed():
    journal, tap = tapped(DeviceLost("gone"))
    with pytest.raises(DeviceLost):
        tap.open()
    tap.close()
    assert journal.position == 1


def test_a_real_device(server):
    from labharness.devices.opening import open_transport

    journal = Journal()
    tap = Tap(open_transport(server.url), journal, 5)
    assert tap.open()["serial"] == "SN-1"
    tap.write(b"hello")
    assert tap.read(512) == b"hello"
    server.unplug()
    with pytest.raises(DeviceLost):
        tap.read(512)
    tap.close()
    assert [event[0] for event in journal.events] == [
        Direction.OPEN,
        Direction.OUT,
        Direction.IN,
        Direction.FAULT,
        Direction.CLOSE,
    ]
