"""The tour of a first start: a simulated shuffler with a known defect, two questions to a person, and a report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from labharness.app.demonstration.demo import SEED, DemonstrationRun, simulated_device
from labharness.app.preflight import RunOrder
from labharness.app.services import start_run
from labharness.app.workspace import Workspace
from labharness.child_processes import command_line
from labharness.evidence.folder import RunFolder
from labharness.plans.cut_down import small_plan
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.stages import Acquire
from labharness.runner.concluding import Conducted

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
    taken, number = {folder.run for folder in workspace.runs()}, 1
    while (name := f"{PREFIX}-{number}") in taken:
        number += 1
    return name


def tour_command(workspace: Path, run: str) -> list[str]:
    """Return the command that conducts a run of the tour in a process of its own."""
    return command_line("tour", "--run", run, "--workspace", str(workspace), "--json")


def conduct_tour(
    workspace: Workspace,
    run: str,
    on_begun: Callable[[RunFolder], None],
    on_step: Callable[[str], None],
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
