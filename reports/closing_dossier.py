"""Closing of a submission's report: what the results are about, and the mark after which nothing follows."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the end of the report."""
    dossier = case.dossier
    return [
        kit.gap(14),
        kit.paragraph(part.text("scope")),
        kit.paragraph(f"End of report {dossier.number}, revision {dossier.revision}.", "kicker"),
    ]
