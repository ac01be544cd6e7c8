"""What a submitter has still to send or put right beside the deficiencies: missing documents, and the reasons for no pass."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit

_ELSEWHERE = (kit.open_items.NOT_TESTED, kit.open_items.INCONCLUSIVE, kit.open_items.MISSING)
"""Kinds of points that stand in a table of their own."""
_TOLD_ELSEWHERE = (kit.Conclusions.DEFICIENCY_OPEN, kit.Conclusions.CLAUSE_NOT_MET)
"""Points that the sections of deficiencies and of clauses print whole."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the missing documents with their sources, then the reasons for no pass, then every other point."""
    documents = _documents(case, part)
    reasons = set(case.conclusion.reasons)
    points = [objection for objection in case.conclusion.objections if not objection.is_a(*_TOLD_ELSEWHERE)]
    text = _points(case, [point for point in points if point in reasons])
    other = _points(case, [point for point in points if point not in reasons])
    if text:
        documents += [*kit.subheading("Reasons for the verdict"), kit.paragraph(part.text("reasons")), *text]
    if other:
        documents += [*kit.subheading("Other points"), kit.paragraph(part.text("others")), *other]
    return documents or [kit.paragraph(part.text("none"))]


def _documents(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    left = kit.checklist.missing(case.submission)
    if not left:
        return []
    rows: kit.Rows = [
        [each.title, each.item.source if each.item else "not an item of the checklist"] for each in left
    ]
    title = f"{kit.amount(len(left), 'required document')} missing".upper()
    return [
        *kit.alarm(title),
        kit.paragraph(part.text("documents")),
        kit.table(("Document", "Required by"), rows, (62, 38)),
    ]


def _points(case: kit.Case, points: Sequence[kit.Reason]) -> list[Flowable]:
    """List points; those of one kind stand below each other, behind the words for it."""
    result: list[str] = []
    for name, texts in kit.open_items.by_kind(points, case.say).items():
        if name not in _ELSEWHERE:
            result += [f"{name}: {text}" for text in texts] if name else texts
    return kit.bullets(result) if result else []
