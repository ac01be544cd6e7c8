"""The demonstration: four simulated devices as processes of their own, driven through seven plans to seven reports.

The tour of a first start: a simulated shuffler with a known defect, two questions to a person, and a report.

What the demonstration files for its rehearsal: items, software, documents, and the decisions of its people.

Each text says that it belongs to a rehearsal and stands for another; nothing here is claimed of a product.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from importlib import resources
from inspect import getfile
from pathlib import Path

from labharness.app.devices.preflight import RunOrder
from labharness.app.plug_ins.discovery import discover
from labharness.app.reports.run_reports import build
from labharness.app.runs.services import load_plan, start_run
from labharness.app.workspace.register import open_register, store
from labharness.app.workspace.workspace import Workspace, numbered
from labharness.assessment.conclusion import Conclusion
from labharness.child_processes import command_line
from labharness.errors import DeviceNotFound
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.outside import LONGEST_LINE
from labharness.filings.entries.checklist import ChecklistItem, checklist_state
from labharness.filings.entries.entry import Attached, Entry
from labharness.filings.entries.events import Component, Equipment, Product, Unit
from labharness.filings.entries.review import (
    Certification,
    Confirmation,
    Document,
    ErrorCondition,
    PlanApproval,
    SecurityFinding,
    Waiver,
)
from labharness.filings.entries.snapshot import Submission
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.eastern_time import eastern
from labharness.model.reasons.run import Course
from labharness.model.reasons.wire import Simulated
from labharness.model.results import Outcome
from labharness.plans.frozen import FrozenPlan, find_plan, freeze, frozen_plan
from labharness.plans.plan import Acquire, ValidateCapture
from labharness.plans.suite import small_plan
from labharness.reason import OnStep, unheard
from labharness.runner.cutting import Conducted
from labharness.simulators.catalog import machine_classes
from labharness.simulators.firmware import Firmware

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


WAIVED = "special-test-equipment"
"""Document that the rehearsal waives, to show how it is done."""
_ERRORS = {"jam": "A card is jammed", "door": "A door is open", "generator": "The generator's own test fails"}
"""Error conditions by the stage that brings each about."""
_ITEMS = {"generator": ("failure",)}
"""Items of an inspection that show the condition."""


def tested(runs: list[RunFolder]) -> Iterator[Entry]:
    """Yield products, units, software and error conditions of what the runs tested, each once."""
    entries: dict[tuple[str, str], Entry] = {}
    for run in runs:
        summary, frozen = RunHistory.of(run).summary, frozen_plan(run)
        if summary.identity is not None:
            for entry in _tested(summary, summary.identity, frozen):
                entries.setdefault((entry.kind, entry.id), entry)
    yield from entries.values()


def _tested(summary: RunSummary, identity: DeviceIdentity, frozen: FrozenPlan) -> Iterator[Entry]:
    device = frozen.plan.device_class
    product = device.value.replace("_", "-")
    yield Product(
        id=product,
        manufacturer=identity.manufacturer,
        model=identity.model,
        device_class=device,
        games=(frozen.game.id,),
    )
    yield Unit(
        id=product,
        product=product,
        serial=identity.serial,
        received=eastern(datetime.fromisoformat(summary.started))[0].date(),
        condition="A process of this computer.",
    )
    for text in summary.software[0] if summary.software else ():
        yield from _component(
            product, identity.model, text, eastern(datetime.fromisoformat(summary.started))[0].date()
        )
    for stage in frozen.plan.trials:
        if stage.name in _ERRORS:
            yield ErrorCondition(
                id=f"{product}-{stage.name}",
                product=product,
                code=stage.name.upper(),
                condition=_ERRORS[stage.name],
                action="Rehearsal: take it out of service.",
                stages=(stage.name,),
                items=_ITEMS.get(stage.name, ()),
            )


def _component(product: str, model: str, component: SoftwareComponent, today: date) -> Iterator[Entry]:
    """Yield a component with the hash that is computed here, and the search for its weaknesses."""
    machine = next((each for each in machine_classes().values() if model == each.TITLE), None)
    owner = Firmware if component.name == "interface" else machine
    assert owner is not None  # the demonstration started it
    result = Component(
        id=f"{product}-{component.name}",
        product=product,
        name=component.name,
        version=component.version,
        medium="a file of this installation",
        algorithm="sha256",
        digest=hashlib.sha256(Path(getfile(owner)).read_bytes()).hexdigest(),
        obtained="Computed by the demonstration from the file that the simulation runs.",
        taken_over=False,
        rebuilt="no",
        rebuilt_remark="It is the source itself.",
    )
    yield result
    yield SecurityFinding(
        id=result.id,
        title="Published vulnerabilities",
        component=result.id,
        assessment="Rehearsal: nothing was searched for, as the component is a file of labharness itself.",
        status="not affected",
        checked=today,
    )


def equipment() -> Iterator[Entry]:
    """Yield what the demonstration measures with."""
    for id_, name in (("computer", "Computer of the demonstration"), ("reader", "Simulated reading shoe")):
        yield Equipment(id=id_, name=name, identification=id_, remark="Rehearsal: nothing is calibrated.")


def documents(workspace: Workspace, submission: Submission, today: date) -> Iterator[Entry]:
    """Yield a paper for each document that is asked for, but the one that is waived."""
    for state in checklist_state(submission):
        item = state.item
        if item is not None and item.id == "certification":
            yield Certification(
                id=item.id,
                name="labharness",
                title="the program itself",
                date=today,
                statement="Rehearsal: the simulated devices are those that labharness offers to everybody.",
                files=(_paper(workspace, item),),
            )
        elif item is not None and item.required and item.id != WAIVED:
            yield Document(
                id=item.id,
                item=item.id,
                title="A paper of the rehearsal that stands for it",
                status="received",
                received=today,
                files=(_paper(workspace, item),),
            )


def decisions(
    workspace: Workspace, submission: Submission, conclusion: Conclusion, by: str, today: date
) -> Iterator[Entry]:
    """Yield the authorizer's words: the waiver, and the confirmation of each clause that waits for one."""
    item = next(state.item for state in checklist_state(submission) if state.item and state.item.id == WAIVED)
    yield Waiver(
        id="waiver",
        item=WAIVED,
        by=by,
        date=today,
        source="The whole of the attached paper.",
        reason="The devices are processes of this computer and have no lock, cable or door.",
        files=(_paper(workspace, item, "No key, cable or tool opens a process of this computer."),),
    )
    waiting = dict.fromkeys(row.clause for each in conclusion.matrices for row in each.rows if row.open)
    for place, clause in enumerate(waiting, 1):
        yield Confirmation(
            id=f"confirmation-{place}",
            clause=clause,
            by=by,
            date=today,
            source="The list of clauses of this installation.",
            reason="Rehearsal: it shows where a wording is confirmed; the Code itself was not opened.",
        )


def approval(frozen: FrozenPlan, by: str) -> PlanApproval:
    """Return the approval of a plan, for the demonstration to file before the plan's run."""
    today = eastern(datetime.now(UTC))[0].date()
    return PlanApproval(id=frozen.plan.id, plan=frozen.plan.id, sha256=frozen.sha256, by=by, date=today)


def _paper(workspace: Workspace, item: ChecklistItem, says: str = "") -> Attached:
    """Keep a file that says which document it stands for."""
    folder = workspace.path / "bench" / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"SPECIMEN-{item.id}.txt"
    text = says or "A submitter sends the document itself."
    path.write_text(f"SPECIMEN of a document, for a rehearsal.\n{item.title}.\n{text}\n", encoding="utf-8")
    return store(workspace).add(path)
