"""Commands about plans: list, coverage, check, copy, make."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from labharness.app import services
from labharness.app.cli.console import ERROR, JsonOption, print_json, screen, table
from labharness.app.cli.root import app
from labharness.app.discovery import discover
from labharness.errors import PlanError
from labharness.model.device import DeviceClass
from labharness.plans.composed import coverage
from labharness.plans.frozen import find_plan

plans_app = typer.Typer(
    help="Test plans: list them, make one, or check a file before it is used.", no_args_is_help=True
)
app.add_typer(plans_app, name="plans")

GameOption = Annotated[str | None, typer.Option(help="Only those of this game, by its id.")]
DeviceOption = Annotated[str | None, typer.Option(help="Only those of this device class.")]


@plans_app.command("list")
def list_plans(*, game: GameOption = None, device: DeviceOption = None, as_json: JsonOption = False) -> None:
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
        return
    shown = table("Plan", "Title")
    for one in found:
        shown.add_row(one.id, one.title)
    screen.print(shown)


@plans_app.command("coverage")
def show_coverage(*, as_json: JsonOption = False) -> None:
    """Say for every game and device class which plan there is, or that the chapter is silent."""
    cells = coverage()
    if as_json:
        print_json([asdict(cell) for cell in cells])
        return
    for name, group in groupby(cells, key=lambda cell: cell.game):
        screen.print(f"\n{name}", style="bold")
        for cell in group:
            screen.print(f"  {cell.device.words:37}{cell.permitted:10}{cell.plan or ''}", markup=False)
    planned = sum(cell.plan is not None for cell in cells)
    silent = sum(cell.permitted == "silent" for cell in cells)
    screen.print(
        f"\n{len({cell.game for cell in cells})} games × {len(DeviceClass)} device classes: {planned} plans, {silent} silent."
    )


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
    as_json: JsonOption = False,
) -> None:
    """Make the plan of a game and a device class, with another number of decks if you like."""
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
    if as_json:
        print_json({"game": game, "device": device, "file": str(file)})
        return
    screen.print(f"Next: labharness plans check {file}", markup=False)


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
        if as_json:
            print_json({"good": False, "problems": list(error.problems)})
        else:
            for problem in error.problems:
                screen.print(problem, markup=False)
        return ERROR
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
    screen.print(f"Edit {file}, then: labharness plans check {file}", markup=False)


def _put(content: bytes, file: Path) -> None:
    """Write a plan where there is none yet."""
    if file.exists():
        raise PlanError((f"{file}: it exists already; choose another name.",))
    file.write_bytes(content)
