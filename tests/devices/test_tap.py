import json

import pytest

from labharness.devices.tap import Limits, Tap
from labharness.errors import DeviceLost, DeviceTimeout, StopRequested, StorageError
from labharness.evidence.segments import Direction
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.wire import Wire
from labharness.reason import dump_reason
from tests.support.reasons import refused


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
    return journal, Tap(journal, journal, Limits(2.5))


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


def test_a_fault_is_recorded_and_goes_on():
    for call, arguments in (("open", ()), ("read", (64,)), ("write", (b"x",))):
        late = Wire.SILENT(link="usb://1209:0001")
        journal, tap = tapped(DeviceTimeout(late))
        assert refused(DeviceTimeout, getattr(tap, call), *arguments) == (late,), (call, arguments)
        direction, payload = journal.events[-1]
        assert direction is Direction.FAULT, (call, arguments)
        assert json.loads(payload) == {
            "error": "DeviceTimeout",
            "reasons": [dump_reason(late)],
            "call": call,
        }, (call, arguments)


def test_a_device_that_never_opened_is_not_recorded_as_closed():
    journal, tap = tapped(DeviceLost("gone"))
    with pytest.raises(DeviceLost):
        tap.open()
    tap.close()
    assert journal.position == 1


class Drip(Journal):
    """A device that sends a byte at every read, and whose clock goes on by two seconds each time."""

    now = 0.0

    def read(self, *_):
        self.now += 2
        return b"L"


def read_on(tap):
    while True:
        tap.read(64)


def test_a_byte_every_few_seconds_does_not_outlast_the_exchange(monkeypatch):
    drip = Drip()
    monkeypatch.setattr("labharness.devices.tap.time.monotonic", lambda: drip.now)
    tap = Tap(drip, drip, Limits(30.0, 600.0))
    reasons = refused(DeviceTimeout, read_on, tap)
    assert drip.now == 600
    assert reasons == (Wire.TOO_LONG(seconds=600.0),)
    assert json.loads(drip.events[-1][1])["call"] == "read"
    tap.begin(Limits(30.0, 600.0))
    assert tap.read(64) == b"L"


def test_the_last_wait_of_an_exchange_is_as_long_as_the_exchange_has_left(monkeypatch):
    journal, tap = tapped(b"x", DeviceTimeout("Silent."))
    monkeypatch.setattr("labharness.devices.tap.time.monotonic", lambda: 0.0)
    tap.begin(Limits(30.0, 7.0))
    tap.read(64)
    reasons = refused(DeviceTimeout, tap.read, 64)
    assert ("asked", 64, 7.0) in journal.events
    assert reasons == (Wire.TOO_LONG(seconds=7.0),)


def test_a_stop_ends_an_exchange_at_the_next_transfer_and_is_recorded():
    journal, tap = tapped(b"first", b"second")
    stop = Conduct.STOPPED_BY(who="signal SIGINT")

    def look():
        raise StopRequested(stop)

    tap.read(64)
    tap.watch(look)
    for transfer in (lambda: tap.read(64), lambda: tap.write(b"x")):
        with pytest.raises(StopRequested):
            transfer()
        direction, payload = journal.events[-1]
        assert direction is Direction.FAULT
        assert json.loads(payload)["error"] == "StopRequested"
    assert ("asked", 64, 2.5) in journal.events
    assert len([event for event in journal.events if event[0] == "asked"]) == 1
