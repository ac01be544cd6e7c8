"""The command ``labharness plans coverage``."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby

from labharness.cli.console import JsonOption, print_json, screen
from labharness.cli.unreadable_games import left_out
from labharness.model.device import DeviceClass
from labharness.plans.coverage import coverage


def command(*, as_json: JsonOption = False) -> int:
    """List the plan for every game and device class, or that the chapter is silent."""
    cells = coverage()
    if as_json:
        print_json([asdict(cell) for cell in cells])
        return left_out()
    for name, group in groupby(cells, key=lambda cell: cell.game):
        screen.print(f"\n{name}", style="bold")
        for cell in group:
            screen.print(f"  {cell.device.words:37}{cell.permitted:10}{cell.plan or ''}")
    planned = sum(cell.plan is not None for cell in cells)
    silent = sum(cell.permitted == "silent" for cell in cells)
    screen.print(
        f"\n{len({cell.game for cell in cells})} games × {len(DeviceClass)} device classes: {planned} plans, {silent} silent."
    )
    return left_out()
