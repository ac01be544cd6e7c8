"""The command ``labharness demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from labharness.app.demonstration import demo as demonstration
from labharness.app.workspace import Workspace, quoted
from labharness.cli.console import (
    ERROR,
    JsonOption,
    print_json,
    screen,
    shown_standing,
    table,
    working,
)
from labharness.cli.ledger_progress import LedgerProgress
from labharness.cli.running import describe
from labharness.evidence.history.run import RunHistory
from labharness.language.sample_words import recorded_sample
from labharness.language.standings import standing_words
from labharness.reporting.banners import SPECIMEN


def command(
    *,
    workspace: Annotated[Path, typer.Option("--workspace", "-w", help="Folder for runs and reports.")] = Path(
        "labharness-demo"
    ),
    as_json: JsonOption = False,
) -> int:
    """Test four simulated devices in seven runs, and build a signed SPECIMEN report of a submission."""
    # The signature's libraries are not for the other commands here.
    from labharness.app.demonstration import demo_submission

    space = Workspace.init(workspace)
    submission = demo_submission.file_submission(space)
    reports = []
    if not as_json:
        screen.print(
            f"Four simulated devices in separate processes, {len(demonstration.CASES)} runs. Every seed is "
            f"{demonstration.SEED}, fixed in advance and not selected.",
        )
    for case in demonstration.CASES:
        if as_json:
            reports.append(demonstration.run_demo(space, case, submission=submission))
            continue
        with LedgerProgress(case.title) as progress:
            reports.append(demonstration.run_demo(space, case, progress.attach, progress.step, submission))
    with working("Building and signing the rehearsal of the submission's report", quiet=as_json):
        runs = [report.run for report in reports if not report.case.by_hand]
        issued = demo_submission.report_submission(space, submission, runs)
    if as_json:
        conclusion = issued.case.conclusion
        text = {
            "report": str(issued.bundle.path),
            "specimen": conclusion.specimen,
            "outcome": conclusion.outcome.value,
            "standing": issued.case.standing,
            "given": conclusion.given,
        }
        print_json(
            {
                "runs": [describe(report.run, report.outcome, report.report) for report in reports],
                "submission": text,
            }
        )
    else:
        screen.print(_table(reports))
        screen.print(
            f"{SPECIMEN}: {standing_words(issued.case.standing)}, “{issued.case.conclusion.given or 'no recommendation'}”, "
            f"with three trial signatures: {_near(issued.bundle.path)}/{issued.bundle.file}\n"
            f"To verify it, run: labharness report verify {quoted(_near(issued.bundle.path))} --specimen "
            f"--workspace {quoted(_near(space.path))}",
        )
        screen.print(
            f"To verify a run against its report, run: labharness verify {reports[-1].run.run} --head HASH-FROM-ITS-FOOTER "
            f"--workspace {workspace}",
        )
    return 0 if all(report.as_expected for report in reports) else ERROR


def _table(reports: list[demonstration.CaseReport]) -> Table:
    shown = table("Device, plan and report", "Verdict, ending", "Recorded", whole=0)
    for report in reports:
        ending, summary = report.outcome.ending, RunHistory.of(report.run).summary
        assert ending is not None
        units = "\n".join(recorded_sample(summary.units, summary.observed))
        names = Text.assemble((report.case.title, "bold"), f"\n{report.case.plan}\n{_near(report.report)}")
        result = Text.assemble(shown_standing(summary.standing(alive=False)), f"\n{ending.value}")
        shown.add_row(names, result, units)
        shown.add_section()
    return shown


def _near(path: Path) -> Path:
    """Return a path as seen from here, where it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
