"""Clauses that were not met, not tested, or left open: what a submitter has to answer."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the rows of the matrix that stand against a pass, the failures first."""
    matrices = case.conclusion.matrices
    if not matrices:
        return [kit.paragraph(f"{kit.obligations.NOT_TESTED}: no run counts.", "word")]
    shown: list[Flowable] = []
    for title, _, rows in kit.clause_rows.against(matrices):
        if rows:
            shown += [*kit.subheading(f"{title}: {len(rows)}"), kit.clause_table(case, rows)]
    return [kit.paragraph(part.text("intro" if shown else "none")), *shown]
