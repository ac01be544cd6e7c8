"""The demonstration: four simulated devices as processes of their own, driven through seven plans to seven reports.

The tour of a first start: a simulated shuffler with a known defect, two questions to a person, and a report.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from labharness.app.demonstration.demo_papers import approval
from labharness.app.devices.preflight import RunOrder
from labharness.app.plug_ins.discovery import discover
from labharness.app.reports.run_reports import build
from labharness.app.runs.services import load_plan, start_run
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace, numbered
from labharness.child_processes import command_line
from labharness.errors import DeviceNotFound
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import LONGEST_LINE
from labharness.model.reasons.run import Course
from labharness.model.reasons.wire import Simulated
from labharness.model.results import Outcome
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.plan import Acquire, ValidateCapture
from labharness.plans.suite import small_plan
from labharness.reason import OnStep, unheard
from labharness.runner.cutting import Conducted

SEED = 4614
"""Seed of every simulation, for § 461a.4; chosen once, before anything was run with it."""
ENGINEER = "engineer"
"""Id of the person that the submission of the demonstration has for it."""
TRIALS = 2
"""Trials of each procedure in a plan of exercises."""


@dataclass(frozen=True, slots=True)
class DemonstrationRun:
    """One run of the demonstration.

    Parameters
    ----------
    kind
        Simulated machine.
    by_hand
        Whether it has no port.
    cards
        Whether it deals cards, so that an independent reader reads some of its units.
    exercises
        Whether only the procedures and inspections of the plan are carried out, with few trials, for the
        demonstration is to take about a minute.
    """

    title: str
    kind: str
    plan: str
    by_hand: bool = False
    cards: bool = False
    exercises: bool = False


CASES = tuple(
    DemonstrationRun(**row)
    for row in tomllib.loads(resources.files(__package__).joinpath("demo.toml").read_text("utf-8"))["run"]
)


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What came of one case."""

    case: DemonstrationRun
    run: RunFolder
    outcome: Conducted
    report: Path

    @property
    def as_expected(self) -> bool:
        """Whether the flawed machine failed, and the fair one passed or only repeated an earlier demonstration."""
        verdict = self.outcome.verdict
        if verdict is None:
            return False
        if self.case.by_hand:
            return verdict.outcome is Outcome.FAIL
        again = bool(verdict.reasons) and all(each.is_a(Course.SAME_DATA) for each in verdict.reasons)
        return verdict.outcome is Outcome.PASS or (again and verdict.outcome is Outcome.INCONCLUSIVE)


def run_demo(
    workspace: Workspace,
    case: DemonstrationRun,
    on_begun: Callable[[RunFolder], None] = lambda _: None,
    on_step: OnStep = unheard,
    submission: str = "",
) -> CaseReport:
    """Start the simulated device and bench of a case, conduct its run, and write its report."""
    name = f"demo-{case.kind.partition(':')[0].replace('_', '-')}"
    name = numbered(f"{name}-exercises-" if case.exercises else f"{name}-", workspace.run_names())
    run = workspace.path / "runs" / name
    with ExitStack() as stack:
        place = workspace.path / "bench" / run.name
        reader, tray = place / "reader", place / "tray"
        reader.mkdir(parents=True)
        device = "operator://" if case.by_hand else stack.enter_context(simulated_device(case, tray))
        if attended := _bench(case, run, reader, tray):
            stack.enter_context(_process(attended))
        order = RunOrder(
            plan=str(_exercises(workspace, case.plan)) if case.exercises else case.plan,
            device=device,
            reader=f"watch://{reader}" if case.cards or case.by_hand else None,
            name=run.name,
            operator="demo",
            simulated=f"{case.title}, seed {SEED}, fixed in advance and not selected",
            submission="" if case.by_hand else submission,
        )
        if order.submission:
            with open_register(workspace) as register:
                approved = approval(load_plan(order.plan, discover()), "authorizer")
                register.put(order.submission, approved, "authorizer", "Part of the demonstration.")
        folder, outcome = start_run(workspace, order, on_begun, on_step, by=ENGINEER if submission else None)
    return CaseReport(case, folder, outcome, build(workspace, folder).path)


def _exercises(workspace: Workspace, plan: str) -> Path:
    """Write the plan that holds only the procedures and inspections of another one, under an id of its own."""
    frozen = load_plan(plan, discover())
    sampled = [stage.name for stage in frozen.plan.stages if isinstance(stage, Acquire | ValidateCapture)]
    path = workspace.path / "plans" / f"{plan}-exercises.toml"
    path.write_bytes(small_plan(plan, {}, plan_id=path.stem, without=sampled, trials=TRIALS))
    return path


def _bench(case: DemonstrationRun, run: Path, reader: Path, tray: Path) -> list[str]:
    """Return the command of the simulated bench; empty where nobody is asked for anything."""
    command = ["simulate", "bench", "--run", str(run), "--reader", str(reader), "--seed", str(SEED)]
    if case.by_hand:
        return [*command, "--machine", case.kind]
    if case.exercises:
        return [*command, "--tray", str(tray), "--machine", case.kind]
    return [*command, "--tray", str(tray)] if case.cards else []


@contextmanager
def simulated_device(case: DemonstrationRun, tray: Path) -> Iterator[str]:
    """Run the simulated device of a case as a process; yields its URL."""
    command = ["simulate", case.kind, "--usbip", "127.0.0.1:0", "--seed", str(SEED)]
    if case.cards:
        command += ["--tray", str(tray)]
    with _process(command) as process:
        assert process.stdout is not None
        line = process.stdout.readline(LONGEST_LINE)
        if not line:
            raise DeviceNotFound(
                Simulated.NOT_STARTED(device=case.title, command=shlex.join(["labharness", *command]))
            )
        yield str(json.loads(line)["url"])


@contextmanager
def _process(arguments: list[str]) -> Iterator[subprocess.Popen[str]]:
    command = command_line(*arguments)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=10)


PLAN, STAGES = "blackjack-633a-batch-shuffler", ("identify", "shuffles", "starts")
"""Plan that is cut down, and the stages that are left of it; the last asks a person two questions."""
PLAN_ID = "tour-batch-shuffler"
DEVICE = DemonstrationRun("Ten-shelf shuffler, one pass", "shelf_shuffler:10", PLAN)
PREFIX = "tour"


def tour_plan() -> bytes:
    """Return the plan of the tour: the sample of shuffles as planned, without a reader, and two questions."""
    stages = freeze(*find_plan(PLAN)).plan.stages
    without = [stage.name for stage in stages if stage.name not in STAGES]
    reads = {stage.name: {"independent_reads": 0} for stage in stages if isinstance(stage, Acquire)}
    return small_plan(PLAN, {"shuffles": reads["shuffles"]}, plan_id=PLAN_ID, without=without)


def next_tour(workspace: Workspace) -> str:
    """Return a name that no run of the workspace has."""
    return numbered(f"{PREFIX}-", workspace.run_names())


def tour_command(workspace: Path, run: str) -> list[str]:
    """Return the command that conducts a run of the tour in a process of its own."""
    return command_line("tour", "--run", run, "--workspace", str(workspace), "--json")


def conduct_tour(
    workspace: Workspace,
    run: str,
    on_begun: Callable[[RunFolder], None],
    on_step: OnStep,
    by: str | None = None,
) -> tuple[RunFolder, Conducted]:
    """Start the simulated shuffler and conduct the run, whose questions a person answers."""
    place = workspace.path / "bench" / run
    place.mkdir(parents=True, exist_ok=True)
    plan = place / f"{PLAN_ID}.toml"
    plan.write_bytes(tour_plan())
    with simulated_device(DEVICE, place / "tray") as device:
        simulated = f"{DEVICE.title}, seed {SEED}, fixed in advance and not selected"
        order = RunOrder(plan=str(plan), device=device, name=run, operator="tour", simulated=simulated)
        return start_run(workspace, order, on_begun, on_step, by=by)
