"""The command ``labharness runs``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer

from labharness.app.run_index import listed
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    shown_standing,
    table,
)
from labharness.cli.reading import shown_facts
from labharness.language.catalog import say
from labharness.language.numbers import amount
from labharness.language.recorded import worded
from labharness.language.run_groups import RunGroup, RunGrouping, run_group
from labharness.language.sample_words import recorded_sample


def command(
    *,
    group: Annotated[
        RunGrouping | None, typer.Option(help="List the runs of a submission, a device or a night together.")
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the runs of a workspace."""
    found = listed(Workspace.open(workspace))
    grouped = dict[RunGroup | None, list[dict[str, Any]]]()
    for facts in found:
        grouped.setdefault(_group(group, facts), []).append(shown_facts(facts))
    groups = sorted(grouped, key=lambda one: one.rank if one is not None else (0, 0))
    if as_json:
        print_json(
            [
                row | ({"group": one.title} if one is not None else {})
                for one in groups
                for row in grouped[one]
            ]
        )
        return
    for one in groups:
        if one is not None:
            screen.print(f"{one.title} · {amount(len(grouped[one]), 'run')}", style="bold", markup=False)
        _print(grouped[one])
    if not groups:
        _print(())
    screen.print(
        "Verdicts as recorded, and no pass with the data of another run. To check the evidence, run 'labharness show RUN' or 'labharness verify RUN'. "
        "To see whether a run is set aside, run 'labharness settle RUN'."
    )


def _group(by: RunGrouping | None, facts: Mapping[str, Any]) -> RunGroup | None:
    if by is None:
        return None
    return run_group(by, facts["submission"], facts["device"], facts["serial"], facts["started"])


def _print(rows: Iterable[Mapping[str, Any]]) -> None:
    shown = table("Run, plan", "Verdict, ending", "Recorded")
    for row in rows:
        units = ", ".join(recorded_sample(row["units"], row["observed"]))
        slip = say(row["not_begun"]) if row["not_begun"] else ""
        ending = f"\n{row['ending']}" if row["standing"].verdict is not None else ""
        cells = (
            f"{row['run']}\n{row['plan']}",
            shown_standing(row["standing"]).append(ending, "not bold default"),
            slip or units or worded(row["problems"]),
        )
        shown.add_row(*cells)  # what a foreign ledger names is data, not markup
    screen.print(shown)
