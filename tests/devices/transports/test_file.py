import os
import sys
import threading
import time
from pathlib import Path

import pytest

from labharness.devices.opening import open_transport
from labharness.errors import DeviceLost, DeviceNotFound, DeviceRefused, DeviceTimeout
from labharness.model.reasons.wire import Wire
from tests.support.reasons import refused

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no FIFO")


@pytest.fixture
def fifo(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    transport = open_transport(path.as_uri())
    assert transport.open() == {"path": str(path), "kind": "pipe"}
    yield path, transport
    transport.close()


def test_a_file_is_read_to_its_end(tmp_path):
    path = tmp_path / "a recording %41.bin"
    path.write_bytes(bytes(range(10)))
    transport = open_transport(path.as_uri())
    assert transport.open()["kind"] == "file"
    assert [transport.read(6, 60), transport.read(6, 60)] == [bytes(range(6)), bytes(range(6, 10))]
    assert refused(DeviceLost, transport.read, 6, 60) == (Wire.AT_END(link=path.as_uri()),)
    assert refused(DeviceRefused, transport.write, b"command", 1) == (Wire.READ_ONLY(link=path.as_uri()),)
    transport.close()
    transport.close()
    for nothing in (tmp_path / "missing", tmp_path):
        with pytest.raises(DeviceNotFound):
            open_transport(nothing.as_uri()).open()


class Stop(Exception):
    """What somebody who looks about may raise."""


@posix
def test_a_read_that_waits_looks_about(fifo, monkeypatch):
    monkeypatch.setattr("labharness.devices.transports.file.LOOK_S", 0.01)
    _, transport = fifo
    looks = []

    def look():
        looks.append(True)
        if len(looks) == 3:
            raise Stop

    transport.look = look
    with pytest.raises(Stop):
        transport.read(16, 600)


@posix
def test_a_pipe_waits_for_its_writer(fifo):
    path, transport = fifo
    with pytest.raises(DeviceTimeout):
        transport.read(16, 0.05)
    with path.open("wb", buffering=0) as writer:
        writer.write(b"abc")
        assert transport.read(16, 60) == b"abc"
        start = time.monotonic()
        with pytest.raises(DeviceTimeout):
            transport.read(16, 0.05)
        assert time.monotonic() - start >= 0.05
        threading.Timer(0.05, writer.write, (b"later",)).start()
        assert transport.read(16, 60) == b"later"
        writer.write(b"last")
    assert transport.read(16, 60) == b"last", "what it held is read before its end is told"
    with pytest.raises(DeviceLost):
        transport.read(16, 60)


@pytest.mark.skipif(not Path("/dev/urandom").exists(), reason="needs /dev/urandom")
def test_a_character_device():
    transport = open_transport("file:///dev/urandom")
    assert transport.open() == {"path": "/dev/urandom", "kind": "character device"}
    first, second = transport.read(64, 60), transport.read(64, 60)
    assert len(first) == len(second) == 64
    assert first != second
    transport.close()


@posix
def test_waiting_is_left_to_the_system(fifo, monkeypatch):
    """Nothing is tried again and again, which would cost processor time."""
    path, transport = fifo
    with path.open("wb"):
        tried = []
        monkeypatch.setattr(os, "read", lambda *asked: tried.append(asked))
        with pytest.raises(DeviceTimeout):
            transport.read(16, 0.1)
        monkeypatch.undo()
    assert tried == []


@posix
def test_a_terminal_is_refused():
    master, slave = os.openpty()
    url = f"file://{os.ttyname(slave)}"
    assert refused(DeviceNotFound, open_transport(url).open) == (Wire.A_TERMINAL(link=url),)
    os.close(master)
    os.close(slave)
