"""The process of one simulated device: machine, faults and firmware behind USB/IP, TCP or a serial port."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from labharness.errors import InputError
from labharness.model.reasons.simulator import Simulated
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.firmware import Firmware
from labharness.simulators.step import KILLED, Die, Send, Stall, Step, Unplug, Wait
from labharness.simulators.stream_server import StreamServer, TcpSocket
from labharness.simulators.tray import Tray
from labharness.simulators.unit import SimulatedUnit
from labharness.simulators.usbip.gadget import Gadget
from labharness.simulators.usbip.layout import Strings
from labharness.simulators.usbip.server import Server, serve

_TCP = re.compile(r"tcp://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")
PTY = "pty"
"""What is written in the place of an address for a pseudo-terminal."""


def simulate(
    kind: str,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    seed: int | None = None,
    faults: Sequence[str] = (),
    tray: Path | None = None,
    listen: str = "",
) -> None:
    """Serve a simulated device until the process is interrupted or terminated.

    When it can be reached, one line of JSON on standard output says where: ``{"url": …, "kind": …,
    "seed": …}``.

    Parameters
    ----------
    kind
        Machine and its number, such as ``rng`` or ``shelf_shuffler:20``.
    host, port
        Where to listen; port 0 takes a free one.
    seed
        Seed of all chance; None takes the operating system's entropy.
    faults
        What goes wrong, each ``NAME`` or ``NAME=VALUE``.
    tray
        Folder that shows the cards of the latest units as they really left.
    listen
        ``tcp://HOST:PORT`` or ``pty`` for a stream in the place of USB/IP.

    Raises
    ------
    InputError
        If the machine or a fault is not known or impossible, or the address is taken.
    """
    device = Device(kind, seed, faults, tray)
    with device.on_stream(listen) if listen else device.on_usbip(host, port) as server:
        sys.stdout.write(json.dumps({"url": server.url, "kind": kind, "seed": seed}) + "\n")
        sys.stdout.flush()
        ended = threading.Event()
        try:
            while not ended.wait(1.0):  # a wait without end does not hear Ctrl-C on Windows
                pass
        except KeyboardInterrupt:
            return


def start(
    kind: str,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    seed: int | None = None,
    faults: Sequence[str] = (),
    tray: Path | None = None,
) -> Server:
    """Serve a simulated device from threads of this process; parameters as :func:`simulate`."""
    return Device(kind, seed, faults, tray).on_usbip(host, port)


class Device:
    """A simulated device, to be connected to a bus once; parameters as :func:`simulate`.

    Raises
    ------
    InputError
        If the machine or a fault is not known or impossible, or the machine has no port.
    """

    def __init__(
        self, kind: str, seed: int | None = None, faults: Sequence[str] = (), tray: Path | None = None
    ) -> None:
        machine = build_machine(kind, seed)
        if not machine.KINDS:
            raise InputError(Simulated.NO_PORT(machine=kind))
        built = [build_fault(text, seed, machine) for text in faults]
        unit = SimulatedUnit(machine, built, None if tray is None else Tray(tray))
        serial = f"SIM-{kind}-{'entropy' if seed is None else seed}"
        self._firmware = Firmware(unit, serial, built)
        self._strings = Strings("Simulated", machine.TITLE, serial)

    def on_usbip(self, host: str = "127.0.0.1", port: int = 0) -> Server:
        """Export it over USB/IP; raises :class:`InputError` if the address is taken."""
        gadget = Gadget(self._strings, lambda data: _perform(gadget, self._firmware.receive(data)))
        try:
            return serve(gadget, host, port)
        except OSError as error:
            gadget.close()
            raise _not_listening(f"{host}:{port}", error) from error

    def on_stream(self, address: str) -> StreamServer:
        """Serve it at ``tcp://HOST:PORT`` or on a pseudo-terminal; raises :class:`InputError` where that cannot be."""
        match = _TCP.fullmatch(address)
        if address == PTY and sys.platform != "win32":
            from labharness.simulators.stream_server import PtySocket

            return StreamServer(PtySocket(), self._firmware.receive)
        if not match or int(match[2]) > 65535:
            raise InputError(Simulated.NOT_A_STREAM(address=address))
        try:
            return StreamServer(TcpSocket(match[1].strip("[]"), int(match[2])), self._firmware.receive)
        except OSError as error:
            raise _not_listening(address, error) from error


def _not_listening(address: str, error: OSError) -> InputError:
    return InputError(Simulated.CANNOT_LISTEN(address=address, why=str(error.strerror or error)))


def _perform(gadget: Gadget, steps: list[Step]) -> None:
    for step in steps:
        match step:
            case Send(data):
                gadget.send(data)
            case Wait(seconds):
                time.sleep(seconds)
            case Stall():
                gadget.stall()
            case Unplug():
                gadget.unplug()
            case Die():
                os._exit(KILLED)
