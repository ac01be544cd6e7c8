"""The command ``labharness plans list``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.catalog.plan_listing import listed_plans
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.cli.unreadable_games import left_out
from labharness.errors import PlanError
from labharness.language.catalog import term
from labharness.model.device import DeviceClass
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.plans.coverage import coverage

GameOption = Annotated[str | None, typer.Option(help="Show only plans of this game (id).")]

DeviceOption = Annotated[str | None, typer.Option(help="Show only plans of this device class.")]


def command(
    *,
    game: GameOption = None,
    device: DeviceOption = None,
    details: Annotated[
        bool,
        typer.Option(
            "--details", help="Show sample, hours, detected defects, version and origin; own plans too."
        ),
    ] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """List all plans: plan files, plans of plug-ins, and plans composed for a game and a device class."""
    games, classes = sorted({cell.game for cell in coverage()}), list(DeviceClass)
    if game not in (None, *games):
        raise PlanError((Inputs.UNKNOWN(what=Noun.GAME, name=str(game), known=tuple(games)),))
    if device not in (None, *classes):
        raise PlanError(
            (Inputs.UNKNOWN(what=Noun.DEVICE_CLASS, name=str(device), known=tuple(map(str, classes))),)
        )
    if details:
        return _detailed(workspace.expanduser() / "plans", game, device, as_json=as_json)
    found = [
        one
        for one in listed_plans(workspace.expanduser())
        if game in (None, one.game_id) and device in (None, one.device_class)
    ]
    if as_json:
        print_json([asdict(one) for one in found])
        return left_out()
    if screen.width < 110:  # beside the longest id, a title would be a column of single words
        for one in found:
            screen.print(f"{one.id}\n    {one.title}")
        return left_out()
    shown = table("Plan", "Title")
    for one in found:
        shown.add_row(one.id, one.title)
    screen.print(shown)
    return left_out()


def _detailed(folder: Path, game: str | None, device: str | None, *, as_json: bool) -> int:
    from labharness.app.catalog.plan_entry import (
        detected,
    )  # it reads plans, which the list of titles need not
    from labharness.app.catalog.plan_index import plan_index

    index = plan_index(folder)
    found = [one for one in index.plans if game in (None, one.game) and device in (None, one.device)]
    if as_json:
        print_json([asdict(one) | {"content": None} for one in found])
        return left_out()
    shown = table("Plan", "Sample", "Hours", "Detects", "Version", "Origin")
    for one in found:
        shown.add_row(
            one.id,
            one.sample,
            f"{one.seconds / 3600:.1f}",
            detected(one),
            str(one.version),
            term(one.origin),
        )
    screen.print(shown)
    for problem in index.problems:
        screen.print(problem)
    return left_out()
