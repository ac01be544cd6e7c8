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
    return identities(url)[0]


def identities(url: str) -> tuple[str, ...]:
    """Return the identity of a device at each address that its host has, in order.

    Whoever holds a device holds all of them: the name of a host leads to every address, and somebody else may use another one.
    """
    scheme, _, rest = url.partition("://")
    if scheme == "usbip":
        return tuple(f"usbip {place} {urlsplit(url).path}" for place in _addresses(url, PORT)) or (url,)
    if scheme == "usb":
        return (_usb(url, rest),)
    if scheme == "serial":
        return (_serial(url),)
    if scheme in ("tcp", "tls"):
        return tuple(f"network {place}" for place in _addresses(url, 0)) or (url,)
    if scheme in ("file", "watch") and rest:
        return (f"path {os.path.normcase(os.path.realpath(path_of(url)))}",)
    return (url,)


def _addresses(url: str, port: int) -> list[str]:
    """Return the addresses of a host with the port; none where its name leads nowhere."""
    try:
        parts = urlsplit(url)
        port = parts.port or port
        entries = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        return sorted({f"{_plain(str(place[0]))} {port}" for *_, place in entries})
    except (OSError, ValueError):
        return []


def _plain(address: str) -> str:
    """Return an address as the others of its computer: a connection to no address in particular goes to this one."""
    result = ip_address(address)
    result = getattr(result, "ipv4_mapped", None) or result
    return "127.0.0.1" if result.is_loopback or result.is_unspecified else str(result)


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
