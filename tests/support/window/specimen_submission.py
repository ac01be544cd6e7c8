"""Submissions for pictures of the window: one with a small run of a simulated generator, one only just filed."""

from __future__ import annotations

from pathlib import Path

from labharness.app.demonstration.demo_submission import file_submission, report_submission
from labharness.app.devices.preflight import RunOrder
from labharness.app.runs.services import start_run
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.plans.suite import small_plan
from labharness.simulators.process import start
from tests.support.window.specimen import DRAWS

STAGES = {"draws": {"units": 3500, "batch": 500}, "raw": {"units": 20000, "batch": 4000}}
SEED = 4614


def write_submissions(place: Path) -> Workspace:
    """Make a workspace with a register; every verdict in it is computed, none is written here."""
    workspace = Workspace.init(place)
    plan = workspace.path / "plans" / "small.toml"
    plan.write_bytes(small_plan(DRAWS, STAGES, plan_id=f"{DRAWS}-short"))
    tested = file_submission(workspace)
    _retitle(workspace, tested, tested, "A simulated generator")
    with start("rng", seed=SEED) as device:
        order = RunOrder(
            str(plan),
            device.url,
            name="20250312T083000-starting-position",
            operator="Demonstration engineer",
            simulated="a generator of this computer",
            submission=tested,
        )
        run, _ = start_run(workspace, order, by="engineer")
    report_submission(workspace, tested, [run])
    _retitle(workspace, tested, "demo-2", "Filed, not tested yet")
    return workspace


def _retitle(workspace: Workspace, like: str, name: str, title: str) -> None:
    """File under a title what a submission filed: anew, or under another name."""
    with open_register(workspace) as register:
        filing = register.snapshot(like).filing
        changed = filing.model_copy(update={"id": name, "reference": name.upper(), "title": title})
        register.put(name, changed, "engineer", "Part of the demonstration.")
