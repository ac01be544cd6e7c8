"""The morning report of a night: gather what ran in a span of time, and build its report into the workspace."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from labharness.app.plug_ins.discovery import section_modules
from labharness.app.plug_ins.plug_in_files import versions
from labharness.app.reports.run_reports import laboratory_of
from labharness.app.runs.equal_data import equal_data
from labharness.app.runs.run_index import listed
from labharness.app.shared_store.copying import waiting
from labharness.app.workspace.file_change import FileChange
from labharness.app.workspace.register import BUILT, has_queue, open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.filings.entries.entry import Laboratory
from labharness.language.dates import moment
from labharness.model.eastern_time import from_eastern
from labharness.model.reasons.inputs import Inputs
from labharness.nights.items import Item
from labharness.reason import Reason
from labharness.reporting.night import Night

LAYOUT = "morning_report.toml"


def read_span(text: str) -> tuple[datetime, datetime]:
    """Read ``SINCE..UNTIL``, two moments of ISO 8601; without UNTIL the span ends now.

    A moment without an offset is one of Pennsylvania, as every moment is shown.

    Raises
    ------
    InputError
        If a moment cannot be read, or the span has no beginning or ends before it.

    Examples
    --------
    >>> since, until = read_span("2026-11-20T23:00Z..2026-11-21T12:00Z")
    >>> until.isoformat()
    '2026-11-21T12:00:00+00:00'
    """
    since, dots, until = text.partition("..")
    ends = [_moment(since), _moment(until) if until.strip() else datetime.now(UTC)]
    if not dots or ends[1] <= ends[0]:
        raise InputError(Inputs.NOT_SPAN(got=repr(text[:80])))
    return ends[0], ends[1]


def gather_night(workspace: Workspace, since: datetime, until: datetime) -> Night:
    """Read every run of the workspace that started, went on or ended between two moments.

    Runs at work are read as any view reads them: nothing is written, no lock is kept. Where the workspace has a queue,
    the night also has what was planned and did not run; where it names a store of evidence, what is not in it.
    """
    planned, missed, idle, elsewhere = _planned(workspace, since, until)
    # A run whose records cannot be read has no date, and is not left out for it.
    over = [
        row
        for row in listed(workspace, ended_only=True)
        if not row["updated"] or moment(row["updated"]) <= until
    ]
    equal = {name: record.reasons for name, record in equal_data(workspace, over).items()}
    uncopied = tuple((run.run, run.reasons) for run in waiting(workspace, over))
    parts = (planned, missed, uncopied, idle, datetime.now(UTC), elsewhere, equal)
    return Night.of(workspace.runs(), since, until, *parts)


def _planned(
    workspace: Workspace, since: datetime, until: datetime
) -> tuple[tuple[Item, ...], tuple[tuple[str, str], ...], tuple[tuple[str, Reason], ...], tuple[Reason, ...]]:
    """Return what the queue has of a night: items, occurrences without one, due items not begun, benches elsewhere.

    All of it as the records say that it stood at the end of the span, whenever that is asked.
    """
    if not has_queue(workspace):
        return (), (), (), ()
    from labharness.app.overview.attention import not_begun, runs_elsewhere, with_losses
    from labharness.nights.schedules import occurrences
    from labharness.nights.store.benches import Benches
    from labharness.nights.store.past import Past, Schedules
    from labharness.nights.store.queue import now_utc

    with open_queue(workspace) as queue:
        schedules = Schedules(queue.database)
        past = Past(queue.database, now_utc(until))
        due = [
            occurrence
            for schedule in schedules.all()
            for occurrence in occurrences(replace(schedule, active=True), since, until)
            if past.was_active(schedule.id, occurrence[1])
        ]
        known = schedules.known([key for key, _ in due])
        missed = tuple(each for each in due if each[0] not in known)
        planned = past.items(now_utc(since))
        benches = {bench.name: bench for bench in Benches(queue.database).all()}
        idle = tuple(not_begun(workspace, planned, benches, past, until))
    return with_losses(workspace, planned), missed, idle, runs_elsewhere(benches.values())


def render_night(night: Night, laboratory: Laboratory | None = None) -> bytes:
    """Return the morning report; the same bytes for the same runs, span, laboratory and library versions."""
    from labharness.reporting.build import build_night
    from labharness.reporting.layout import read_layout, sections_of

    return build_night(night, sections_of(section_modules()), read_layout(name=LAYOUT), laboratory)


def build_night_report(workspace: Workspace, since: datetime, until: datetime) -> Path:
    """Write the morning report of a night and put its hash on record; one of the same night is replaced."""
    night = gather_night(workspace, since, until)
    content = render_night(night, laboratory_of(workspace))
    path = workspace.path / "reports" / f"{night.number}.pdf"
    body = {
        "report": night.number,
        "since": night.since.isoformat(),
        "until": night.until.isoformat(),
        "head": night.head,
        "sha256": hashlib.sha256(content).hexdigest(),
        "versions": versions(),
    }
    with FileChange(workspace, path, wait=True) as change:
        change.put(path, content)
        change.commit(BUILT, body, "A morning report was asked for.")
    return path


def _moment(text: str) -> datetime:
    try:
        result = datetime.fromisoformat(text.strip())
        return result if result.tzinfo else from_eastern(result)
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(Inputs.NOT_MOMENT(got=repr(text.strip()[:40]))) from error
