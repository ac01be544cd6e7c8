"""Timeline: what went on when, night by night."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return a timeline of each stretch of work."""
    course = kit.course.lanes(subject)
    flowables: list[Flowable] = [
        kit.figure(
            f"{kit.clock(start.isoformat())} to {kit.clock(end.isoformat())}",
            kit.timeline_charts.night(course, start, end),
            part.text("caption"),
        )
        for start, end in kit.course.stretches(course)
    ]
    return [kit.paragraph(part.text("intro" if flowables else "none")), *flowables]
