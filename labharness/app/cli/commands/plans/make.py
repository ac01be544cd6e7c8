"""The command ``labharness plans make``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from labharness.analysis.power.power_table import FOLDER
from labharness.app import services
from labharness.app.catalog.power_tables import QUICK, computed, keep, usual
from labharness.app.cli.console import JsonOption, print_json, screen
from labharness.app.cli.plans import keep_plan
from labharness.app.cli.power_bars import power_bars
from labharness.app.discovery import discover
from labharness.app.workspace import quoted


def command(
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
    keep_plan(content, file)
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
    catalog = discover()
    frozen = services.load_plan(str(file), catalog)
    defects = usual(frozen)
    if not defects:
        return None
    with power_bars(defects, replicates, quiet=quiet) as on_done:
        table = computed(frozen, catalog, defects, replicates, workers=os.cpu_count() or 1, on_done=on_done)
    return keep(table, frozen, file.parent / FOLDER)
