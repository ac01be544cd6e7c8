"""Commands about plans: list, coverage, check, copy, make, claims."""

from __future__ import annotations

import os
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from labharness.analysis.power.claimed_detection import claims
from labharness.analysis.power.power_table import FOLDER
from labharness.app import services
from labharness.app.cli.console import JsonOption, print_json, print_mistakes, screen, table
from labharness.app.cli.games import left_out
from labharness.app.cli.power_bars import power_bars
from labharness.app.cli.root import app
from labharness.app.discovery import discover
from labharness.app.power_tables import QUICK, computed, keep, usual
from labharness.app.workspace import quoted
from labharness.errors import PlanError, StorageError
from labharness.model.device import DeviceClass
from labharness.model.results import Ending
from labharness.plans.composed import coverage
from labharness.plans.frozen import find_plan

plans_app = typer.Typer(
    help="Test plans: list them, make one, or check a file before it is used.", no_args_is_help=True
)
app.add_typer(plans_app, name="plans")

GameOption = Annotated[str | None, typer.Option(help="Only those of this game, by its id.")]
DeviceOption = Annotated[str | None, typer.Option(help="Only those of this device class.")]


@plans_app.command("list")
def list_plans(*, game: GameOption = None, device: DeviceOption = None, as_json: JsonOption = False) -> int:
    """List the plans: those that come as files, and those that a game and a device class make."""
    games, classes = sorted({cell.game for cell in coverage()}), list(DeviceClass)
    if game not in (None, *games):
        raise PlanError((f"The game {game!r} is not known; choose one of: {', '.join(games)}.",))
    if device not in (None, *classes):
        raise PlanError((f"The device class {device!r} is not known; choose one of: {', '.join(classes)}.",))
    found = [
        one for one in services.plans() if game in (None, one.game_id) and device in (None, one.device_class)
    ]
    if as_json:
        print_json([asdict(one) for one in found])
        return left_out()
    if screen.width < 110:  # beside the longest id, a title would be a column of single words
        for one in found:
            screen.print(f"{one.id}\n    {one.title}", markup=False)
        return left_out()
    shown = table("Plan", "Title")
    for one in found:
        shown.add_row(one.id, one.title)
    screen.print(shown)
    return left_out()


@plans_app.command("coverage")
def show_coverage(*, as_json: JsonOption = False) -> int:
    """Say for every game and device class which plan there is, or that the chapter is silent."""
    cells = coverage()
    if as_json:
        print_json([asdict(cell) for cell in cells])
        return left_out()
    for name, group in groupby(cells, key=lambda cell: cell.game):
        screen.print(f"\n{name}", style="bold")
        for cell in group:
            screen.print(f"  {cell.device.words:37}{cell.permitted:10}{cell.plan or ''}", markup=False)
    planned = sum(cell.plan is not None for cell in cells)
    silent = sum(cell.permitted == "silent" for cell in cells)
    screen.print(
        f"\n{len({cell.game for cell in cells})} games × {len(DeviceClass)} device classes: {planned} plans, {silent} silent."
    )
    return left_out()


@plans_app.command("make")
def make_plan(
    game: Annotated[str, typer.Argument(help="Id of a game.")],
    device: Annotated[str, typer.Argument(help="Device class, such as batch_shuffler.")],
    *,
    decks: Annotated[
        int | None, typer.Option(min=1, help="Decks of one batch; the usual ones if left out.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="Where to put it, ending in .toml; printed if left out.")
    ] = None,
    without_power: Annotated[
        bool, typer.Option("--without-power", help="Leave out the table of what its sample could show.")
    ] = False,
    replicates: Annotated[
        int, typer.Option(min=1, help="Submissions simulated for each defect of that table.")
    ] = QUICK,
    as_json: JsonOption = False,
) -> None:
    """Make the plan of a game and a device class, with another number of decks if you like.

    A plan that is put into a file gets its table of power beside it, in the folder power/.
    """
    content = services.made_plan(game, device.replace("-", "_"), decks)
    if file is None:
        if as_json:
            print_json({"game": game, "device": device, "plan": content.decode()})
        else:
            typer.echo(
                content, nl=False
            )  # bytes: UTF-8 whatever the console is set to, so that > FILE is a plan
        return
    _put(content, file)
    kept = None if without_power else _with_power(file, replicates, quiet=as_json)
    if as_json:
        print_json(
            {"game": game, "device": device, "file": str(file), "power": None if kept is None else str(kept)}
        )
        return
    if kept is not None:
        screen.print(
            f"What its sample could show is kept in {kept}; reports of its runs print it.", markup=False
        )
    elif without_power:
        screen.print(
            "Its table of power is left out, and reports of its runs say so; add it with: "
            f"labharness plans power {quoted(file)} --into {quoted(file.parent / FOLDER)}",
            markup=False,
        )
    screen.print(f"Next: labharness plans check {quoted(file)}", markup=False)


def _with_power(file: Path, replicates: int, *, quiet: bool) -> Path | None:
    """Compute the table of a plan file and keep it beside it; None where the plan draws no sample."""
    catalogue = discover()
    frozen = services.load_plan(str(file), catalogue)
    defects = usual(frozen)
    if not defects:
        return None
    with power_bars(defects, replicates, quiet=quiet) as on_done:
        table = computed(frozen, catalogue, defects, replicates, workers=os.cpu_count() or 1, on_done=on_done)
    return keep(table, frozen, file.parent / FOLDER)


@plans_app.command("claims")
def plan_claims(
    plan: Annotated[str, typer.Argument(help="A plan file, or the id of a plan.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """List the faults that a plan claims to find, as 'labharness simulate' takes them, and what finds them."""
    catalogue = discover()
    frozen = services.load_plan(plan, catalogue)
    found = claims(frozen, catalogue)
    if as_json:
        print_json({"plan": frozen.plan.id, "sha256": frozen.sha256, "claims": list(map(asdict, found))})
        return
    shown = table("Fault", "Found by", "Because", "Run")
    for one in found:
        by = ", ".join(f"{name} {'always' if p == 1 else f'{p:.1%}'}" for name, p in one.finds.items())
        ends = one.verdict.value if one.verdict else "no PASS at first"
        ends += "" if one.ending is Ending.COMPLETE else f", {one.ending.value}"
        shown.add_row(one.name, by or "its ending", one.why, ends)
    screen.print(shown)


@plans_app.command("check")
def check_plan(
    file: Annotated[str, typer.Argument(help="A plan file, or the id of a plan.")],
    *,
    as_json: JsonOption = False,
) -> int:
    """Check a plan file and print every mistake at once."""
    try:
        frozen = services.load_plan(file, discover())
    except PlanError as error:
        return print_mistakes(error, as_json=as_json)
    if as_json:
        print_json(
            {"good": True, "id": frozen.plan.id, "version": frozen.plan.version, "sha256": frozen.sha256}
        )
    else:
        screen.print(
            f"{frozen.plan.id} version {frozen.plan.version} is good; SHA-256 {frozen.sha256}", markup=False
        )
    return 0


@plans_app.command("copy")
def copy_plan(
    plan: Annotated[str, typer.Argument(help="Id of a plan.")],
    file: Annotated[Path, typer.Argument(help="Where to put the copy, ending in .toml.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Copy a plan to begin one of your own."""
    content, _ = find_plan(plan)
    _put(content, file)
    if as_json:
        print_json({"plan": plan, "file": str(file)})
        return
    screen.print(f"Edit {file}, then: labharness plans check {quoted(file)}", markup=False)


def _put(content: bytes, file: Path) -> None:
    """Write a plan where there is none yet."""
    try:
        with file.open("xb") as new:
            new.write(content)
    except FileExistsError as error:
        raise PlanError((f"{file}: it exists already; choose another name.",)) from error
    except OSError as error:
        raise StorageError(
            f"{str(file)[:200]} cannot be written ({error.strerror}); choose another place."
        ) from error
