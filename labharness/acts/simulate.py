"""The act ``labharness simulate``."""

from __future__ import annotations

import re
from pathlib import Path

from labharness.acts.declaring import Listing, Seat, WindowControl, act, tr
from labharness.acts.gates import OUTSIDE


@act(OUTSIDE, WindowControl("New run", tr("&Simulate")), shown=lambda listings: listings, serves=True)
def simulate(
    _: Seat,
    kind: str,
    *,
    usbip: str = "127.0.0.1:0",
    listen: str = "",
    seed: int | None = None,
    fault: list[str] | None = None,
    tray: Path | None = None,
    run: Path | None = None,
    reader: Path | None = None,
    machine: str | None = None,
    misread: float = 0.0,
) -> tuple[Listing, ...]:
    """Simulate a device, or a bench with operator and reader, with or without faults, until interrupted."""
    from labharness.errors import InputError
    from labharness.model.reasons.command import Commands

    if kind == "list":
        return _simulations()
    if kind == "bench":
        from labharness.simulators.process import attend

        if run is None or reader is None:
            raise InputError(Commands.BENCH_NEEDS())
        attend(run, reader, kind=machine, seed=seed, faults=fault or [], tray=tray, misread=misread)
        return ()
    from labharness.simulators.process import GAT, PTY, simulate_gat
    from labharness.simulators.process import simulate as serve

    if kind == GAT:
        simulate_gat(listen or PTY, fault or [], tray)
        return ()
    host, _colon, port = usbip.rpartition(":")
    if not host or not re.fullmatch(r"[0-9]{1,5}", port) or int(port) > 65535:
        raise InputError(Commands.NOT_AN_ADDRESS(got=usbip))
    serve(kind, host, int(port), seed=seed, faults=fault or [], tray=tray, listen=listen)
    return ()


def _simulations() -> tuple[Listing, ...]:
    from labharness.simulators.catalog import befallen, fault_classes, machine_classes
    from labharness.simulators.gat import HELP as GAT_FAULTS

    kinds = machine_classes()
    groups = {
        "all with a port": [name for name, machine in kinds.items() if machine.KINDS],
        "all with cards": [name for name, machine in kinds.items() if machine.MAX_CARDS],
    }

    def able(name: str) -> str:
        machines = befallen(name)
        return next((words for words, group in groups.items() if group == machines), " ".join(machines))

    return (
        Listing(
            ("Machine", "What it is", "Reached by"),
            tuple(
                (name, machine.TITLE, "port or bench" if machine.KINDS else "bench")
                for name, machine in kinds.items()
            ),
        ),
        Listing(
            ("Fault", "Its value", "Unless said", "Machines"),
            tuple((name, fault.HELP, fault.DEFAULT, able(name)) for name, fault in fault_classes().items()),
        ),
        Listing(
            ("Fault of gat", "Its effect"), tuple((each.value, words) for each, words in GAT_FAULTS.items())
        ),
    )
