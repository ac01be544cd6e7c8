"""Course of the night: when each run was at work, waited for a person, or stood still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(night: kit.Night, part: kit.SectionPlace) -> list[Flowable]:
    """Return the timeline; nothing where nothing ran."""
    if not night.runs:
        return []
    shown = [lane for run in night.runs for lane in _of(run)]
    # Where nothing ran there is nothing to see: the drawing is as wide as the work was long.
    first = max(night.since, min(kit.moment(run.subject.summary.started) for run in night.runs))
    last = min(night.until, max(kit.moment(run.subject.summary.updated) for run in night.runs))
    return [kit.paragraph(part.text("intro")), kit.timeline_charts.night(shown, first, last)]


def _of(night_run: kit.NightRun) -> Iterator[kit.TimelineLane]:
    """Yield a lane of the run itself, then what stopped it and what happened to its device."""
    summary = night_run.subject.summary
    whole = kit.Span(kit.moment(summary.started), kit.moment(summary.updated))
    working = tuple(lane for lane in kit.course.lanes(night_run.subject) if lane.kind == "session")
    spans = tuple(replace(span, name="") for lane in working for span in lane.spans) or (whole,)
    yield kit.TimelineLane(night_run.run, "session", spans)
    for lane in kit.course.lanes(night_run.subject):
        if lane.kind not in ("session", "stage"):
            yield replace(lane, name=f"– {lane.name[0].lower()}{lane.name[1:]}")
