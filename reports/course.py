"""Course of the run: what came of every planned stage, and when the device was worked with."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.subject import Subject
from labharness.evidence.records import RecordType
from labharness.language.dates import clock
from labharness.language.numbers import number
from labharness.language.recorded import worded
from labharness.reporting.blocks import Cell, paragraph, stacked, table
from labharness.reporting.section import Part


def section(subject: Subject, part: Part) -> list[Flowable]:  # noqa: ARG001  every section takes the same
    """Return stages and sessions."""
    return [_stages(subject), _sessions(subject)]


def _stages(subject: Subject) -> Flowable:
    views = subject.summary.stages
    rows: list[list[Cell]] = []
    for index, stage in enumerate(subject.frozen.plan.stages, 1):
        view = views.get(stage.name)
        done = "–" if view is None or not view.units else f"{number(view.done)} of {number(view.units)}"
        status = "never begun" if view is None or view.status == "waiting" else view.status
        told = f"{status}. {view.sentence}" if view is not None and view.sentence else status
        rows.append([str(index), stage.name, done, told])
    return table(("", "Stage", "Done", "Outcome of the stage"), rows, (4, 20, 20, 56), "llrl", dense=True)


def _sessions(subject: Subject) -> Flowable:
    opened = {one.body["session"]: one for one in subject.log.of(RecordType.SESSION_OPENED)}
    closed = {one.body["session"]: one for one in subject.log.of(RecordType.SESSION_CLOSED)}
    rows: list[list[Cell]] = []
    for session in sorted(opened | closed):
        begun, ended = opened.get(session), closed.get(session)
        said = ended.body if ended else {}
        moments = [clock(one.utc) if one else "not on record" for one in (begun, ended)]
        rows.append([number(session), *moments, _units(said.get("units")), worded(said, "why")])
    if not rows:
        return paragraph("No session is on record.")
    head = ("Session", "Opened (UTC)", "Closed (UTC)", "Units", "Why it was closed")
    return table(head, rows, (9, 22, 22, 22, 25), "lllrl", dense=True)


def _units(units: object) -> Cell:
    if isinstance(units, dict):
        return stacked(*(f"{name}: {number(count)}" for name, count in units.items()), kind="fine-number")
    return number(units) if isinstance(units, int) else "–"
