"""Runs that events of the register name, with the place where each was begun."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.app.register import ISSUED
from labharness.filings.entries.events import RunBegun, SubmissionReported
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
    result: dict[NamedRun, None] = {}
    for change in submission.changes:
        if begun := change.event(RunBegun):
            result.setdefault(NamedRun(begun.run, begun.start, begun.workspace, begun.bench))
        elif change.what == ISSUED and (drawn := change.event(SubmissionReported)):
            starts = drawn.starts or ("",) * len(drawn.runs)
            for run, start in zip(drawn.runs, starts, strict=True):
                result.setdefault(NamedRun(run, start, drawn.workspace, drawn.bench))
    return list(result)
