"""What a plan could show: labharness plans power."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from labharness.analysis.declared import declared_checks, declared_rule
from labharness.analysis.false_alarms import false_alarms
from labharness.analysis.fault_models.named import defect as named
from labharness.analysis.fault_models.named import usual_defects
from labharness.analysis.power import REPLICATES, SEED, Estimate, Power, power
from labharness.app import services
from labharness.app.cli.console import JsonOption, notes, print_json, screen, table
from labharness.app.cli.workspace import plans_app
from labharness.app.discovery import discover


@plans_app.command("power")
def plan_power(
    plan: Annotated[str, typer.Argument(help="A plan file, or the id of a packaged plan.")],
    *,
    defect: Annotated[
        list[str] | None,
        typer.Option(help="NAME or NAME:STRENGTH, such as riffles:7; may be given several times."),
    ] = None,
    replicates: Annotated[
        int, typer.Option(min=1, help="Submissions simulated for each defect.")
    ] = REPLICATES,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all chance.")] = SEED,
    as_json: JsonOption = False,
) -> None:
    """Say how often a plan would find devices with known defects, and speak against a fair one."""
    catalogue = discover()
    frozen = services.load_plan(plan, catalogue)
    kinds = frozenset(stage.observes for stage in frozen.plan.acquisitions)
    chosen = tuple(map(named, defect)) if defect else usual_defects(kinds)
    rates = asdict(false_alarms(declared_checks(frozen.plan, catalogue), declared_rule(frozen.plan)))
    found: list[Power] = []
    columns = (
        TextColumn("{task.description:<24}", markup=False),
        BarColumn(28),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=notes, disable=as_json) as progress:
        for one in chosen:
            bar = progress.add_task(one.name, total=replicates)
            told = partial(_advance, progress, bar)
            found.append(power(frozen, catalogue, one, replicates, seed, told))
    if as_json:
        print_json(
            {
                "plan": frozen.plan.id,
                "sha256": frozen.sha256,
                "false_alarms": rates,
                "power": list(map(asdict, found)),
            }
        )
        return
    shown = table("Defect", "What it is", "Not passed at first", "FAIL in the end", "Found by")
    for each in found:
        by = ", ".join(f"{name} {hits}" for name, hits in each.found_by.items() if hits)
        shown.add_row(each.defect, each.title, _share(each.not_passed), _share(each.failed), by or "none")
    screen.print(shown)
    units = ", ".join(f"{stage.units:,} {stage.name}" for stage in frozen.plan.acquisitions)
    screen.print(
        f"{frozen.plan.id} version {frozen.plan.version} ({units}): {replicates:,} submissions simulated for each "
        f"defect, seed {seed}; shares with exact 95 % limits. By its levels alone a fair device fails in at most "
        f"{rates['fail_at_most']:.2%} and does not pass at first in at most {rates['not_passed_at_most']:.2%}.",
        markup=False,
    )


def _advance(progress: Progress, bar: TaskID, done: int) -> None:
    progress.update(bar, completed=done)


def _share(estimate: Estimate) -> str:
    return f"{estimate.share:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"
