"""Whole runs in this process: simulated device, people and reader at once, without ports, polls or waiting.

Plan, records, evidence and judging are those of every run; only the cable and the inbox are left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

from numpy.random import PCG64, Generator

from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.monitors import Monitoring
from labharness.devices.stream import Transport
from labharness.devices.transports.operator import OperatorTransport
from labharness.errors import DeviceRefused, DeviceTimeout
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import SCHEMA
from labharness.evidence.records.calls import ChannelName
from labharness.evidence.records.course import AdaptersNamed, StartBody
from labharness.evidence.writer import RunWriter
from labharness.model.device import BENCH, IN_PROCESS
from labharness.plans.frozen import FrozenPlan
from labharness.plans.origin import plan_named
from labharness.reason import QUOTED, Reason
from labharness.runner.channel import Channel, adapter_builder, describe
from labharness.runner.control import ActiveRun, Asks, Control
from labharness.runner.cutting import Conducted
from labharness.runner.run import Conductor
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.firmware import Firmware
from labharness.simulators.simulated_operator import BenchReply, SimulatedOperator
from labharness.simulators.unit import SimulatedUnit
from tests.support.direct import DirectLink

DEVICE, READER = "lab_test_interface", "deck_order_files"
BY_HAND = "hand_fed"
People = Callable[[dict[str, Any]], str | None]
"""Answers a prompt in the place of the simulated people; None leaves it to them."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a plan is carried out on."""

    machine: str
    faults: tuple[str, ...] = ()
    port: bool = True  # or worked by people
    misread: float = 0.0  # chance that the reader misreads a card
    people: People = lambda _: None  # what they answer otherwise than a sound bench would


@dataclass(frozen=True, slots=True)
class InProcess:
    """Where runs are carried out."""

    catalog: Catalog
    folder: Path

    def run(self, frozen: FrozenPlan, subject: Subject, seed: int) -> tuple[RunFolder, Conducted]:
        """Carry out a plan to its end; the records' way to the medium is not waited for."""
        place = Path(mkdtemp(prefix="run-", dir=self.folder))
        url = "usbip://in-process/1" if subject.port else "operator://"
        start = self._start(frozen, url, DEVICE if subject.port else BY_HAND)
        with ExitStack() as stack:
            for call in ("fsync", "fdatasync"):
                if hasattr(os, call):
                    stack.enter_context(patch.object(os, call, lambda _: None))
            writer = RunWriter.create(place / "run", frozen.files, start)
            scene = _Scene(place, subject, seed)
            conductor = _Conductor(writer, frozen, self.catalog, scene=scene)
            return RunFolder(place / "run"), conductor.conduct(start, RunHistory())

    def _start(self, frozen: FrozenPlan, url: str, device: str) -> StartBody:
        return StartBody(
            schema=SCHEMA,
            labharness="0",
            plan=plan_named(frozen),
            device=url,
            reader="watch://in-process",
            operator="test",
            host=IN_PROCESS,
            versions={},
            adapter=AdaptersNamed(
                device=describe(self.catalog.adapter_info(device)),
                reader=describe(self.catalog.adapter_info(READER)),
            ),
            simulated=IN_PROCESS,
            run="run",
            files={},
        )


class _Scene:
    """The machine, the people beside it, and the reader."""

    def __init__(self, place: Path, subject: Subject, seed: int) -> None:
        machine = build_machine(subject.machine, seed)
        faults = [build_fault(text, seed, machine) for text in subject.faults]
        unit = SimulatedUnit(machine, faults)
        self.subject = subject
        self.firmware = Firmware(unit, f"SIM-{seed}", faults)
        # People and reader look at the machine itself: it is here, and no tray is needed.
        self._people = SimulatedOperator(
            place / "reader", Generator(PCG64([seed, 1])), unit=unit, misread=subject.misread
        )
        self.files: list[Path] = []
        self._photograph = place / "photograph.jpg"
        self._photograph.write_bytes(b"what people saw")

    def answer(self, prompt: dict[str, Any]) -> str | None:
        """Do what a prompt asks and return the answer; None where the reader's file is the answer."""
        if (people := self.subject.people(prompt)) is not None:
            return f"{people} | {self._photograph}" if prompt["data"].get("photograph") else people
        reply = self._people.handle(prompt) or BenchReply()
        if reply.file is None:
            return reply.text
        self.files.append(reply.file)
        return None


class _Cable(DirectLink):
    """A transport to the firmware."""

    url = "usbip://in-process/1"

    def open(self) -> dict[str, str]:
        return {"transport": IN_PROCESS}

    def close(self) -> None:
        """Nothing is held."""


class _ReaderFiles:
    """A transport that hands over the files of the simulated reader."""

    url = "watch://in-process"

    def __init__(self, files: list[Path]) -> None:
        self._files = files

    def open(self) -> dict[str, str]:
        return {"transport": IN_PROCESS}

    def write(self, data: bytes, timeout: float) -> None:  # noqa: ARG002  it refuses at once
        raise DeviceRefused(f"A reader takes no commands, so {len(data)} bytes go nowhere.")

    def read(self, size: int, timeout: float) -> bytes:  # noqa: ARG002  the file is there or never comes
        if not self._files:
            raise DeviceTimeout("Nobody laid cards into the simulated reader.")
        file = self._files.pop(0)
        return f"# file: {file.name}\n".encode() + file.read_bytes()

    def close(self) -> None:
        """Nothing is held."""


class _Present(Control):
    """People who answer at once."""

    def __init__(self, writer: RunWriter, first_prompt: int, scene: _Scene) -> None:
        super().__init__(writer, first_prompt)
        self._scene = scene

    def check(self) -> None:
        """Nobody stops such a run."""

    def prompt(self, action: str, asks: Asks, data: dict[str, Any], timeout_s: float) -> int:
        number = super().prompt(action, asks, data, timeout_s)
        given = asks if isinstance(asks, tuple) else (asks,)
        text = " ".join(
            str(each["text"]) for each in given if isinstance(each, Reason) and each.code == QUOTED
        )
        answer = self._scene.answer({"action": action, "text": text, "data": data})
        if answer is not None:
            self._act({"command": "answer", "who": BENCH, "prompt": number, "answer": answer})
        return number


@dataclass
class _Conductor(Conductor):
    """A conductor whose channels end in this process."""

    scene: _Scene | None = None

    def _bench(self, start: StartBody, control: Control, history: RunHistory) -> ActiveRun:
        assert self.scene is not None
        control = _Present(self.writer, history.progress.prompts, self.scene)
        operator = OperatorTransport("operator://")
        operator.ask = control.ask
        assert start.adapter.reader is not None
        transports: tuple[tuple[ChannelName, Transport, str], ...] = (
            (
                "device",
                _Cable(self.scene.firmware) if self.scene.subject.port else operator,
                start.adapter.device.name,
            ),
            ("reader", _ReaderFiles(self.scene.files), start.adapter.reader.name),
        )
        for name, transport, adapter in transports:
            built = adapter_builder(self.catalog, adapter, None)
            channel = Channel(name, self.writer, transport, built, self.catalog.adapter_info(adapter))
            channel.open()
            self._channels.append(channel)
        device, reader = self._channels
        draw = int(RunFolder(self.writer.path).start().hash, 16)
        monitoring = Monitoring.of(self.frozen, RunFolder(self.writer.path).records())
        return ActiveRun(self.writer, self.frozen, device, reader, control, history, draw, monitoring)
