"""The kit catches every way in which an adapter departs from its session."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from device_adapters.lab_test_interface import LabTestInterface
from labharness.errors import DeviceLost, DeviceTimeout, ProtocolError
from labharness.testing.adapter_kit import (
    REQUESTS,
    SessionLink,
    UnexpectedExchange,
    every_call,
    every_split,
    expected_exchange,
    literal,
)
from labharness.testing.samples import parse_session, recorded, recut, script, session_text


@dataclass
class Box:
    """Asks for a line and reads it byte by byte."""

    link: Any

    def ask(self, question=b"?"):
        self.link.write(question)
        return self.line()

    def line(self):
        line = b""
        while not line.endswith(b"\n"):
            line += self.link.read(1)
        return line


class Hasty(Box):
    """Takes one read for a line."""

    def line(self):
        return self.link.read(100)


class Counting(Box):
    """Tells how often it read."""

    def line(self):
        reads, line = 0, b""
        while not line.endswith(b"\n"):
            line += self.link.read(100)
            reads += 1
        return reads


LINE = script((b"?", b"N1\n"))


def test_what_is_expected_passes():
    with expected_exchange(Box, script((b"?", b"N1", b"\nrest\n"), (b"", b"more\n"))) as device:
        assert device.ask() == b"N1\n"
        assert device.line() == b"rest\n"
        assert device.line() == b"more\n"


def test_anything_unexpected_or_left_over_fails():
    def ask(box):
        box.link.write(b"?")

    def carry_out(box, calls):
        for call in calls:
            call(box)

    more, failing = script((b"?", b"N1\nx")), script((b"?", b"\n", DeviceTimeout("Nothing came.")))
    for session, calls, words in (
        (LINE, [lambda box: box.ask(b"!")], r"sent b'!', but frame 0 is to be sent: b'\?'"),
        (LINE, [Box.line], r"asked for 1 bytes, but frame 0 is to be sent: b'\?'"),
        (LINE, [Box.ask, Box.ask], r"sent b'\?', but the session is at its end"),
        (LINE, [Box.ask, Box.line], "asked for 1 bytes, but the session is at its end"),
        (LINE, [], r"stopped, but frame 0 is to be sent: b'\?'"),
        (LINE, [ask], r"stopped, but frame 1 is to be read: b'N1\\n'"),
        (LINE, [ask, ask], r"sent b'\?', but frame 1 is to be read"),
        (more, [Box.ask, Box.ask], r"sent b'\?', but b'x' is still to be read"),
        (more, [Box.ask], "stopped, but b'x' is still to be read"),
        (failing, [Box.ask], "frame 2 is the failure"),
        (script((b"?", b"9" * 100)), [], r"stopped, but frame 0 is to be sent"),
    ):
        with pytest.raises(UnexpectedExchange, match=words), expected_exchange(Box, session) as device:
            carry_out(device, calls)


def test_an_adapter_cannot_swallow_what_was_unexpected():
    class Stubborn(Box):
        def ask(self, question=b"?"):
            with suppress(Exception):
                super().ask(b"!")
            return super().ask(question)

    with pytest.raises(UnexpectedExchange, match="sent b'!'"), expected_exchange(Stubborn, LINE) as device:
        assert device.ask() == b"N1\n"


def test_the_device_fails_where_the_script_says_and_so_does_a_write():
    with expected_exchange(
        Box, script((b"?", b"N", DeviceLost("It was unplugged.")), (b"?", b"N1\n"))
    ) as device:
        with pytest.raises(DeviceLost, match="unplugged"):
            device.ask()
        assert device.ask() == b"N1\n"
    session = parse_session(
        '> "?"\n! "{\\"call\\": \\"write\\", \\"error\\": \\"DeviceLost\\", \\"reasons\\": [\\"Gone.\\"]}"\n> "?"\n< "N1\\n"\n'
    )
    with expected_exchange(Box, session) as device:
        with pytest.raises(DeviceLost, match="Gone"):
            device.ask()
        assert device.ask() == b"N1\n"


def test_a_result_or_an_error_that_depends_on_how_bytes_arrive_is_caught():
    assert every_split(Box, LINE, Box.ask) == b"N1\n"
    with pytest.raises(UnexpectedExchange, match=r"\(cut at 1\)"):
        every_split(Hasty, LINE, Hasty.ask)
    with pytest.raises(UnexpectedExchange, match=r"depends on how the bytes arrive \(cut at 1\): 2, not 1\."):
        every_split(Counting, LINE, Counting.ask)

    def refuse(box):
        raise ProtocolError(f"{box.ask()!r} is not a number.")

    with pytest.raises(ProtocolError, match="N1"):
        every_split(Box, LINE, refuse)


def test_requests_are_numbered_as_they_were_however_the_answers_arrive():
    for session in (two := script((b"?", b"N1\n"), (b"?", b"N2\n")), recut(two, range(6))):
        link = SessionLink(session)
        assert link.position == 0
        Box(link).ask()
        assert link.position == 2
        Box(link).ask()
        assert link.position == 4
        link.finish()
    assert SessionLink(()).position == 0


def test_a_recorded_session_of_a_run_is_a_test(rng_run):
    _, folder, _ = rng_run
    session = recorded(folder.path, last=6)
    for same in (session, parse_session(session_text(session))):
        identity, software = every_split(
            LabTestInterface, same, lambda device: (device.identify(), device.software())
        )
        assert identity.model == "Computerized RNG"
        assert software[0].name == "machine"


class Mute:
    """A link to a device that never answers."""

    position = 0

    def write(self, data):
        self.position += len(data) > 0

    def read(self, size):
        raise DeviceTimeout(f"None of {size} bytes arrived.")


def test_every_call_is_made_and_values_are_compared_in_full():
    results = every_call(LabTestInterface(Mute()))
    assert len(results) == 6 + len(REQUESTS)
    assert all(isinstance(result, DeviceTimeout) for result in results)
    values = np.arange(5000)
    other = values.copy()
    other[2500] = 0
    assert literal(values) != literal(other)
    assert literal(np.arange(3, dtype=np.uint16)) != literal(np.arange(3, dtype=np.int32))
