"""Two runs side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from labharness.acts.declaring import Listing, Shown, Tell, WindowControl, act, silent, tr
from labharness.acts.gates import EVERYBODY
from labharness.acts.parameters import RunArgument
from labharness.app.workspace.workspace import Workspace
from labharness.language.catalog import say

if TYPE_CHECKING:
    from labharness.app.runs.run_comparison import CheckFacts, RunComparison


def _compared(both: RunComparison) -> Iterator[Shown]:
    names = (both.first.run, both.second.run)
    yield Listing(("", *names), tuple((fact.name, fact.first, fact.second) for fact in both.facts))
    yield from map(say, (*both.repeated, *both.explained))
    yield Listing(
        ("Check", *names, "Difference"),
        tuple(
            (check.title, _shown(check.first), _shown(check.second), check.difference)
            for check in both.checks
        ),
    )
    if not both.same_plan:
        yield "The plans differ. Compare checks with care."
    yield "Shown for information: no plan declared a test of these differences."


def _shown(check: CheckFacts | None) -> str:
    """Return what a run has of a check: the decision, what was observed, and its own p-value."""
    if check is None:
        return "not planned"
    word = "NOT TESTED" if check.outcome is None else check.outcome.value
    p = f"p {check.p}" if check.p else ""
    return "\n".join(filter(None, (word, check.observed, p)))


@act(EVERYBODY, WindowControl("Runs", tr("&Compare")), shown=_compared)
def compare(
    workspace: Workspace,
    first: RunArgument,
    second: Annotated[str, typer.Argument(metavar="RUN")],
    *,
    step: Tell = silent,
) -> RunComparison:
    """Show two runs side by side: first and retest, two units, or two versions of a firmware.

    Differences are for information: no p-value is computed for a difference that no plan declared.
    """
    from labharness.app.runs.run_comparison import compare as lay_beside

    step("Reading both runs")
    return lay_beside(workspace, first, second)
