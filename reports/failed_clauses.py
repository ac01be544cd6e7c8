"""Clauses that were not met, not tested, or left open: what a submitter has to answer."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.clauses.obligations import NOT_TESTED
from labharness.reporting.blocks import paragraph, subheading
from labharness.reporting.clause_rows import against, clause_table
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the rows of the matrix that stand against a pass, the failures first."""
    matrices = case.conclusion.matrices
    if not matrices:
        return [paragraph(f"{NOT_TESTED}: no run counts.", "word")]
    shown: list[Flowable] = []
    for title, _, rows in against(matrices):
        if rows:
            shown += [*subheading(f"{title}: {len(rows)}"), clause_table(case, rows)]
    return [paragraph(part.text("intro")), *shown] if shown else [paragraph(part.text("none"))]
