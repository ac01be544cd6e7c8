"""All attempts on one device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

import typer

from labharness.acts.declaring import Listing, Shown, Styled, WindowControl, act, silent, tr
from labharness.acts.gates import EVERYBODY
from labharness.app.workspace.workspace import Workspace
from labharness.language.catalog import say
from labharness.language.dates import clock
from labharness.language.numbers import number, p_value
from labharness.language.standings import as_values
from labharness.model.reasons.conduct import Doing
from labharness.model.results import exit_code
from labharness.model.settlement import Settlement, Tried
from labharness.reason import OnStep
from labharness.reporting.layout import SIMULATED


@dataclass(frozen=True, slots=True)
class SettledRuns:
    """What all attempts say together, in their workspace."""

    workspace: Workspace
    settlement: Settlement

    def titles(self) -> dict[str, str]:
        """Return the titles of the checks, as the attempts recorded them."""
        from labharness.evidence.history.run import RunHistory

        titles: dict[str, str] = {}
        for each in self.settlement.attempts:
            titles |= RunHistory.of(self.workspace.run(each.run)).summary.titles
        return titles


def _settled(settled: SettledRuns) -> Iterator[Shown]:
    all_of_it, titles = settled.settlement, settled.titles()
    if simulated := [each.run for each in all_of_it.attempts if each.simulated]:
        yield Styled(f"{SIMULATED}: {', '.join(simulated)}", "bold reverse")
    yield (all_of_it.standing, f"  {' '.join(say(each, titles) for each in all_of_it.basis)}")
    manufacturer, model, serial = all_of_it.unit
    yield f"{manufacturer} {model}, serial {serial}; plan {all_of_it.plan[0]}."
    yield Listing(
        ("Attempt", "Outcome alone", "Ending", "Run, its start, and what awaits the retest"),
        tuple(
            (each.role, each.standing, each.ending.value, "\n".join(_about(each, titles)))
            for each in all_of_it.attempts
        ),
        whole=2,
    )
    for level in all_of_it.levels:
        yield (
            f"{titles.get(level.check, level.check)} answers {level.citation} at {number(level.level)}: below "
            f"{number(level.fail_below)} the first sample fails, below {number(level.retest_below)} the retest."
        )
    yield from (f"  - {say(reason, titles)}" for reason in all_of_it.reasons)
    yield from (f"Note: {say(note, titles)}" for note in all_of_it.notes)


def _about(attempt: Tried, titles: Mapping[str, str]) -> Iterator[str]:
    yield f"{attempt.run}, {clock(attempt.started)} UTC"
    for check, p in attempt.p.items():
        yield f"{titles.get(check, check)}: {'p = none' if p is None else p_value(p)}"
    for each in attempt.interim:
        yield f"recorded part, for information: {say(each.reason, titles)}"
    if attempt.counts:
        yield f"invalidated, but counts: {say(attempt.counts)}"


@act(
    EVERYBODY,
    WindowControl("Submissions", tr("Runs")),
    shown=_settled,
    values=lambda settled: as_values(settled.settlement) | {"standing": settled.settlement.standing},
    code=lambda settled: exit_code(settled.settlement.standing),
)
def settle(
    workspace: Workspace,
    runs: Annotated[list[str], typer.Argument(metavar="RUN...")],
    *,
    step: OnStep = silent,
) -> SettledRuns:
    """Judge all attempts on one device together, including the retest that the plan allows."""
    from labharness.app.submission.submissions import settle_runs

    step(Doing.JUDGING_ATTEMPTS())
    return SettledRuns(workspace, settle_runs(workspace, runs))
