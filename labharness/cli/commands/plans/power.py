"""The command ``labharness plans power``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from labharness.analysis.power.defects.named import defect as named
from labharness.analysis.power.detection import REPLICATES, SEED, DetectionRate
from labharness.analysis.power.power_table import FOLDER, PowerTable
from labharness.app import services
from labharness.app.catalog.power_tables import computed, keep, usual
from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.cli.power_bars import power_bars
from labharness.language.catalog import say
from labharness.language.sample_words import recorded_sample
from labharness.model.reasons.statement import Statements
from labharness.plans.frozen import FrozenPlan


def command(
    plan: Annotated[str, typer.Argument(help="Plan, by id or file.")],
    *,
    defect: Annotated[
        list[str] | None,
        typer.Option(help="Defect, NAME or NAME:STRENGTH, such as riffles:7; repeat for several."),
    ] = None,
    replicates: Annotated[
        int, typer.Option(min=1, help="Number of simulated submissions for each defect.")
    ] = REPLICATES,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all random numbers.")] = SEED,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of processes; default: one for each processor.")
    ] = None,
    write: Annotated[
        bool,
        typer.Option("--write", help="Store the table in the workspace for reports of future runs."),
    ] = False,
    into: Annotated[Path | None, typer.Option(help="Store the table in this folder.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Simulate the detection rates of a plan for known defects, and its false-alarm rate."""
    folder = Workspace.open(workspace).path / "plans" / FOLDER if write else into
    catalog = discover()
    frozen = services.load_plan(plan, catalog)
    chosen = tuple(map(named, defect)) if defect else usual(frozen)
    with power_bars(chosen, replicates, quiet=as_json) as on_done:
        found = computed(
            frozen,
            catalog,
            chosen,
            replicates,
            seed,
            workers=workers or os.cpu_count() or 1,
            on_done=on_done,
        )
    kept = None if folder is None else keep(found, frozen, folder)
    if as_json:
        rates, rows = asdict(found.false_alarms), list(map(asdict, found.rows))
        print_json(
            {"plan": found.plan, "sha256": found.sha256, "false_alarms": rates, "power": rows}
            | ({"file": str(kept)} if kept else {})
        )
        return
    _tell(found, frozen, catalog.titles(frozen.plan.checks))
    if kept:
        screen.print(f"Stored in {kept}. Future runs of this plan report it.")


def _tell(found: PowerTable, frozen: FrozenPlan, titles: Mapping[str, str]) -> None:
    shown = table("Defect", "What it is", "Not passed at first", "FAIL in the end", "Found by")
    for each in found.rows:
        early = (
            f"monitoring of {stage} {one.times} (median after {one.median:g})"
            for stage, one in each.ended_early.items()
        )
        by = ", ".join(
            (*early, *(f"{titles.get(name, name)} {hits}" for name, hits in each.found_by.items() if hits))
        )
        shown.add_row(each.defect, each.title, _share(each.not_passed), _share(each.failed), by or "none")
    screen.print(shown)
    stages = frozen.plan.acquisitions
    units = ", ".join(
        recorded_sample(
            {one.name: one.units for one in stages}, {one.name: one.observes.value for one in stages}
        )
    )
    rates = found.false_alarms
    screen.print(
        f"{found.plan} version {found.version} ({units}): {found.replicates:,} submissions simulated for each "
        f"defect, seed {found.seed}; proportions with exact 95% limits. By the levels alone, a fair device fails in at "
        f"most {rates.fail_at_most:.2%} and does not pass at first in at most {rates.not_passed_at_most:.2%}.",
    )
    screen.print(say(Statements.UNBOUNDED()))


def _share(estimate: DetectionRate) -> str:
    return f"{estimate.share:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"
