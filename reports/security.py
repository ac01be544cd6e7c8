"""Security and known vulnerabilities: what was found or looked up, and what it means for the items."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every finding; where none is on record, that nobody is known to have searched."""
    findings = case.submission.of(kit.SecurityFinding)
    if not findings:
        text = [*kit.alarm("NO SEARCH IS ON FILE"), kit.paragraph(part.text("none"))]
        return [*text, *kit.registered.waived(case.submission, kit.Matter.VULNERABILITIES)]
    left = [finding for finding in findings if finding.status == "open"]
    result = [kit.paragraph(part.text("intro"))]
    if left:
        lines = [f"{each.id}: {each.title}" for each in left]
        result += kit.alarm(f"OPEN: {len(left)} of {len(findings)}", lines)
    return [*result, _table(findings), *_silent(case)]


def _table(findings: tuple[kit.SecurityFinding, ...]) -> Flowable:
    rows: kit.Rows = [
        [
            kit.stacked(finding.title, finding.reference or "the laboratory's own finding"),
            finding.component or "–",
            finding.assessment,
            kit.loud("OPEN") if finding.status == "open" else finding.status,
            kit.day(finding.checked),
        ]
        for finding in findings
    ]
    head = ("Finding; reference", "Component", "Assessment", "Status", "Checked")
    return kit.table(head, rows, (24, 15, 35, 12, 14))


def _silent(case: kit.Case) -> list[Flowable]:
    """Name the submitted components that no finding is about."""
    rest = [f"{component.name} {component.version}" for component in kit.examined.unsearched(case.dossier)]
    title = kit.subheading("Submitted components without a finding")
    if not rest:
        return [*title, *kit.bullets(rest)]
    return [
        *title,
        *kit.alarm("NO SEARCH IS ON FILE", rest),
        *kit.registered.waived(case.submission, kit.Matter.VULNERABILITIES),
    ]
