"""What tells a device from every other, whatever the spelling of its URL."""

from __future__ import annotations

import os
import socket
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from labharness.devices.paths import path_of
from labharness.devices.usb.usbip_wire import PORT


def identity(url: str) -> str:
    """Return the same text for all URLs of a device.

    A USB device is known by its place on the bus, a USB/IP device by the address of its server, a stream by its address
    and port, and a file or serial port by its path without links. A URL that leads nowhere is its own identity: opening it says what is wrong.

    Examples
    --------
    >>> identity("usbip://127.0.0.1/1-1") == identity("usbip://127.0.0.1:03240/1-1")
    True
    """
    scheme, _, rest = url.partition("://")
    if scheme == "usbip":
        return _usbip(url)
    if scheme == "usb":
        return _usb(url, rest)
    if scheme == "serial":
        return _serial(url)
    if scheme in ("tcp", "tls"):
        return _network(url)
    if scheme in ("file", "watch") and rest:
        return f"path {os.path.normcase(os.path.realpath(path_of(url)))}"
    return url


def _usbip(url: str) -> str:
    place = _address(url, PORT)
    return f"usbip {place} {urlsplit(url).path}" if place else url


def _network(url: str) -> str:
    place = _address(url, 0)
    return f"network {place}" if place else url


def _address(url: str, port: int) -> str:
    """Return address and port of a host; "" where its name leads nowhere."""
    try:
        parts = urlsplit(url)
        port = parts.port or port
        address = min(
            str(one[4][0]) for one in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        )
    except (OSError, ValueError):
        return ""
    return f"{_plain(address)} {port}"


def _plain(address: str) -> str:
    """Return an address as the others of its computer: a connection to no address in particular goes to this one."""
    found = ip_address(address)
    found = getattr(found, "ipv4_mapped", None) or found
    return "127.0.0.1" if found.is_loopback or found.is_unspecified else str(found)


def _serial(url: str) -> str:
    from labharness.devices.transports.serial import port_path
    from labharness.errors import DeviceError, InputError

    try:
        path = port_path(url)
    except (DeviceError, InputError):
        return url
    return f"path {os.path.normcase(os.path.realpath(path))}" if path.startswith("/") else f"port {path}"


def _usb(url: str, rest: str) -> str:
    from labharness.devices.usb.bus import libusb_place
    from labharness.errors import DeviceError

    name, _, serial = rest.partition("?")[0].partition("/")
    vid, _, pid = name.partition(":")
    try:
        return "usb {} {}".format(*libusb_place(int(vid, 16), int(pid, 16), unquote(serial)))
    except (DeviceError, ValueError):
        return url
