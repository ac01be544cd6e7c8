"""The act ``labharness demo``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Listing, Seat, Shown, Styled, Tell, Watch, act, silent, unwatched
from labharness.acts.gates import OUTSIDE
from labharness.acts.run import ConductedRun, values
from labharness.app.workspace.workspace import Workspace, quoted
from labharness.language.standings import standing_words
from labharness.model.reasons.conduct import Doing
from labharness.model.results import ExitCode
from labharness.reason import OnStep

if TYPE_CHECKING:  # the signature's libraries are not for the help
    from labharness.app.demonstration.demo import CaseReport
    from labharness.app.reports.submission_reports import Issued


@dataclass(frozen=True, slots=True)
class Demonstrated:
    """The runs of a demonstration, and the report of its submission."""

    workspace: Workspace
    cases: tuple[CaseReport, ...]
    issued: Issued


def _shown(demonstrated: Demonstrated) -> Iterator[Shown]:
    from labharness.reporting.layout import SPECIMEN

    issued, cases, space = demonstrated.issued, demonstrated.cases, demonstrated.workspace.path
    yield Listing(
        ("Device, plan and report", "Verdict, ending", "Recorded"), tuple(map(_row, cases)), whole=0
    )
    given = issued.case.conclusion.given or "no recommendation"
    report = _near(issued.bundle.path)
    yield (
        f"{SPECIMEN}: {standing_words(issued.case.standing)}, “{given}”, with three trial signatures: "
        f"{report}/{issued.bundle.file}"
    )
    yield (
        f"To verify it, run: labharness report verify {quoted(report)} --specimen --workspace "
        f"{quoted(_near(space))}"
    )
    yield (
        f"To verify a run against its report, run: labharness verify {cases[-1].run.run} --head HASH-FROM-ITS-FOOTER "
        f"--workspace {quoted(_near(space))}"
    )


def _row(report: CaseReport) -> tuple[Any, ...]:
    from labharness.evidence.history.run import RunHistory
    from labharness.language.run_groups import recorded_sample

    ending, summary = report.outcome.ending, RunHistory.of(report.run).summary
    assert ending is not None
    return (
        (Styled(report.case.title), f"\n{report.case.plan}\n{_near(report.report)}"),
        (summary.standing(alive=False), f"\n{ending.value}"),
        "\n".join(recorded_sample(summary.units, summary.observed)),
    )


def _near(path: Path) -> Path:
    """Return a path as seen from here, where it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _values(demonstrated: Demonstrated) -> dict[str, Any]:
    issued = demonstrated.issued
    return {
        "runs": [values(ConductedRun(each.run, each.outcome, each.report)) for each in demonstrated.cases],
        "submission": {
            "report": issued.bundle.path,
            "specimen": issued.case.conclusion.specimen,
            "outcome": issued.case.conclusion.outcome.value,
            "standing": issued.case.standing,
            "given": issued.case.conclusion.given,
        },
    }


@act(
    OUTSIDE,
    "It makes a workspace of its own at a console to show the product; the window has the tour.",
    shown=_shown,
    values=_values,
    code=lambda demonstrated: (
        ExitCode.PASSED if all(each.as_expected for each in demonstrated.cases) else ExitCode.ERROR
    ),
)
def demo(
    _: Seat,
    *,
    workspace: Annotated[Path, typer.Option("--workspace", "-w")] = Path("labharness-demo"),
    tell: Tell = silent,
    step: OnStep = silent,
    watch: Watch = unwatched,
) -> Demonstrated:
    """Test four simulated devices in seven runs, and build a signed SPECIMEN report of a submission."""
    from labharness.app.demonstration.demo import CASES, SEED, run_demo
    from labharness.app.demonstration.demo_submission import file_submission, report_submission

    space = Workspace.init(workspace)
    submission, cases = file_submission(space), []
    tell(
        f"Four simulated devices in separate processes, {len(CASES)} runs. Every seed is {SEED}, fixed in advance and "
        "not selected."
    )
    for case in CASES:
        with watch(case.title, asks=False) as following:
            cases.append(run_demo(space, case, following.attach, following.step, submission))
    step(Doing.REHEARSING())
    runs = [each.run for each in cases if not each.case.by_hand]
    return Demonstrated(space, tuple(cases), report_submission(space, submission, runs))
