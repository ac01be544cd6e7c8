"""Closing of a submission's report: what the results are about, and the mark after which nothing follows."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.reporting.blocks import gap, paragraph
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the end of the report."""
    dossier = case.dossier
    return [
        gap(14),
        paragraph(part.text("scope")),
        paragraph(f"End of report {dossier.number}, revision {dossier.revision}.", "kicker"),
    ]
