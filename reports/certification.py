"""Manufacturer's certification: who certified what, when, in the manufacturer's own words."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.filings.entries.checklist import CERTIFICATION, checklist_state
from labharness.filings.entries.papers import Certification
from labharness.reporting import registered
from labharness.reporting.blocks import Cell, colored, facts, panel, paragraph
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import ACCENT, OUTCOME_COLORS


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return each certification on record, or loudly that there is none."""
    found = case.submission.of(Certification)
    if not found:
        return _none(case, part)
    return [paragraph(part.text("intro"), "quiet"), *(line for one in found for line in _one(one))]


def _none(case: Case, part: SectionPlace) -> list[Flowable]:
    red = OUTCOME_COLORS["FAIL"]
    state = next((one for one in checklist_state(case.submission) if one.id == CERTIFICATION), None)
    told = part.text("none")
    if state is not None and state.state != "missing":
        told += f" The checklist has the item as: {state.state}."
    return [panel([colored("NO CERTIFICATION IS ON FILE", red, "banner"), paragraph(told)], red)]


def _one(one: Certification) -> list[Flowable]:
    rows: list[tuple[str, Cell]] = [
        ("Name", one.name),
        ("Title", one.title),
        ("Date", registered.dated(one.date)),
        ("Files", registered.attachments(one.files) or "none"),
    ]
    return [facts(rows), panel([paragraph("STATEMENT", "kicker"), paragraph(one.statement, "lead")], ACCENT)]
