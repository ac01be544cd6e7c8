"""Commands that conduct runs: run, resume, and telling a run what to do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from labharness.analysis.decision.rule import awaits_retest
from labharness.app import services
from labharness.app.cli.console import (
    COLOURS,
    DEFAULT_WORKSPACE,
    INCONCLUSIVE,
    JsonOption,
    LedgerProgress,
    WorkspaceOption,
    exit_code,
    print_json,
    print_simulated,
    screen,
)
from labharness.app.cli.root import app
from labharness.app.preflight import RunOrder
from labharness.app.reports import build
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.evidence.summary import RunSummary
from labharness.language.catalogue import say
from labharness.language.recorded import worded
from labharness.runner.run import Conducted

OnBegun = Callable[[RunFolder], None]
OnStep = Callable[[str], None]


@app.command()
def run(
    plan: Annotated[str, typer.Argument(help="Id of a plan, or a plan file.")],
    *,
    device: Annotated[
        str,
        typer.Option(
            "--device",
            "-d",
            help="URL of the device: usb://VID:PID/SERIAL (the serial may be left out), usbip://HOST:PORT/BUSID, file:///PATH, "
            "operator:// for a machine without a port, or capture:///RUNFOLDER for what a run recorded.",
        ),
    ],
    reader: Annotated[
        str | None,
        typer.Option("--reader", "-r", help="URL of what reads the cards: watch://FOLDER or operator://."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--run", help="Name of the run; made from date and plan if left out.")
    ] = None,
    operator: Annotated[str, typer.Option(help="Who is at the bench, for the record.")] = "",
    adapter: Annotated[str | None, typer.Option(help="Adapter, where several fit the URL.")] = None,
    simulated: Annotated[str, typer.Option(help="Say that the device is a simulation, and which.")] = "",
    cards: Annotated[
        str | None,
        typer.Option(help="Card-set file of marked stock, where the reader writes backs or codes."),
    ] = None,
    submission: Annotated[str, typer.Option(help="Id of the submission that the run is part of.")] = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Run a plan on a device, unattended, to a verdict and a report.

    Stop it at any time with Ctrl-C: what is recorded stays.  After a power cut or a crash, use 'labharness
    resume'.
    """
    space = Workspace.open(workspace)
    order = RunOrder(plan, device, reader, name, operator, adapter, simulated, cards, submission)

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return services.start_run(space, order, on_begun, on_step)

    return _watch(space, Path(plan).stem, conduct, as_json=as_json)


@app.command()
def resume(
    name: Annotated[str, typer.Argument(metavar="RUN", help="Name of the run.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Go on with a run whose session was closed, or whose runner died.

    A crash can only lower a verdict: the gap is recorded, and the plan says how many it allows.
    """
    space = Workspace.open(workspace)
    folder = space.run(name)

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return folder, services.resume_run(folder, on_begun, on_step)

    return _watch(space, folder.run, conduct, as_json=as_json)


@app.command()
def tell(
    name: Annotated[str, typer.Argument(metavar="RUN", help="Name of the run.")],
    command: Annotated[
        str, typer.Argument(help="pause, resume, stop, close_session, answer; refill, jam or door.")
    ],
    text: Annotated[
        str, typer.Argument(help="The answer, for 'answer', such as 'no: the door opens | door.jpg'.")
    ] = "",
    *,
    who: Annotated[str, typer.Option(help="Your name, for the record.")] = "command line",
    prompt: Annotated[
        int | None, typer.Option(help="Number of the prompt; the only open one if left out.")
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Tell a run at work to pause, go on, stop or close its session, or answer its prompt.

    refill, jam and door put on record that cards were put in by hand, that a jam was cleared, that the door
    was open.
    """
    folder = Workspace.open(workspace).run(name)
    services.tell(folder, command, who, _with_whole_path(text), prompt)
    if as_json:
        print_json({"run": folder.run, "told": command})
        return
    screen.print(f"{folder.run} has been told: {command}.", markup=False)


def _with_whole_path(text: str) -> str:
    """Name a file that comes with an answer so that the runner finds it, wherever that was started."""
    words, bar, file = text.rpartition("|")
    path = Path(file.strip())
    return f"{words}| {path.resolve()}" if bar and file.strip() and path.is_file() else text


def _watch(
    workspace: Workspace,
    title: str,
    conduct: Callable[[OnBegun, OnStep], tuple[RunFolder, Conducted]],
    *,
    as_json: bool,
) -> int:
    with ExitStack() as stack:
        progress = None if as_json else stack.enter_context(LedgerProgress(title))
        folder, outcome = conduct(
            progress.attach if progress else lambda _: None, progress.step if progress else lambda _: None
        )
    if outcome.ending is None and outcome.error is not None:
        raise outcome.error
    report = build(workspace, folder) if outcome.ending is not None else None
    if as_json:
        print_json(describe(folder, outcome, report))
    else:
        tell_outcome(folder, outcome, report)
    if outcome.verdict is None:
        return INCONCLUSIVE
    return exit_code(outcome.verdict.outcome, outcome.ending)


def describe(folder: RunFolder, outcome: Conducted, report: Path | None) -> dict[str, Any]:
    """Return how a run came out, as JSON."""
    verdict = outcome.verdict
    return {
        "run": folder.run,
        "simulated": dict(RunSummary.of(folder).simulation),
        "folder": str(folder.path),
        "verdict": verdict.outcome.value if verdict else None,
        "reasons": [say(reason) for reason in verdict.reasons] if verdict else [],
        "ending": outcome.ending.value if outcome.ending else None,
        "sentence": worded(outcome.reasons),
        "head": outcome.head,
        "report": str(report) if report else None,
    }


def tell_outcome(folder: RunFolder, outcome: Conducted, report: Path | None) -> None:
    """Say how a run came out, to a person."""
    verdict, summary = outcome.verdict, RunSummary.of(folder)
    print_simulated(summary)
    if verdict is None or outcome.ending is None:
        screen.print(f"{worded(outcome.reasons)} The run is {folder.run}.", markup=False)
        return
    screen.print(verdict.outcome.value, style=COLOURS[verdict.outcome], end="  ")
    screen.print(f"{folder.run}, ending {outcome.ending.value}: {worded(outcome.reasons)}", markup=False)
    for reason in verdict.reasons:
        screen.print(f"  - {say(reason, summary.titles)}", markup=False)
    if any(map(awaits_retest, verdict.decisions)):
        screen.print(
            "Run the same plan once more on the same unit, unless this was the retest; then: "
            f"labharness settle {folder.run}",
            markup=False,
        )
    units = ", ".join(f"{count:,} {name}" for name, count in summary.units.items())
    screen.print(f"Recorded: {units or 'nothing'}. Head hash: {outcome.head}", markup=False)
    screen.print(f"Report: {report}", markup=False)
