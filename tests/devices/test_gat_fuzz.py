"""Random bytes for every decoder of GAT: only typed errors; make fuzz takes more of them."""

import os
from random import Random

from labharness.devices.gat import (
    GatCommand,
    GatTerminal,
    encode_frame,
    hold_session,
    read_components,
    read_frame,
    read_functions,
)
from labharness.errors import DeviceError, DeviceTimeout
from labharness.model.reasons.wire import Wire
from labharness.simulators.gat import GatFault, GatUnit, sample_images
from tests.support.damage import NUMBERS, damaged

INPUTS = int(os.environ.get("FUZZ_INPUTS", "2000"))
MARKUP = (*NUMBERS, b"<", b"</Component>", b"<Component>", b"&a;", b"]]>", b"<!ENTITY")


class Bytes:
    """A link that has these bytes to read and takes what is written."""

    position = 0

    def __init__(self, data):
        self.data = data

    def write(self, data, timeout=None):
        pass

    def read(self, size, timeout=None):  # noqa: ARG002  nothing waits
        if not self.data:
            raise DeviceTimeout(Wire.SILENT(link="fuzz"))
        data, self.data = self.data[:size], self.data[size:]
        return data


def seeds_of_reports():
    """Reports of a sound and a hostile device, whole."""
    for faults in ((), (GatFault.ENTITIES,)):
        unit = GatUnit(sample_images(), faults)
        yield unit._functions()
        yield unit._checksums(list(sample_images()), "AB" * 20)


def test_reports():
    random, whole = Random(14), list(seeds_of_reports())
    read = refused = 0
    for _ in range(INPUTS):
        data = damaged(random, random.choice(whole), MARKUP)
        for reader in (read_functions, read_components):
            try:
                reader(data)
                read += 1
            except DeviceError:
                refused += 1
    assert read > INPUTS // 50  # else the mutations are too coarse to reach the reports' insides
    assert refused > INPUTS // 2


def test_frames():
    random = Random(15)
    sound = [encode_frame(0x80 | kind, random.randbytes(random.randrange(30))) for kind in range(1, 5)]
    read = 0
    for _ in range(INPUTS):
        data = random.choice(sound)
        if random.random() < 0.9:
            data = damaged(random, data)
        try:
            read_frame(Bytes(data), random.choice(list(GatCommand)))
            read += 1
        except DeviceError:
            pass
    assert 0 < read < INPUTS


def test_sessions():
    """Whole sessions with answers whose data are random behind sound frames."""
    random = Random(16)
    report = b"<Components><Component><Name>a</Name><Checksum>AB</Checksum></Component></Components>"
    for _ in range(INPUTS // 4):
        answers = [(0x81, b"\3\x50\6\2"), (0x84, b"\3"), (0x81, b"\3\x50\6\2"), (0x83, b"\2\0\1" + report)]
        data = b"".join(
            encode_frame(kind, damaged(random, body, MARKUP)[:251] if random.random() < 0.3 else body)
            for kind, body in answers * 2
        )
        session = hold_session(GatTerminal(Bytes(data), gap_s=0, poll_s=0, patience_s=0), b"seed")
        assert session.problems
