"""Course of the run: what came of every planned stage, and when the device was worked with."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.course import SessionClosedBody, SessionOpenedBody
from labharness.language.dates import clock
from labharness.language.numbers import number
from labharness.language.recorded import worded
from labharness.language.sample_words import recorded_sample
from labharness.reporting.blocks import Cell, paragraph, stacked, table
from labharness.reporting.section import SectionPlace


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:  # noqa: ARG001  every section takes the same
    """Return stages and sessions."""
    return [_stages(subject), _sessions(subject)]


def _stages(subject: Subject) -> Flowable:
    views = subject.summary.stages
    rows: list[list[Cell]] = []
    for index, stage in enumerate(subject.frozen.plan.stages, 1):
        view = views.get(stage.name)
        done = "–" if view is None or not view.units else f"{number(view.done)} of {number(view.units)}"
        status = "not begun" if view is None or view.status == "waiting" else view.status
        told = f"{status}. {worded(view.reasons)}" if view is not None and view.reasons else status
        rows.append([str(index), stage.name, done, told])
    return table(("", "Stage", "Done", "Outcome of the stage"), rows, (4, 20, 20, 56), "llrl", dense=True)


def _sessions(subject: Subject) -> Flowable:
    opened = {one.body.session: one for one in subject.log.of(SessionOpenedBody)}
    closed = {one.body.session: one for one in subject.log.of(SessionClosedBody)}
    rows: list[list[Cell]] = []
    for session in sorted(opened.keys() | closed.keys()):
        begun, ended = opened.get(session), closed.get(session)
        moments = [clock(one.utc) if one else "not on record" for one in (begun, ended)]
        units, why = (_units(subject, ended.body.units), worded(ended.body.reasons)) if ended else ("–", "")
        rows.append([number(session), *moments, units, why])
    if not rows:
        return paragraph("No session was recorded.")
    head = ("Session", "Opened (UTC)", "Closed (UTC)", "Recorded", "Reason for closing")
    return table(head, rows, (9, 22, 22, 22, 25), "lllrl", dense=True)


def _units(subject: Subject, units: dict[str, int]) -> Cell:
    return stacked(*recorded_sample(units, subject.summary.observed), kind="fine-number")
