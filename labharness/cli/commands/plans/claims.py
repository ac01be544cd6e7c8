"""The command ``labharness plans claims``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from labharness.analysis.power.claimed_detection import claims
from labharness.app import services
from labharness.app.plug_ins.discovery import discover
from labharness.cli.console import JsonOption, print_json, screen, table
from labharness.model.results import Ending


def command(
    plan: Annotated[str, typer.Argument(help="Plan, by id or file.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """List the faults that a plan claims to detect, in the form for 'labharness simulate', with the checks that detect them."""
    catalog = discover()
    frozen = services.load_plan(plan, catalog)
    found = claims(frozen, catalog)
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
