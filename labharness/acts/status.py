"""The act ``labharness status``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Listing, Shown, Styled, WindowControl, act, tr
from labharness.acts.gates import EVERYBODY
from labharness.acts.headings import COMPUTER, DEVICE, ENDING, PLAN, RUN, VERDICT, ListHead, listing, when
from labharness.app.workspace.workspace import Workspace
from labharness.language.catalog import say
from labharness.language.numbers import amount

if TYPE_CHECKING:
    from labharness.app.overview.overview import BenchNow, EndedRun, Overview

TIMES = {"Since": "since", "Until": "until"}


ENDED: ListHead[EndedRun] = ListHead(tr("Ended"), lambda run: when(run.updated))


def _shown(overview: Overview) -> Iterator[Shown]:
    matters = overview.matters
    if matters:
        # a column without any time says nothing
        times = {head: name for head, name in TIMES.items() if any(getattr(each, name) for each in matters)}
        yield Listing(
            ("What needs a person", *times),
            tuple(
                (say(each.reason), *(when(getattr(each, name)) for name in times.values()))
                for each in matters
            ),
            whole=0,
        )
    else:
        yield "Nothing needs a person."
    if overview.benches:
        yield Listing(
            ("Bench, computer", "Running", "Taken, waiting"), tuple(map(_bench_row, overview.benches))
        )
    if overview.ended:
        yield Styled("Ended in the last 24 hours", "bold")
        yield listing(overview.ended, (RUN, PLAN), (VERDICT, ENDING), (DEVICE, COMPUTER), ENDED)
    yield from (Styled(say(reason)) for reason in overview.elsewhere)


def _bench_row(now: BenchNow) -> tuple[str, str, str]:
    state = "paused" if now.bench.paused else "silent" if now.silent else ""
    place = "\n".join(filter(None, (now.bench.name, now.bench.host, state)))
    counts = f"{amount(len(now.taken), 'item')}, {len(now.waiting)} waiting"
    return place, "\n".join(now.at_work), counts


def _values(overview: Overview) -> dict[str, Any]:
    return {
        "now": overview.now.isoformat(),
        "matters": [
            {"reason": each.reason, "address": str(each.address), "since": each.since, "until": each.until}
            for each in overview.matters
        ],
        "open_runs": [{"run": run.folder.run, "alive": run.alive} for run in overview.open_runs],
        "benches": [
            {
                "bench": each.bench.name,
                "computer": each.bench.host,
                "paused": each.bench.paused,
                "silent": each.silent,
                "heard": each.bench.heard,
                "taken": [item.id for item in each.taken],
                "waiting": [item.id for item in each.waiting],
                "at_work": each.at_work,
            }
            for each in overview.benches
        ],
        "ended": [
            {
                "run": run.run,
                "computer": run.host,
                "verdict": run.standing.verdict,
                "standing": run.standing,
                "ending": run.ending,
                "updated": run.updated,
            }
            for run in overview.ended
        ],
        "not_covered": overview.elsewhere,
        "free": overview.free,
        "clock_synchronized": overview.clock_synchronized,
    }


@act(EVERYBODY, WindowControl("Home", tr("Needs you")), shown=_shown, values=_values)
def status(workspace: Workspace) -> Overview:
    """Show what needs a person, what is running, and what ended in the last 24 hours."""
    from labharness.app.overview.overview import Overviews

    return Overviews(workspace).look()
