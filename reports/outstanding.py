"""What a submitter has still to send or put right beside the deficiencies: missing documents, and the reasons for no pass."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.kinds import by_kind
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.review import Deficiency
from labharness.language.numbers import amount
from labharness.reporting.blocks import Cell, bullets, paragraph, subheading, table
from labharness.reporting.said import alarm
from labharness.reporting.section import Part

_ELSEWHERE = ("Clauses not tested", "Clauses inconclusive", "Documents missing")
"""Kinds of points that stand in a table of their own."""


def section(case: Case, part: Part) -> list[Flowable]:
    """Return the missing documents with their sources, then the reasons for no pass, then every other point."""
    found = _documents(case, part)
    reasons = set(case.conclusion.reasons)
    points = [one for one in case.conclusion.objections if one not in _told_elsewhere(case)]
    told = _points([one for one in points if one in reasons])
    other = _points([one for one in points if one not in reasons])
    found += [*subheading("Reasons for the verdict"), paragraph(part.text("reasons")), *told] if told else []
    found += [*subheading("Other points"), paragraph(part.text("others")), *other] if other else []
    return found or [paragraph(part.text("none"))]


def _documents(case: Case, part: Part) -> list[Flowable]:
    left = missing(case.submission)
    if not left:
        return []
    rows: list[list[Cell]] = [
        [one.title, one.item.source if one.item else "no line of the checklist"] for one in left
    ]
    title = f"{amount(len(left), 'required document')} missing".upper()
    return [
        *alarm(title),
        paragraph(part.text("documents")),
        table(("Document", "Asked for by"), rows, (62, 38)),
    ]


def _points(points: Sequence[str]) -> list[Flowable]:
    """List points; those of one kind stand below each other, behind the words for it."""
    found: list[str] = []
    for name, texts in by_kind(points).items():
        if name not in _ELSEWHERE:
            found += [f"{name}: {text}" for text in texts] if name else texts
    return bullets(found) if found else []


def _told_elsewhere(case: Case) -> set[str]:
    """Return the points that the sections of deficiencies and of clauses print whole."""
    rows = (row for each in case.conclusion.matrices for row in each.rows)
    opened = (f"Deficiency {one.id} is open: {one.found}" for one in case.submission.of(Deficiency))
    return {*opened, *(f"{row.clause} is not met: {row.asked}" for row in rows)}
