"""Manufacturer's certification: who certified what, when, in the manufacturer's own words."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return each certification on record, or loudly that there is none."""
    found = case.submission.of(kit.Certification)
    if not found:
        return _none(case, part)
    return [kit.paragraph(part.text("intro"), "quiet"), *(line for one in found for line in _one(one))]


def _none(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    red = kit.OUTCOME_COLORS["FAIL"]
    state = next(
        (one for one in kit.checklist_state(case.submission) if one.id == kit.checklist.CERTIFICATION), None
    )
    told = part.text("none")
    if state is not None and state.state != "missing":
        told += f" The checklist has the item as: {state.state}."
    return [kit.panel([kit.colored("NO CERTIFICATION IS ON FILE", red, "banner"), kit.paragraph(told)], red)]


def _one(one: kit.Certification) -> list[Flowable]:
    rows: list[tuple[str, kit.Cell]] = [
        ("Name", one.name),
        ("Title", one.title),
        ("Date", kit.registered.dated(one.date)),
        ("Files", kit.registered.attachments(one.files) or "none"),
    ]
    return [
        kit.facts(rows),
        kit.panel([kit.paragraph("STATEMENT", "kicker"), kit.paragraph(one.statement, "lead")], kit.ACCENT),
    ]
