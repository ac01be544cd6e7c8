"""The process of one simulated device: machine, faults and firmware behind a USB/IP port."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from labharness.errors import InputError
from labharness.model.reasons.simulator import Simulated
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.firmware import Firmware
from labharness.simulators.step import Die, Send, Stall, Step, Unplug, Wait
from labharness.simulators.tray import Tray
from labharness.simulators.unit import SimulatedUnit
from labharness.simulators.usbip.gadget import Gadget, Strings
from labharness.simulators.usbip.server import Server, serve

KILLED = 9
"""Exit status of a process that its fault ended."""


def simulate(
    kind: str,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    seed: int | None = None,
    faults: Sequence[str] = (),
    tray: Path | None = None,
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

    Raises
    ------
    InputError
        If the machine or a fault is not known or impossible, or the address is taken.
    """
    with start(kind, host, port, seed=seed, faults=faults, tray=tray) as server:
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
    machine = build_machine(kind, seed)
    if not machine.KINDS:
        raise InputError(Simulated.NO_PORT(machine=kind))
    built = [build_fault(text, seed, machine) for text in faults]
    unit = SimulatedUnit(machine, built, None if tray is None else Tray(tray))
    serial = f"SIM-{kind}-{'entropy' if seed is None else seed}"
    firmware = Firmware(unit, serial, built)
    gadget = Gadget(
        Strings("Simulated", machine.TITLE, serial),
        lambda data: _perform(gadget, firmware.receive(data)),
    )
    try:
        return serve(gadget, host, port)
    except OSError as error:
        gadget.close()
        why = str(error.strerror or error)
        raise InputError(Simulated.CANNOT_LISTEN(address=f"{host}:{port}", why=why)) from error


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
