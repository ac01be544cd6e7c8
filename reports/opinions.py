"""Opinions and interpretations: marked as such, apart from results."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.filings.entries.review import Opinion
from labharness.reporting.blocks import panel, paragraph
from labharness.reporting.registered import signed
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import QUIET


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return every opinion, each in a box that says what it is."""
    opinions = case.submission.of(Opinion)
    if not opinions:
        return [paragraph(part.text("none"))]
    found = [paragraph(part.text("intro"))]
    for one in opinions:
        said = signed(case.submission, one.by, one.date)
        found.append(
            panel(
                [
                    paragraph("OPINION — not a result", "kicker"),
                    paragraph(one.text),
                    paragraph(said, "quiet"),
                ],
                QUIET,
            )
        )
    return found
