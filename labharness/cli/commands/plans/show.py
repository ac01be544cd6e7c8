"""The command ``labharness plans show``."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

from labharness.app import services
from labharness.app.planning.plan_prose import PlanSection, plan_prose
from labharness.app.plug_ins.discovery import discover
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.cli.trust import workspace_or_none
from labharness.language.catalog import say, term


def command(
    plan: Annotated[str, typer.Argument(help="Plan, by id or file.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Read a plan as prose: purpose, stages, checks, decision rule, detection rates and citations."""
    place = workspace_or_none(workspace)
    catalog = discover(place)
    frozen = services.load_plan(plan, catalog, workspace=place)
    sections = plan_prose(frozen, catalog, place)
    if as_json:
        print_json(
            {
                "plan": frozen.plan.id,
                "version": frozen.plan.version,
                "sha256": frozen.sha256,
                "sections": sections,
            }
        )
        return
    screen.print(frozen.plan.title, style="bold")
    for part, group in groupby(sections, key=lambda one: one.part):
        screen.print(f"\n{term(part)}", style="bold")
        for section in group:
            _tell(section)


def _tell(section: PlanSection) -> None:
    if section.name:
        screen.print(f"  {section.name}")
    indent = "    " if section.name else "  "
    for sentence in section.sentences:
        screen.print(f"{indent}{say(sentence)}")
