"""The process of one simulated device: machine, faults and firmware behind USB/IP, TCP or a serial port.

The process of a simulated bench: it follows a run's ledger, as people follow the screen, and answers.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from numpy.random import PCG64, Generator

from labharness.errors import InputError
from labharness.evidence.durable import Writing
from labharness.evidence.folder import LedgerReader, RunFolder
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.course import EndBody
from labharness.evidence.records.people import PromptBody
from labharness.model.device import BENCH
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.wire import Simulated
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.fault import KILLED, Die, Discard, Send, Stall, Step, Unplug, Wait
from labharness.simulators.firmware import Firmware, StreamServer, TcpSocket
from labharness.simulators.gat import GatFault, GatUnit, sample_images
from labharness.simulators.simulated_operator import SimulatedOperator
from labharness.simulators.unit import SimulatedUnit, Tray
from labharness.simulators.usbip import Gadget, Server, Strings, serve

_TCP = re.compile(r"tcp://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")
PTY = "pty"
"""What is written in the place of an address for a pseudo-terminal."""
GAT = "gat"
"""What is written in the place of a machine for a device that authenticates its software."""


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
        _announce(server.url, kind=kind, seed=seed)


def simulate_gat(listen: str, faults: Sequence[str] = (), images: Path | None = None) -> None:
    """Serve a device that authenticates its software by GAT 3.50 until the process is interrupted or terminated.

    Parameters
    ----------
    listen
        ``tcp://HOST:PORT`` or ``pty``.
    faults
        Names of what goes wrong.
    images
        Folder for the images of its components, as somebody would dump them.

    Raises
    ------
    InputError
        If a fault is not known, or the address or the folder cannot be used.
    """
    components = sample_images()
    unit = GatUnit(components, list(map(_gat_fault, faults)))
    if images is not None:
        with Writing(images, InputError):
            images.mkdir(parents=True, exist_ok=True)
            for name, image in components.items():
                (images / name.replace(" ", "_")).write_bytes(image)
    with on_stream(listen, unit.receive) as server:
        _announce(server.url, kind=GAT)


def _gat_fault(name: str) -> GatFault:
    try:
        return GatFault(name)
    except ValueError as error:
        known = tuple(each.value for each in GatFault)
        raise InputError(Inputs.UNKNOWN(what=Noun.FAULT, name=name, known=known)) from error


def _announce(url: str, **facts: Any) -> None:
    """Say in a line of JSON where a device is served, then wait to be interrupted."""
    sys.stdout.write(json.dumps({"url": url, **facts}) + "\n")
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
        return on_stream(address, self._firmware.receive)


def on_stream(address: str, firmware: Callable[[bytes], list[Step]]) -> StreamServer:
    """Serve firmware at ``tcp://HOST:PORT`` or on a pseudo-terminal; raises :class:`InputError` where that cannot be."""
    match = _TCP.fullmatch(address)
    if address == PTY and sys.platform != "win32":
        from labharness.simulators.firmware import PtySocket

        return StreamServer(PtySocket(), firmware)
    if not match or int(match[2]) > 65535:
        raise InputError(Simulated.NOT_A_STREAM(address=address))
    try:
        return StreamServer(TcpSocket(match[1].strip("[]"), int(match[2])), firmware)
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
            case Discard(seconds):
                gadget.discard(seconds)
            case Stall():
                gadget.stall()
            case Unplug():
                gadget.unplug()
            case Die():
                os._exit(KILLED)


POLL_SECONDS = 0.01


def attend(
    run: Path,
    reader: Path,
    *,
    kind: str | None = None,
    seed: int | None = None,
    faults: Sequence[str] = (),
    tray: Path | None = None,
    misread: float = 0.0,
) -> None:
    """Answer the prompts of a run until it ends.

    Parameters
    ----------
    run
        The run folder; it need not exist yet.
    reader
        Folder where the reading instrument leaves its files.
    kind, seed, faults
        The machine without a port, if the run is about one; beside a tray, the body of the machine with one.
    tray
        Tray of a simulated machine with a port, if the run is about one.
    misread
        Chance that the instrument misreads a card.
    """
    unit = None
    if kind is not None:
        machine = build_machine(kind, seed)
        unit = SimulatedUnit(machine, [build_fault(text, seed, machine) for text in faults])
    serial = f"SIM-{kind}-{'entropy' if seed is None else seed}"
    chance = Generator(PCG64(None if seed is None else [seed, 1]))
    bench = SimulatedOperator(reader, chance, tray=tray, unit=unit, misread=misread, serial=serial)
    ledger, folder = LedgerReader(run / LEDGER), RunFolder(run)
    while True:
        for record in ledger.poll():
            if isinstance(record.body, EndBody):
                return
            if isinstance(record.body, PromptBody):
                reply = bench.handle(record.body.question)
                if reply is not None and reply.file is None:
                    folder.send("answer", BENCH, prompt=record.body.prompt, answer=reply.text)
        time.sleep(POLL_SECONDS)
