"""Runs that events of the register name, with the place where each was begun."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.app.register import ISSUED, STARTED
from labharness.filings.entries.snapshot import Submission


@dataclass(frozen=True, slots=True)
class NamedRun:
    """A run as an event of the register names it.

    Parameters
    ----------
    start
        Hash of its start record, "" where that is not on record.
    workspace, bench
        Id of the workspace that wrote the event, and where that is; "" where the event does not say.
    """

    run: str
    start: str
    workspace: str = field(compare=False)
    bench: str = field(compare=False)


def named_runs(submission: Submission) -> list[NamedRun]:
    """Return every run that an event of the register names, as the first event names it."""
    found: dict[NamedRun, None] = {}
    for change in submission.changes:
        body = change.after or {}
        where = str(body.get("workspace", "")), str(body.get("bench", ""))
        if change.what == STARTED:
            found.setdefault(NamedRun(str(body["run"]), str(body["start"]), *where))
        elif change.what == ISSUED:
            starts = body.get("starts", [""] * len(body["runs"]))
            for run, start in zip(body["runs"], starts, strict=True):
                found.setdefault(NamedRun(run, start, *where))
    return list(found)
