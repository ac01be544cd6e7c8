"""The command ``labharness games check``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.catalog import games
from labharness.cli.console import JsonOption, print_json, print_mistakes, screen
from labharness.cli.games import equipment, game_facts
from labharness.errors import PlanError


def command(
    file: Annotated[Path, typer.Argument(help="Game file.")],
    *,
    as_json: JsonOption = False,
) -> int:
    """Check all of a game file: citations, numbers, rules, and exact odds."""
    try:
        found, odds = games.check(file)
    except PlanError as error:
        return print_mistakes(error, as_json=as_json)
    if as_json:
        print_json({"good": True, "game": game_facts(found), **_counted(odds)})
        return 0
    screen.print(f"{found.id}: {found.title}, 58 Pa. Code ch. {found.chapter}; {equipment(found)}")
    said = {
        "devices": len(found.devices),
        "obligations": len(found.obligations),
        "readings": len(found.readings),
    }
    for what, number in (said | _counted(odds)).items():
        screen.print(f"  {number:>7,} {what.replace('_', ' ')}")
    screen.print("No errors: every cited section is known, the numbers agree, and all odds were computed.")
    return 0


def _counted(found: list[games.Odds]) -> dict[str, int]:
    """Say how many figures were counted from a game file."""
    return {
        "outcomes": len({one.outcome for one in found}),
        "laws_counted": len(found),
        "chances_counted": sum(len(one.law) for one in found),
        "holds_of_paytables": sum(len(one.holds) for one in found),
        "published_holds_met": sum(
            hold.published is not None for one in found if one.default for hold in one.holds
        ),
    }
