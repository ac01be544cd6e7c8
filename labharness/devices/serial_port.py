"""Serial ports through pyserial: which there are, and one of them as a stream of raw bytes."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import select
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import serial
from serial.tools import list_ports

from labharness.devices.adapter import printable
from labharness.devices.stream import ByteStream
from labharness.errors import DeviceLost, DeviceNotFound, LockedError, WrongDevice
from labharness.model.device import PSEUDO
from labharness.model.reasons.wire import Wire

KNOCK_S = 0.1
"""Seconds that a port stays open at each rate of a knock."""
POLL_S = 0.05
"""Longest wait of a single call where the port cannot be polled."""
_PSEUDO = re.compile(r"/dev/(pts/\d+|tty[p-za-e][0-9a-f]+|ttys\d+)")
"""Terminals that a program of this computer serves, on Linux, BSD and macOS."""


@dataclass(frozen=True, slots=True)
class SerialSettings:
    """How a port is set: always raw bytes of 8 bits without parity, 1 stop bit.

    Parameters
    ----------
    baud
        Bits a second.
    dtr, rts
        Levels of the control lines; None leaves them to the system, which raises both.
    flow
        Whether RTS and CTS hold the sender.
    knock
        Rates at which the port is opened for a moment, one after another, before it is opened to stay.
    """

    baud: int = 115_200
    dtr: bool | None = None
    rts: bool | None = None
    flow: bool = False
    knock: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPort:
    """A serial port of this computer with the USB device behind it; what is not known is empty."""

    path: str
    vid: str
    pid: str
    serial: str
    product: str
    manufacturer: str


def list_serial() -> list[ListedPort]:
    """List the serial ports that USB devices have; ports on the board itself say nothing about what is attached."""
    return [
        ListedPort(
            str(each.device),
            f"{each.vid:04x}",
            f"{each.pid or 0:04x}",
            *(printable(text or "") for text in (each.serial_number, each.product, each.manufacturer)),
        )
        for each in list_ports.comports()
        if each.vid is not None
    ]


def port_of(vid: str, pid: str, number: str) -> str:
    """Return the path of the only port with these USB numbers, and with this serial number unless it is "".

    Raises
    ------
    DeviceNotFound
        If there is none, or more than one to choose from.
    WrongDevice
        If all that are there have other serial numbers.
    """
    name = f"{vid}:{pid}".lower()
    ports = [each for each in list_serial() if f"{each.vid}:{each.pid}" == name]
    if not ports:
        raise DeviceNotFound(Wire.USB_ABSENT(device=name))
    serials = tuple(each.serial or None for each in ports)
    matching = [each.path for each in ports if number in ("", each.serial)]
    if not matching:
        raise WrongDevice(Wire.USB_OTHER_UNIT(device=name, serial=printable(number), serials=serials))
    if len(matching) > 1:
        raise DeviceNotFound(Wire.USB_SEVERAL(device=name, serials=serials))
    return matching[0]


def connect_serial(url: str, path: str, settings: SerialSettings) -> tuple[ByteStream, dict[str, str]]:
    """Open a port, discard what arrived before, and return it with what is known of it.

    Raises
    ------
    DeviceNotFound
        If there is no such port or this account may not open it.
    LockedError
        If another program has it.
    DeviceLost
        If it does not take the settings.
    """
    if os.name == "posix" and Path(path).exists() and not Path(path).is_char_device():
        raise DeviceNotFound(Wire.NOT_A_PORT(link=url))
    port = serial.Serial()
    port.port, port.baudrate, port.rtscts = path, settings.baud, settings.flow
    port.timeout = port.write_timeout = POLL_S
    port.exclusive = True
    for line in ("dtr", "rts"):
        if (level := getattr(settings, line)) is not None:
            setattr(port, line, level)
    try:
        for rate in settings.knock:
            port.baudrate = rate
            port.open()
            time.sleep(KNOCK_S)
            port.close()
        port.baudrate = settings.baud
        port.open()
        port.reset_input_buffer()
    except (OSError, ValueError) as error:  # ValueError: a rate that the system does not know
        port.close()
        raise _opening_error(error, url, path) from error
    return SerialStream(port), _info(port, path, settings)


class SerialStream:
    """An open port as a :class:`ByteStream`."""

    def __init__(self, port: Any) -> None:
        self._port = port
        self._pollable = os.name == "posix"

    def receive(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes."""
        if self._pollable:
            _await(select.select([self._port.fileno()], [], [], timeout)[0])
            data = os.read(self._port.fileno(), size)
            if not data:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return data
        data = bytes(self._port.read(1))
        _await(data)
        return data + bytes(self._port.read(min(size - 1, self._port.in_waiting)))

    def send(self, data: memoryview, timeout: float) -> int:
        """Send some bytes and return their number."""
        if self._pollable:
            _await(select.select([], [self._port.fileno()], [], timeout)[1])
            return os.write(self._port.fileno(), data)
        try:
            return int(self._port.write(data[:1]))
        except serial.SerialTimeoutException as error:
            raise TimeoutError from error

    def close(self) -> None:
        """Let go of the port; safe to call twice."""
        with contextlib.suppress(OSError):
            self._port.close()


def _await(ready: object) -> None:
    if not ready:
        raise TimeoutError


def _opening_error(
    error: OSError | ValueError, url: str, path: str
) -> DeviceNotFound | LockedError | DeviceLost:
    number = getattr(error, "errno", None)
    if number in (errno.EBUSY, errno.EAGAIN):  # another program took it for itself alone, or locked it
        return LockedError(Wire.IN_USE(link=url))
    if number in (errno.EACCES, errno.EPERM):
        return DeviceNotFound(Wire.NO_PORT_PERMISSION(link=url, path=printable(path, 200)))
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return DeviceNotFound(Wire.NO_PORT(link=url))
    return DeviceLost(Wire.NOT_OPENED(link=url, why=printable(str(error), 200)))


def _info(port: Any, path: str, settings: SerialSettings) -> dict[str, str]:
    place = os.path.realpath(path) if os.name == "posix" else path
    info = {"transport": "serial", "path": printable(place, 4096), "baud": str(settings.baud)}
    if settings.knock:
        info["knock"] = ".".join(map(str, settings.knock))
    if _PSEUDO.fullmatch(place):
        info["terminal"] = PSEUDO
    for each in list_ports.comports():
        if each.device == place and each.vid is not None:
            info |= {"vid": f"{each.vid:04x}", "pid": f"{each.pid or 0:04x}"}
            names = {"serial": each.serial_number, "product": each.product, "manufacturer": each.manufacturer}
            info |= {name: printable(text) for name, text in names.items() if text}
    for line in ("dtr", "rts"):
        if (level := getattr(settings, line)) is not None:
            info[line] = str(int(level))
    with contextlib.suppress(OSError):  # a pseudo-terminal has no such lines
        info |= {"cts": str(int(port.cts)), "dsr": str(int(port.dsr))}
    return info
