"""The command ``labharness plans make``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from labharness.analysis.power.power_table import FOLDER
from labharness.app import services
from labharness.app.catalog.power_tables import QUICK, computed, keep, simulated, usual
from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace import quoted
from labharness.cli.console import JsonOption, print_json, screen
from labharness.cli.plans import keep_plan
from labharness.cli.power_bars import power_bars


def command(
    game: Annotated[str, typer.Argument(help="Id of a game.")],
    device: Annotated[str, typer.Argument(help="Device class, such as batch_shuffler.")],
    *,
    decks: Annotated[
        int | None, typer.Option(min=1, help="Decks in a batch; default: the usual number.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="File to write, ending in .toml; default: print the plan.")
    ] = None,
    without_power: Annotated[
        bool, typer.Option("--without-power", help="Omit the table of detection rates.")
    ] = False,
    replicates: Annotated[
        int, typer.Option(min=1, help="Number of simulated submissions for each defect of the table.")
    ] = QUICK,
    as_json: JsonOption = False,
) -> None:
    """Compose the plan for a game and a device class, with any permitted number of decks.

    With --out, the command also stores the plan's table of detection rates, in the folder power/ beside the file.
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
    keep_plan(content, file)
    kept = None if without_power else _with_power(file, replicates, quiet=as_json)
    if as_json:
        print_json(
            {"game": game, "device": device, "file": str(file), "power": None if kept is None else str(kept)}
        )
        return
    if kept is not None:
        screen.print(f"The table of detection rates is in {kept}. Reports of its runs print it.")
    elif without_power:
        screen.print(
            "The plan has no table of detection rates. To add the table, run: "
            f"labharness plans power {quoted(file)} --into {quoted(file.parent / FOLDER)}",
        )
    screen.print(f"Next: labharness plans check {quoted(file)}")


def _with_power(file: Path, replicates: int, *, quiet: bool) -> Path | None:
    """Compute the table of a plan file and keep it beside it; None where the plan draws no sample."""
    catalog = discover()
    frozen = services.load_plan(str(file), catalog)
    defects = usual(frozen)
    if not simulated(frozen):
        return None
    with power_bars(defects, replicates, quiet=quiet) as on_done:
        table = computed(frozen, catalog, defects, replicates, workers=os.cpu_count() or 1, on_done=on_done)
    return keep(table, frozen, file.parent / FOLDER)
