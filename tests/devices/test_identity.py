"""One identity for each device, whatever the spelling of its URL."""

import socket

import pytest

from labharness.devices.identity import identity
from labharness.devices.usb import bus
from labharness.errors import DeviceNotFound
from labharness.model.reasons.wire import Wire


@pytest.fixture
def plugged(monkeypatch):
    """Two devices of one kind on the bus, told apart by serial number."""
    places = {
        (0x1209, 0x0001, ""): (1, "2"),
        (0x1209, 0x0001, "A/1"): (1, "2"),
        (0x1209, 0x0001, "B"): (1, "3.4"),
    }

    def place(vid, pid, serial):
        if (vid, pid, serial) not in places:
            raise DeviceNotFound(Wire.CLOSED(link="usb"))
        return places[vid, pid, serial]

    monkeypatch.setattr(bus, "libusb_place", place)


def test_a_serial_port_is_known_by_its_path_without_links_and_settings(tmp_path):
    link = tmp_path / "by-id"
    link.symlink_to(tmp_path / "ttyUSB0")
    urls = (f"serial://{link}?baud=9600", f"serial://{tmp_path}/ttyUSB0")
    assert len({*map(identity, urls)}) == 1
    assert identity("serial://COM3?baud=9600") == identity("serial://COM3")
    assert identity("serial://") == "serial://"
    assert identity("serial://fff0:0001/X") == "serial://fff0:0001/X"


def test_a_stream_is_known_by_address_and_port_with_and_without_tls():
    pin = "00" * 32
    urls = ("tcp://127.0.0.1:4000", "tcp://localhost:4000", f"tls://localhost:4000?sha256={pin}")
    assert len({*map(identity, urls)}) == 1
    assert identity("tcp://127.0.0.1:4001") != identity(urls[0])


def test_usb_devices_are_known_by_their_place(plugged):
    urls = ("usb://1209:0001/A%2F1", "usb://1209:1/A%2f1", "usb://01209:0001/", "usb://1209:0001?in=0x86")
    assert {*map(identity, urls)} == {"usb 1 2"}
    assert identity("usb://1209:0001/B") == "usb 1 3.4"


def test_usbip_devices_are_known_by_address_and_port(monkeypatch):
    known = {"localhost": "127.0.0.1", "::1": "::1"}
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, port, **_: [(2, 1, 6, "", (known.get(host, host), port))]
    )
    hosts = ("127.0.0.1", "localhost", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]")
    places = (*hosts, "127.0.0.1:3240", "127.0.0.1:03240", "LOCALHOST:3240")
    assert {identity(f"usbip://{place}/1-1") for place in places} == {"usbip 127.0.0.1 3240 /1-1"}
    assert len({identity(f"usbip://127.0.0.1{end}") for end in ("/1-1", "/1-2", ":3241/1-1")}) == 3


def test_devices_of_other_computers_stay_apart():
    hosts = ["192.0.2.1", "[::ffff:192.0.2.1]", "192.0.2.2", "[2001:db8::1]", "[2001:db8:0::2]"]
    assert len({identity(f"tcp://{host}:7711") for host in hosts}) == len(hosts) - 1


def test_what_leads_nowhere_is_its_own_identity(plugged):
    for url in (
        *("", "file://", "operator://", "capture://x/run", "no url", "usbip://host:port/1-1"),
        *("usbip://[::1/1", "usbip://127.0.0.1:99999/1-1", "usb://", "usb://1209", "usb://zz:1"),
        *("usb://1209:0001/C", "usb://dead:beef"),
    ):
        assert identity(url) == url, url


def test_a_file_is_known_by_its_path_without_links(tmp_path):
    (tmp_path / "folder").mkdir()
    file = tmp_path / "folder" / "device"
    file.write_bytes(b"")
    (tmp_path / "link").symlink_to(file)
    spellings = [file, tmp_path / "link", tmp_path / "folder" / ".." / "folder" / "device"]
    assert len({identity(f"file://{path}") for path in spellings}) == 1
    assert identity(f"file://{file}") != identity(f"file://{tmp_path / 'other'}")
