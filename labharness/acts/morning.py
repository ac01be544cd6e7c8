"""What a night left for the morning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Listing, Shown, Styled, WindowControl, act, tr
from labharness.acts.gates import EVERYBODY
from labharness.app.workspace.workspace import Workspace
from labharness.language.catalog import say
from labharness.language.dates import period

if TYPE_CHECKING:
    from labharness.reporting.night import Night

HOURS = 16
"""Hours that a morning looks back where no span is named."""


@dataclass(frozen=True, slots=True)
class Morning:
    """A night, and the span that was asked about."""

    since: datetime
    until: datetime
    night: Night


def _shown(morning: Morning) -> Iterator[Shown]:
    from labharness.app.reports.morning_report import LAYOUT
    from labharness.reporting.layout import read_layout

    night = morning.night
    texts = next(part.texts for part in read_layout(name=LAYOUT).sections if part.name == "morning")
    yield period(morning.since.isoformat(), morning.until.isoformat())
    yield from (Styled(warning, "bold") for warning in night.warnings)
    yield from (Styled(say(reason), "bold") for reason in night.elsewhere)
    for run in night.runs:
        state = "" if run.standing.verdict else f" ({run.state.value})"
        plan = run.subject.frozen.plan.id
        yield ("  ", run.standing, f" {state} {run.run} ({plan}, on {run.computer})")
    if not night.runs:
        yield f"  {texts['empty']}"
    if not night.duties:
        yield texts["nothing"]
        return
    yield Listing(
        ("Run", "Task, most urgent first"),
        tuple((duty.run, "\n".join([texts[duty.need.value], *duty.said])) for duty in night.duties),
    )


def _values(morning: Morning) -> dict[str, Any]:
    night = morning.night
    runs = [
        {
            "run": run.run,
            "plan": run.subject.frozen.plan.id,
            "computer": run.computer,
            "verdict": run.standing.verdict,
            "standing": run.standing,
            "state": run.state.value,
        }
        for run in night.runs
    ]
    return {
        "since": morning.since.isoformat(),
        "until": morning.until.isoformat(),
        "warnings": night.warnings,
        "not_covered": night.elsewhere,
        "runs": runs,
        "tasks": [{"need": duty.need.value, "run": duty.run, "said": duty.said} for duty in night.duties],
    }


@act(EVERYBODY, WindowControl("Reports", tr("&Morning report…")), shown=_shown, values=_values)
def morning(workspace: Workspace, *, night: str = "") -> Morning:
    """Say what ran in the night, what did not and why, and what waits for a person."""
    from labharness.app.reports.morning_report import gather_night, read_span

    now = datetime.now(UTC)
    since, until = read_span(night) if night else (now - timedelta(hours=HOURS), now)
    return Morning(since, until, gather_night(workspace, since, until))
