"""Closing: what the results are about, and the mark after which nothing follows."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.runs.subject import Subject
from labharness.reporting.blocks import gap, paragraph
from labharness.reporting.section import SectionPlace


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return the end of the report."""
    return [gap(14), paragraph(part.text("scope")), paragraph(f"End of report {subject.run}.", "kicker")]
