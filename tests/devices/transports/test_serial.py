"""``serial://`` on pseudo-terminals; control lines need real hardware."""

import errno
import os
import sys
from types import SimpleNamespace

import pytest
import serial as pyserial

from labharness.devices import serial_port
from labharness.devices.opening import open_transport
from labharness.devices.serial_port import SerialStream
from labharness.errors import DeviceNotFound, DeviceTimeout, LockedError, WrongDevice
from labharness.model.reasons.wire import Wire
from tests.support.peers import PEERS
from tests.support.reasons import refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


@pytest.fixture
def peer():
    with PEERS["serial"]() as (url, _):
        yield url


def test_what_is_known_of_the_port_is_told(peer, tmp_path):
    path = peer.removeprefix("serial://").partition("?")[0]
    link = tmp_path / "by-id"
    link.symlink_to(path)
    transport = open_transport(f"serial://{link}?baud=57600&dtr=0")
    info = transport.open()
    transport.close()
    assert info == {"transport": "serial", "path": path, "baud": "57600", "terminal": "pseudo", "dtr": "0"}


@pytest.mark.parametrize("rate", [110, 9600, 230_400])
def test_rate_and_raw_mode_are_set(rate):
    import termios

    master, slave = os.openpty()  # a terminal as it comes: with echo, line editing and translation
    transport = open_transport(f"serial://{os.ttyname(slave)}?baud={rate}")
    transport.open()
    flags_in, flags_out, flags_control, flags_local, speed_in, speed_out, _ = termios.tcgetattr(slave)
    assert speed_in == speed_out == getattr(termios, f"B{rate}")
    assert not flags_in & (termios.ICRNL | termios.INLCR | termios.IXON | termios.IXOFF | termios.ISTRIP)
    assert not flags_out & termios.OPOST
    assert not flags_local & (termios.ECHO | termios.ICANON | termios.ISIG)
    assert flags_control & termios.CSIZE == termios.CS8
    assert not flags_control & (termios.PARENB | termios.CSTOPB)
    os.write(master, b"\x03\x04\r\n\x11\x13")
    assert transport.read(6, 60) == b"\x03\x04\r\n\x11\x13"
    transport.close()
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    "call", [lambda port: port.read(16, 0.05), lambda port: port.write(bytes(1 << 20), 0.1)]
)
def test_what_arrived_before_the_opening_is_discarded_and_what_nobody_takes_is_a_timeout(call):
    master, slave = os.openpty()
    os.write(master, b"old\n")
    transport = open_transport(f"serial://{os.ttyname(slave)}")
    transport.open()
    with pytest.raises(DeviceTimeout):
        call(transport)
    transport.close()
    os.close(master)
    os.close(slave)


def test_a_second_opening_is_told_that_the_port_is_in_use(peer):
    transport = open_transport(peer)
    transport.open()
    assert refused(LockedError, open_transport(peer).open) == (Wire.IN_USE(link=peer),)
    transport.close()


@pytest.mark.parametrize(
    ("number", "refusal", "reason"),
    [
        (errno.EACCES, DeviceNotFound, Wire.NO_PORT_PERMISSION(link="serial:///dev/x", path="/dev/x")),
        (errno.EBUSY, LockedError, Wire.IN_USE(link="serial:///dev/x")),
        (errno.ENOENT, DeviceNotFound, Wire.NO_PORT(link="serial:///dev/x")),
    ],
)
def test_what_the_system_refuses(number, refusal, reason, monkeypatch):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(pyserial.serialposix.os, "open", refuse)
    assert refused(refusal, open_transport("serial:///dev/x").open) == (reason,)


def test_what_is_no_port(tmp_path):
    file = tmp_path / "numbers"
    file.write_bytes(b"1")
    assert refused(DeviceNotFound, open_transport(f"serial://{file}").open) == (
        Wire.NOT_A_PORT(link=f"serial://{file}"),
    )


def port(path, serial, vid=0x0403):
    return SimpleNamespace(
        device=path, vid=vid, pid=0x6001, serial_number=serial, product="UART\x1b", manufacturer=None
    )


def test_ports_by_their_usb_numbers(peer, monkeypatch):
    path = peer.removeprefix("serial://").partition("?")[0]
    ports = [port(path, "A/1"), port("/dev/other", "B"), port("/dev/ttyS0", None, vid=None)]
    monkeypatch.setattr(serial_port.list_ports, "comports", lambda: ports)
    transport = open_transport("serial://0403:6001/A%2F1?baud=9600")
    info = transport.open()
    transport.close()
    assert (info["path"], info["vid"], info["serial"], info["product"]) == (path, "0403", "A/1", "UART?")
    for url, reason in (
        ("serial://0403:6001", Wire.USB_SEVERAL(device="0403:6001", serials=("A/1", "B"))),
        ("serial://0403:6001/C", Wire.USB_OTHER_UNIT(device="0403:6001", serial="C", serials=("A/1", "B"))),
        ("serial://0403:9999", Wire.USB_ABSENT(device="0403:9999")),
    ):
        assert refused((DeviceNotFound, WrongDevice), open_transport(url).open) == (reason,)


def test_a_port_that_cannot_be_polled_is_read_in_short_waits(peer):
    """As on Windows."""
    port = pyserial.Serial(peer.removeprefix("serial://").partition("?")[0], timeout=0.02, write_timeout=1)
    stream = SerialStream(port)
    stream._pollable = False
    with pytest.raises(TimeoutError):
        stream.receive(16, 1)
    sent = memoryview(b"every byte")
    while sent:
        sent = sent[stream.send(sent, 1) :]
    received = b""
    while len(received) < 10:
        received += stream.receive(4, 1)
    assert received == b"every byte"
    stream.close()
