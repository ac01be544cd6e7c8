"""Closing: what the results are about, and the mark after which nothing follows."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the end of the report."""
    return [
        kit.gap(14),
        kit.paragraph(part.text("scope")),
        kit.paragraph(f"End of report {subject.run}.", "kicker"),
    ]
