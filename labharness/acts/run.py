"""The act ``labharness run``, and how a run comes out that a person or a bench conducts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Seat, Shown, Tell, Watch, WindowControl, act, silent, tr, unwatched
from labharness.acts.gates import elsewhere
from labharness.acts.parameters import BenchOfQueueOption, DeviceOption, NameOption, ReaderOption
from labharness.language.catalog import say
from labharness.language.run_groups import worded
from labharness.model.device import MAY_RUN
from labharness.model.results import ExitCode, exit_code
from labharness.reason import OnStep, Reason

if TYPE_CHECKING:  # they load the runner, which the help need not wait for
    from labharness.app.devices.preflight import ClockState
    from labharness.app.workspace.workspace import Workspace
    from labharness.evidence.folder import RunFolder
    from labharness.evidence.history.summary import RunSummary
    from labharness.runner.cutting import Conducted

    Conduct = Callable[[Callable[[RunFolder], None], OnStep], tuple[RunFolder, Conducted]]
    """Conducts a run; takes who hears that it began, and who hears what is done while nothing is recorded."""


@dataclass(frozen=True, slots=True)
class ConductedRun:
    """A run that was conducted, as far as it went.

    Parameters
    ----------
    report
        None where it has not ended, or for some problems.
    remarks
        What its times are worth.
    """

    folder: RunFolder
    outcome: Conducted
    report: Path | None
    problems: tuple[Reason, ...] = ()
    remarks: tuple[Reason, ...] = ()
    clock: ClockState | None = None

    @property
    def summary(self) -> RunSummary:
        """What its records come to."""
        from labharness.evidence.history.run import RunHistory

        return RunHistory.of(self.folder).summary


def conducted(
    workspace: Workspace, title: str, conduct: Conduct, tell: Tell, watch: Watch, *, practice: bool = False
) -> ConductedRun:
    """Conduct a run while whoever waits watches it, and build its report.

    Parameters
    ----------
    practice
        Whether a clock that is not right is told of; a run whose times are evidence is refused instead.
    """
    from labharness.app.devices.preflight import ClockState, clock_state
    from labharness.app.reports.run_reports import build
    from labharness.errors import LabharnessError
    from labharness.model.reasons.night import Nights
    from labharness.model.reasons.run import Runs

    clock = clock_state(workspace)
    remarks = (Nights.CLOCK_UNSYNCHRONIZED(),) if practice and clock is ClockState.UNSYNCHRONIZED else ()
    for each in remarks:
        tell(say(each))
    with watch(title) as following:
        folder, outcome = conduct(following.attach, following.step)
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
    return ConductedRun(folder, outcome, report, problems, remarks, clock)


def lines(run: ConductedRun) -> Iterator[Shown]:
    """Say how a run came out."""
    from labharness.acts.show import simulated
    from labharness.analysis.decision.rule import awaits_retest
    from labharness.language.run_groups import recorded_sample

    name, outcome, summary = run.folder.run, run.outcome, run.summary
    verdict = outcome.verdict
    yield from simulated(summary)
    if verdict is None or outcome.ending is None:
        yield f"{worded(outcome.reasons)} To continue, run: labharness resume {name}"
        return
    ending = f"  {name}, ending {outcome.ending.value}: {worded(outcome.reasons)}"
    yield (summary.standing(alive=False), ending)
    for reason in verdict.reasons:
        yield f"  - {say(reason, summary.titles)}"
    if any(map(awaits_retest, verdict.decisions)):
        yield (
            "Unless this was the retest, run the same plan once more on the same unit. Then run: "
            f"labharness settle {name}"
        )
    units = ", ".join(recorded_sample(summary.units, summary.observed))
    yield f"Recorded: {units or 'nothing'}. Head hash: {outcome.head}"
    if run.problems:
        advice = f"The run has ended and is kept. Build the report with: labharness report build {name}"
        yield f"Report not built: {worded(run.problems)} {advice}"
    else:
        yield f"Report: {run.report}"


def values(run: ConductedRun) -> dict[str, Any]:
    """Return how a run came out."""
    outcome, summary = run.outcome, run.summary
    standing = summary.standing(alive=False)
    described = {
        "run": run.folder.run,
        "simulated": dict(summary.simulation),
        "folder": run.folder.path,
        "verdict": standing.verdict,
        "standing": standing,
        "reasons": outcome.verdict.reasons if outcome.verdict else (),
        "ending": outcome.ending.value if outcome.ending else None,
        "sentence": worded(outcome.reasons),
        "causes": outcome.reasons,
        "head": outcome.head,
        "report": run.report,
    }
    given = {"clock": run.clock, "notes": run.remarks, "problems": run.problems}
    return described | {name: value for name, value in given.items() if value}


def code(run: ConductedRun) -> int:
    """Return the exit code of a run."""
    if run.problems:
        return ExitCode.ERROR
    return exit_code(run.summary.standing(alive=False), run.outcome.ending)


@act(
    elsewhere("the list of people, or the bench that has taken the run", *MAY_RUN),
    WindowControl("New run", tr("&Start now")),
    shown=lines,
    values=values,
    code=code,
)
def run(
    seat: Seat,
    plan: str,
    *,
    device: DeviceOption,
    reader: ReaderOption = None,
    name: NameOption = None,
    operator: str = "",
    adapter: str | None = None,
    reader_adapter: str | None = None,
    simulated: str = "",
    cards: str | None = None,
    submission: str = "",
    bench: BenchOfQueueOption = "",
    tell: Tell = silent,
    watch: Watch = unwatched,
) -> ConductedRun:
    """Run a plan on a device, to a verdict and a report.

    Ctrl-C stops the run at any time and keeps its records.  After a power cut or a crash, use 'labharness
    resume'.
    """
    from labharness.app.devices.preflight import RunOrder, is_evidence
    from labharness.app.runs.run_index import doubted_data
    from labharness.app.runs.services import start_run

    order = RunOrder(
        plan, device, reader, name, operator, adapter, simulated, cards, submission, reader_adapter
    )
    for each in doubted_data(seat.workspace, device):
        tell(say(each))
    return conducted(
        seat.workspace,
        Path(plan).stem,
        lambda begun, step: start_run(seat.workspace, order, begun, step, by=seat.by, bench=bench),
        tell,
        watch,
        practice=not is_evidence(order),
    )
