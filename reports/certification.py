"""Manufacturer's certification: who certified what, when, in the manufacturer's own words."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return each certification on record, or loudly that there is none."""
    result = case.submission.of(kit.Certification)
    if not result:
        return _none(case, part)
    return [kit.paragraph(part.text("intro"), "quiet"), *(line for each in result for line in _one(each))]


def _none(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    text = part.text("none")
    for each in kit.checklist_state(case.submission):
        if each.id == kit.checklist.CERTIFICATION and each.state != "missing":
            text += f" The checklist has the item as: {each.state}."
    return [kit.panel([kit.loud("NO CERTIFICATION IS ON FILE", "banner"), kit.paragraph(text)], kit.RED)]


def _one(each: kit.Certification) -> list[Flowable]:
    rows: kit.Facts = [
        ("Name", each.name),
        ("Title", each.title),
        ("Date", kit.day(each.date)),
        ("Files", kit.registered.attachments(each.files) or "none"),
    ]
    return [
        kit.facts(rows),
        kit.panel([kit.paragraph("STATEMENT", "kicker"), kit.paragraph(each.statement, "lead")], kit.ACCENT),
    ]
