"""The command ``labharness compare``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.run_results.check_facts import CheckFacts
from labharness.app.run_results.run_comparison import compare
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
    working,
)
from labharness.cli.reading import RunArgument
from labharness.language.catalog import say
from labharness.language.values import as_values

SecondArgument = Annotated[str, typer.Argument(metavar="RUN", help="Name of the second run, or its folder.")]


def command(
    first: RunArgument,
    second: SecondArgument,
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Show two runs side by side: first and retest, two units, or two versions of a firmware.

    Differences are for information: no p-value is computed for a difference that no plan declared.
    """
    space = Workspace.open(workspace)
    with working("Reading both runs", quiet=as_json):
        found = compare(space, first, second)
    if as_json:
        print_json(as_values(found))
        return 0
    facts = table("", found.first.run, found.second.run)
    for fact in found.facts:
        facts.add_row(fact.name, fact.first, fact.second)
    screen.print(facts)
    for each in (*found.repeated, *found.explained):
        screen.print(say(each))
    checks = table("Check", found.first.run, found.second.run, "Difference")
    for check in found.checks:
        checks.add_row(check.title, _shown(check.first), _shown(check.second), check.difference)
    screen.print(checks)
    if not found.same_plan:
        screen.print("The plans differ. Compare checks with care.")
    screen.print("Shown for information: no plan declared a test of these differences.")
    return 0


def _shown(check: CheckFacts | None) -> str:
    """Return what a run has of a check: the decision, what was observed, and its own p-value."""
    if check is None:
        return "not planned"
    word = "NOT TESTED" if check.outcome is None else check.outcome.value
    p = f"p {check.p}" if check.p else ""
    return "\n".join(filter(None, (word, check.observed, p)))
