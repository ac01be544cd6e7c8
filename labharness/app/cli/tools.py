"""Commands around the product: simulate, demo, lti."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from labharness.app import demo as demonstration
from labharness.app.cli.console import (
    COLOURS,
    ERROR,
    JsonOption,
    LedgerProgress,
    print_json,
    screen,
    table,
    working,
)
from labharness.app.cli.root import app
from labharness.app.cli.running import describe
from labharness.app.workspace import Workspace, quoted
from labharness.errors import InputError
from labharness.evidence.history.run import RunHistory
from labharness.reporting.banners import SPECIMEN

lti_app = typer.Typer(help="The Lab Test Interface.", no_args_is_help=True)
app.add_typer(lti_app, name="lti")


@app.command()
def simulate(
    kind: Annotated[
        str,
        typer.Argument(
            help="Machine, such as rng or shelf_shuffler:10; 'list' for all machines and faults; or 'bench' for people and reader."
        ),
    ],
    *,
    usbip: Annotated[
        str, typer.Option(help="Where to serve it over USB/IP, HOST:PORT; port 0 takes a free one.")
    ] = "127.0.0.1:0",
    seed: Annotated[int | None, typer.Option(help="Seed; the system's entropy if left out.")] = None,
    fault: Annotated[
        list[str] | None, typer.Option(help="NAME or NAME=VALUE; may be given several times.")
    ] = None,
    tray: Annotated[Path | None, typer.Option(help="Folder that shows which cards really left.")] = None,
    run: Annotated[Path | None, typer.Option(help="bench: the run folder to attend.")] = None,
    reader: Annotated[
        Path | None, typer.Option(help="bench: the folder where its reader leaves files.")
    ] = None,
    machine: Annotated[
        str | None,
        typer.Option(
            help="bench: the machine without a port beside it; with --tray, the body of the one with a port."
        ),
    ] = None,
    misread: Annotated[float, typer.Option(help="bench: chance that the reader misreads a card.")] = 0.0,
) -> None:
    """Simulate a device on USB, or a bench with a person and a reader, faults included, until interrupted."""
    if kind == "list":
        _list_simulations()
        return
    if kind == "bench":
        from labharness.simulators.attendant import attend

        if run is None or reader is None:
            raise InputError("A simulated bench needs --run RUN_FOLDER and --reader FOLDER.")
        attend(run, reader, kind=machine, seed=seed, faults=fault or [], tray=tray, misread=misread)
        return
    from labharness.simulators.process import simulate as serve

    host, _, port = usbip.rpartition(":")
    if not host or not re.fullmatch(r"[0-9]{1,5}", port) or int(port) > 65535:
        raise InputError(f"{usbip!r}: write where to serve as HOST:PORT, such as 127.0.0.1:3240.")
    serve(kind, host, int(port), seed=seed, faults=fault or [], tray=tray)


def _list_simulations() -> None:
    from labharness.simulators.catalogue import befallen, fault_classes, machine_classes

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
    screen.print(machines, faults)


@app.command()
def demo(
    *,
    workspace: Annotated[
        Path, typer.Option("--workspace", "-w", help="Where to leave runs and reports.")
    ] = Path("labharness-demo"),
    as_json: JsonOption = False,
) -> int:
    """Run four simulated devices through seven plans, and rehearse the signed report of a submission of three of them."""
    from labharness.app import (
        demo_submission,  # the signature's libraries are not for the other commands here
    )

    space = Workspace.init(workspace)
    submission = demo_submission.file_submission(space)
    reports = []
    if not as_json:
        screen.print(
            f"Four simulated devices, each in a process of its own, {len(demonstration.CASES)} runs. Every seed is "
            f"{demonstration.SEED}, fixed beforehand and never searched for.",
            markup=False,
        )
    for case in demonstration.CASES:
        if as_json:
            reports.append(demonstration.run_demo(space, case, submission=submission))
            continue
        with LedgerProgress(case.title) as progress:
            reports.append(demonstration.run_demo(space, case, progress.attach, progress.step, submission))
    with working("Building and signing the rehearsal of the submission's report", quiet=as_json):
        runs = [one.run for one in reports if not one.case.by_hand]
        issued = demo_submission.report_submission(space, submission, runs)
    if as_json:
        found = issued.case.conclusion
        told = {
            "report": str(issued.bundle.path),
            "specimen": found.specimen,
            "outcome": found.outcome.value,
            "given": found.given,
        }
        print_json(
            {"runs": [describe(one.run, one.outcome, one.report) for one in reports], "submission": told}
        )
    else:
        screen.print(_table(reports))
        screen.print(
            f"{SPECIMEN}: {issued.case.conclusion.outcome.value}, “{issued.case.conclusion.given or 'no recommendation'}”, "
            f"with three trial signatures: {_near(issued.bundle.path)}/{issued.bundle.file}\n"
            f"Prove it: labharness report verify {quoted(_near(issued.bundle.path))} --specimen "
            f"--workspace {quoted(_near(space.path))}",
            markup=False,
        )
        screen.print(
            f"Read a report, then prove it: labharness verify {reports[-1].run.run} --head HASH-FROM-ITS-FOOTER "
            f"--workspace {workspace}",
            markup=False,
        )
    return 0 if all(one.as_expected for one in reports) else ERROR


def _table(reports: list[demonstration.CaseReport]) -> Table:
    shown = table("Device, plan and report", "Verdict, ending", "Recorded", whole=0)
    for one in reports:
        verdict, ending = one.outcome.verdict, one.outcome.ending
        assert verdict is not None
        assert ending is not None
        units = "\n".join(f"{count:,} {name}" for name, count in RunHistory.of(one.run).summary.units.items())
        names = f"[bold]{one.case.title}[/]\n{one.case.plan}\n{_near(one.report)}"
        found = f"[{COLOURS[verdict.outcome]}]{verdict.outcome.value}[/]\n{ending.value}"
        shown.add_row(names, found, units)
        shown.add_section()
    return shown


def _near(path: Path) -> Path:
    """Return a path as seen from here, where it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


@lti_app.command("check")
def check_interface(
    url: Annotated[str, typer.Argument(help="URL of a device that speaks the interface.")],
    *,
    as_json: JsonOption = False,
) -> int:
    """Prove that a device speaks the Lab Test Interface as its document says."""
    from labharness.app.lti_conformance import check_url

    steps = check_url(url)
    if as_json:
        print_json([{"step": one.name, "passed": one.passed, "sentence": one.sentence} for one in steps])
    else:
        for one in steps:
            screen.print("[green]pass[/] " if one.passed else "[red]FAIL[/] ", end="")
            screen.print(f"{one.name}: {one.sentence}", markup=False)
    return 0 if all(one.passed for one in steps) else 1
