"""The command ``labharness plans compare``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.planning.field_titles import FieldTitles
from labharness.app.planning.plan_versions import read_version
from labharness.app.plug_ins.discovery import discover
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.cli.trust import workspace_or_none
from labharness.plans.plan_comparison import differences


def command(
    first: Annotated[str, typer.Argument(help="Plan, by id or file; ID@HASH for a version saved before.")],
    second: Annotated[str, typer.Argument(help="Plan that it is compared with.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Compare two plans, or two versions of one, field by field."""
    place = workspace_or_none(workspace)
    catalog = discover(place)
    one, other = (read_version(name, catalog, place) for name in (first, second))
    found = differences(one.plan, other.plan)
    if as_json:
        named = [
            {"id": each.plan.id, "version": each.plan.version, "sha256": each.sha256} for each in (one, other)
        ]
        print_json({"plans": named, "differences": found})
        return
    if not found:
        screen.print("The plans have the same values in all fields.")
        return
    shown = table("Field", f"{one.plan.id} v{one.plan.version}", f"{other.plan.id} v{other.plan.version}")
    titles = FieldTitles.of(one.plan, other.plan)
    for each in found:
        before, after = (titles.value(each.key, value) for value in (each.before, each.after))
        shown.add_row(titles.title(each.key), before, after)
    screen.print(shown)
