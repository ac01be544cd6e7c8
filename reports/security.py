"""Security and known vulnerabilities: what was found or looked up, and what it means for the items."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.examined import unsearched
from labharness.filings.entries.examinations import Matter
from labharness.filings.entries.review import SecurityFinding
from labharness.reporting.blocks import Cell, bullets, paragraph, stacked, subheading, table
from labharness.reporting.registered import dated, waived
from labharness.reporting.said import alarm, loud
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return every finding; where none is on record, that nobody is known to have searched."""
    findings = case.submission.of(SecurityFinding)
    if not findings:
        told = [*alarm("NO SEARCH IS ON FILE"), paragraph(part.text("none"))]
        return [*told, *waived(case.submission, Matter.VULNERABILITIES)]
    left = [one for one in findings if one.status == "open"]
    found = [paragraph(part.text("intro"))]
    if left:
        found += alarm(f"OPEN: {len(left)} of {len(findings)}", [f"{one.id}: {one.title}" for one in left])
    return [*found, _table(findings), *_silent(case)]


def _table(findings: tuple[SecurityFinding, ...]) -> Flowable:
    rows: list[list[Cell]] = [
        [
            stacked(one.title, one.reference or "the laboratory's own finding"),
            one.component or "–",
            one.assessment,
            loud("OPEN") if one.status == "open" else one.status,
            dated(one.checked),
        ]
        for one in findings
    ]
    head = ("Finding; reference", "Component", "Assessment", "Status", "Checked")
    return table(head, rows, (24, 15, 35, 12, 14))


def _silent(case: Case) -> list[Flowable]:
    """Name the submitted components that no finding is about."""
    rest = [f"{one.name} {one.version}" for one in unsearched(case.dossier)]
    title = subheading("Submitted components without a finding")
    if not rest:
        return [*title, *bullets(rest)]
    return [*title, *alarm("NO SEARCH IS ON FILE", rest), *waived(case.submission, Matter.VULNERABILITIES)]
