"""The process of a simulated bench: it follows a run's ledger, as people follow the screen, and answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from numpy.random import PCG64, Generator

from labharness.evidence.folder import RunFolder
from labharness.evidence.ledger import LedgerReader
from labharness.evidence.opening import LEDGER
from labharness.evidence.records.course import EndBody
from labharness.evidence.records.people import PromptBody
from labharness.model.simulation import BENCH
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.simulated_operator import SimulatedOperator
from labharness.simulators.unit import SimulatedUnit

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
