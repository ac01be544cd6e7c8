"""The command ``labharness simulate``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from labharness.cli.console import (
    screen,
    table,
)
from labharness.errors import InputError
from labharness.model.reasons.command import Commands


def command(
    kind: Annotated[
        str,
        typer.Argument(
            help="Machine, such as rng or shelf_shuffler:10; 'list' shows all machines and faults; 'bench' simulates operator and reader; 'gat' a device that authenticates its software."
        ),
    ],
    *,
    usbip: Annotated[
        str, typer.Option(help="USB/IP address to serve, HOST:PORT; port 0 chooses a free port.")
    ] = "127.0.0.1:0",
    listen: Annotated[
        str,
        typer.Option(
            help="Serve over a stream instead of USB/IP: tcp://HOST:PORT, or pty for a serial port."
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Seed; default: entropy of the operating system.")] = None,
    fault: Annotated[
        list[str] | None, typer.Option(help="Fault, NAME or NAME=VALUE; repeat for several.")
    ] = None,
    tray: Annotated[
        Path | None,
        typer.Option(help="Folder for the true card orders; gat: for the images of its components."),
    ] = None,
    run: Annotated[Path | None, typer.Option(help="bench: run folder to attend.")] = None,
    reader: Annotated[Path | None, typer.Option(help="bench: folder for the files of its reader.")] = None,
    machine: Annotated[
        str | None,
        typer.Option(help="bench: machine without a port; with --tray, the body of the machine with a port."),
    ] = None,
    misread: Annotated[float, typer.Option(help="bench: probability that the reader misreads a card.")] = 0.0,
) -> None:
    """Simulate a device, or a bench with operator and reader, with or without faults, until interrupted."""
    if kind == "list":
        _list_simulations()
        return
    if kind == "bench":
        from labharness.simulators.attendant import attend

        if run is None or reader is None:
            raise InputError(Commands.BENCH_NEEDS())
        attend(run, reader, kind=machine, seed=seed, faults=fault or [], tray=tray, misread=misread)
        return
    from labharness.simulators.process import GAT, PTY, simulate_gat
    from labharness.simulators.process import simulate as serve

    if kind == GAT:
        simulate_gat(listen or PTY, fault or [], tray)
        return
    host, _, port = usbip.rpartition(":")
    if not host or not re.fullmatch(r"[0-9]{1,5}", port) or int(port) > 65535:
        raise InputError(Commands.NOT_AN_ADDRESS(got=usbip))
    serve(kind, host, int(port), seed=seed, faults=fault or [], tray=tray, listen=listen)


def _list_simulations() -> None:
    from labharness.simulators.catalog import befallen, fault_classes, machine_classes
    from labharness.simulators.gat import HELP as GAT_FAULTS

    kinds = machine_classes()
    machines = table("Machine", "What it is", "Reached by", whole=1)
    for name, machine in kinds.items():
        machines.add_row(name, machine.TITLE, "port or bench" if machine.KINDS else "bench")
    groups = {
        "all with a port": [name for name, machine in kinds.items() if machine.KINDS],
        "all with cards": [name for name, machine in kinds.items() if machine.MAX_CARDS],
    }
    faults = table("Fault", "Its value", "Unless said", "Machines", whole=1)
    for name, fault in fault_classes().items():
        able = befallen(name)
        words = next((words for words, group in groups.items() if group == able), " ".join(able))
        faults.add_row(name, fault.HELP, fault.DEFAULT, words)
    gat = table("Fault of gat", "Its effect", whole=1)
    for each, words in GAT_FAULTS.items():
        gat.add_row(each.value, words)
    screen.print(machines, faults, gat)
