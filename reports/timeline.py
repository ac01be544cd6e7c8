"""Timeline: what went on when, night by night."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.runs.course import lanes, stretches
from labharness.assessment.runs.subject import Subject
from labharness.language.dates import clock
from labharness.reporting.blocks import figure, paragraph
from labharness.reporting.charts.timeline import night
from labharness.reporting.section import SectionPlace


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return a timeline of each stretch of work."""
    course = lanes(subject)
    found: list[Flowable] = [
        figure(
            f"{clock(start.isoformat())} to {clock(end.isoformat())}",
            night(course, start, end),
            part.text("caption"),
        )
        for start, end in stretches(course)
    ]
    return [paragraph(part.text("intro")), *found] if found else [paragraph(part.text("none"))]
