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
    shown = [lane for one in night.runs for lane in _of(one)]
    # Where nothing ran there is nothing to see: the drawing is as wide as the work was long.
    first = max(night.since, min(kit.moment(one.subject.summary.started) for one in night.runs))
    last = min(night.until, max(kit.moment(one.subject.summary.updated) for one in night.runs))
    return [kit.paragraph(part.text("intro")), kit.timeline_charts.night(shown, first, last)]


def _of(one: kit.NightRun) -> Iterator[kit.TimelineLane]:
    """Yield a lane of the run itself, then what stopped it and what happened to its device."""
    summary = one.subject.summary
    whole = kit.Span(kit.moment(summary.started), kit.moment(summary.updated))
    working = tuple(lane for lane in kit.course.lanes(one.subject) if lane.kind == "session")
    spans = tuple(replace(span, name="") for lane in working for span in lane.spans) or (whole,)
    yield kit.TimelineLane(one.run, "session", spans)
    for lane in kit.course.lanes(one.subject):
        if lane.kind not in ("session", "stage"):
            yield replace(lane, name=f"– {lane.name[0].lower()}{lane.name[1:]}")
