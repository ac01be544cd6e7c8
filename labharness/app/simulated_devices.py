"""Simulated devices that people start to practice, each a process of its own."""

from __future__ import annotations

import json
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass, field

from labharness.app.devices import DeviceListing
from labharness.app.preflight import is_device_held
from labharness.child_processes import command_line
from labharness.errors import InputError
from labharness.evidence.outside import LONGEST_LINE
from labharness.model.device import DeviceClass
from labharness.model.reasons.run import Runs

PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class SimulatedMachine:
    """A machine that can be simulated."""

    kind: str
    title: str
    device_class: DeviceClass


def simulations(device_class: DeviceClass | None = None) -> tuple[SimulatedMachine, ...]:
    """Return the simulated machines with a port, of one class or of all."""
    from labharness.simulators.catalog import machine_classes

    return tuple(
        SimulatedMachine(kind, machine.TITLE, machine.DEVICE_CLASS)
        for kind, machine in machine_classes().items()
        if machine.KINDS and device_class in (None, machine.DEVICE_CLASS)
    )


@dataclass
class Simulators:
    """Starts simulated devices, and ends at the end those that no run uses."""

    _started: list[tuple[str, subprocess.Popen[str]]] = field(default_factory=list)

    def start(self, kind: str) -> DeviceListing:
        """Start a simulated device and return how it is reached.

        Raises
        ------
        InputError
            If it does not say so in time.
        """
        known = {each.kind: each for each in simulations()}
        process = subprocess.Popen(
            command_line("simulate", kind),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        late = threading.Timer(PATIENCE_S, process.kill)
        late.start()
        try:
            assert process.stdout is not None
            line = process.stdout.readline(LONGEST_LINE)
            url = str(json.loads(line)["url"])
        except (ValueError, KeyError, TypeError, OSError) as error:
            process.kill()
            process.wait()
            raise InputError(Runs.NOT_STARTED(why=f"simulate {kind}")) from error
        finally:
            late.cancel()
            if process.stdout is not None:
                process.stdout.close()  # it says nothing more
        self._started.append((url, process))
        title = known[kind].title if kind in known else kind
        return DeviceListing(url, f"Simulated: {title}")

    def stop(self) -> None:
        """End every device that no run holds; a run at work keeps its device."""
        for url, process in self._started:
            if not is_device_held(url):
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(2)
        self._started.clear()
