"""What a submitter has still to send or put right beside the deficiencies: missing documents, and the reasons for no pass."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.filings.entries.checklist import missing
from labharness.language.numbers import amount
from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Reason
from labharness.reporting.blocks import Cell, bullets, paragraph, subheading, table
from labharness.reporting.open_items import INCONCLUSIVE, MISSING, NOT_TESTED, by_kind
from labharness.reporting.said import alarm
from labharness.reporting.section import SectionPlace

_ELSEWHERE = (NOT_TESTED, INCONCLUSIVE, MISSING)
"""Kinds of points that stand in a table of their own."""
_TOLD_ELSEWHERE = (Conclusions.DEFICIENCY_OPEN, Conclusions.CLAUSE_NOT_MET)
"""Points that the sections of deficiencies and of clauses print whole."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the missing documents with their sources, then the reasons for no pass, then every other point."""
    found = _documents(case, part)
    reasons = set(case.conclusion.reasons)
    points = [one for one in case.conclusion.objections if not one.is_a(*_TOLD_ELSEWHERE)]
    told = _points(case, [one for one in points if one in reasons])
    other = _points(case, [one for one in points if one not in reasons])
    found += [*subheading("Reasons for the verdict"), paragraph(part.text("reasons")), *told] if told else []
    found += [*subheading("Other points"), paragraph(part.text("others")), *other] if other else []
    return found or [paragraph(part.text("none"))]


def _documents(case: Case, part: SectionPlace) -> list[Flowable]:
    left = missing(case.submission)
    if not left:
        return []
    rows: list[list[Cell]] = [
        [one.title, one.item.source if one.item else "not an item of the checklist"] for one in left
    ]
    title = f"{amount(len(left), 'required document')} missing".upper()
    return [
        *alarm(title),
        paragraph(part.text("documents")),
        table(("Document", "Required by"), rows, (62, 38)),
    ]


def _points(case: Case, points: Sequence[Reason]) -> list[Flowable]:
    """List points; those of one kind stand below each other, behind the words for it."""
    found: list[str] = []
    for name, texts in by_kind(points, case.say).items():
        if name not in _ELSEWHERE:
            found += [f"{name}: {text}" for text in texts] if name else texts
    return bullets(found) if found else []
