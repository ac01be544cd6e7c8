"""Two runs side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Shown, WindowControl, act, silent, tr
from labharness.acts.gates import EVERYBODY
from labharness.acts.headings import SHOWN_ONLY, VERDICT, ListHead, P, listing
from labharness.acts.parameters import RunArgument
from labharness.app.workspace.workspace import Workspace
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Doing
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.app.runs.run_comparison import CheckFacts, ComparedCheck, ComparedFact, RunComparison


NOT_TESTED, NOT_PLANNED = tr("NOT TESTED"), tr("not planned")
FACT: ListHead[ComparedFact] = ListHead(tr("Fact"), lambda fact: fact.name)
SAME: ListHead[ComparedFact] = ListHead(tr("Same"), lambda fact: tr("same") if fact.same else tr("differs"))
CHECK = ListHead[Any](tr("Check"), lambda check: check.title)
DIFFERENCE: ListHead[ComparedCheck] = ListHead(tr("Difference, B − A"), lambda check: check.difference)


def outcome(check: CheckFacts | None) -> str:
    """Return what a check came to in one word; one for information passes nothing."""
    if check is None:
        return NOT_PLANNED
    if check.shown_only:
        return SHOWN_ONLY
    return NOT_TESTED if check.outcome is None else check.outcome.value


OUTCOME: ListHead[CheckFacts | None] = ListHead(VERDICT.title, outcome)
OBSERVED: ListHead[CheckFacts | None] = ListHead(
    tr("Observed"), lambda check: "" if check is None else check.effect or check.observed
)
_P: ListHead[CheckFacts | None] = ListHead(P, lambda check: "" if check is None else check.p, labeled=True)


def _side(name: str, of: Callable[[ComparedCheck], CheckFacts | None]) -> tuple[ListHead[ComparedCheck], ...]:
    return tuple(each.of(of) for each in (replace(OUTCOME, title=name), OBSERVED, _P))


def _compared(both: RunComparison) -> Iterator[Shown]:
    first, second = (
        (f"{letter}: {run.run}", attrgetter(name))
        for letter, run, name in (("A", both.first, "first"), ("B", both.second, "second"))
    )
    yield listing(both.facts, FACT, ListHead(*first), ListHead(*second), SAME)
    yield from map(say, (*both.repeated, *both.explained))
    yield listing(both.checks, CHECK, _side(*first), _side(*second), DIFFERENCE)
    if not both.same_plan:
        yield "The plans differ. Compare checks with care."
    yield "Shown for information: no plan declared a test of these differences."


@act(EVERYBODY, WindowControl("Runs", tr("&Compare")), shown=_compared)
def compare(
    workspace: Workspace,
    first: RunArgument,
    second: Annotated[str, typer.Argument(metavar="RUN")],
    *,
    step: OnStep = silent,
) -> RunComparison:
    """Show two runs side by side: first and retest, two units, or two versions of a firmware.

    Differences are for information: no p-value is computed for a difference that no plan declared.
    """
    from labharness.app.runs.run_comparison import compare as lay_beside

    step(Doing.READING_BOTH())
    return lay_beside(workspace, first, second)
