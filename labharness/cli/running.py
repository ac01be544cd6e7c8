"""A run under progress bars, and its outcome."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from labharness.acts.show import simulated
from labharness.analysis.decision.rule import awaits_retest
from labharness.app.clock import ClockState, clock_state
from labharness.app.reports import build
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    ERROR,
    notes,
    print_json,
    rendered,
    screen,
    shown_standing,
)
from labharness.cli.ledger_progress import LedgerProgress
from labharness.cli.terminal_prompts import terminal
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.language.catalog import say
from labharness.language.recorded import worded
from labharness.language.sample_words import recorded_sample
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.model.standing import exit_code
from labharness.reason import Reason
from labharness.runner.concluding import Conducted

OnBegun = Callable[[RunFolder], None]

OnStep = Callable[[str], None]


def watch(
    workspace: Workspace,
    title: str,
    conduct: Callable[[OnBegun, OnStep], tuple[RunFolder, Conducted]],
    *,
    practice: bool = False,
    as_json: bool,
) -> int:
    """Conduct a run under progress bars, build its report and print its outcome; return the exit code.

    Parameters
    ----------
    practice
        Whether a clock that is not right is told of; a run whose times are evidence is refused instead.
    """
    clock = clock_state(workspace)
    remarks = (Nights.CLOCK_UNSYNCHRONIZED(),) if practice and clock is ClockState.UNSYNCHRONIZED else ()
    if not as_json:
        for remark in remarks:
            notes.print(say(remark))
    with ExitStack() as stack:
        progress = None if as_json else stack.enter_context(LedgerProgress(title, terminal()))
        folder, outcome = conduct(
            progress.attach if progress else lambda _: None, progress.step if progress else lambda _: None
        )
    if outcome.ending is None and outcome.error is not None:
        if not isinstance(outcome.error, LabharnessError):
            raise outcome.error
        raise type(outcome.error)(*outcome.error.reasons, Runs.KEPT(run=folder.run)) from outcome.error
    report, problems = None, tuple[Reason, ...]()
    if outcome.ending is not None:
        try:
            report = build(workspace, folder).path
        except LabharnessError as error:  # the run is safe, and its report can be built another time
            problems = error.reasons
    if as_json:
        described = describe(folder, outcome, report) | {"clock": clock}
        print_json(described | _given(notes=remarks) | _given(problems=problems))
    else:
        tell_outcome(folder, outcome, report, worded(problems))
    if problems:
        return ERROR
    return exit_code(RunHistory.of(folder).summary.standing(alive=False), outcome.ending)


def _given(**parts: tuple[Reason, ...]) -> dict[str, Any]:
    return {name: reasons for name, reasons in parts.items() if reasons}


def describe(folder: RunFolder, outcome: Conducted, report: Path | None) -> dict[str, Any]:
    """Return how a run came out, as JSON."""
    verdict, summary = outcome.verdict, RunHistory.of(folder).summary
    standing = summary.standing(alive=False)
    return {
        "run": folder.run,
        "simulated": dict(summary.simulation),
        "folder": str(folder.path),
        "verdict": standing.verdict,
        "standing": standing,
        "reasons": verdict.reasons if verdict else (),
        "ending": outcome.ending.value if outcome.ending else None,
        "sentence": worded(outcome.reasons),
        "causes": outcome.reasons,
        "head": outcome.head,
        "report": str(report) if report else None,
    }


def tell_outcome(folder: RunFolder, outcome: Conducted, report: Path | None, problem: str = "") -> None:
    """Say how a run came out, to a person."""
    verdict, summary = outcome.verdict, RunHistory.of(folder).summary
    for each in simulated(summary):
        screen.print(rendered(each))
    if verdict is None or outcome.ending is None:
        screen.print(f"{worded(outcome.reasons)} To continue, run: labharness resume {folder.run}")
        return
    screen.print(shown_standing(summary.standing(alive=False)), end="  ")
    screen.print(f"{folder.run}, ending {outcome.ending.value}: {worded(outcome.reasons)}")
    for reason in verdict.reasons:
        screen.print(f"  - {say(reason, summary.titles)}")
    if any(map(awaits_retest, verdict.decisions)):
        screen.print(
            "Unless this was the retest, run the same plan once more on the same unit. Then run: "
            f"labharness settle {folder.run}",
        )
    units = ", ".join(recorded_sample(summary.units, summary.observed))
    screen.print(f"Recorded: {units or 'nothing'}. Head hash: {outcome.head}")
    if problem:
        advice = f"The run has ended and is kept. Build the report with: labharness report build {folder.run}"
        screen.print(f"Report not built: {problem} {advice}")
        return
    screen.print(f"Report: {report}")
