"""Security and known vulnerabilities: what was found or looked up, and what it means for the items."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every finding; where none is on record, that nobody is known to have searched."""
    findings = case.submission.of(kit.SecurityFinding)
    if not findings:
        told = [*kit.alarm("NO SEARCH IS ON FILE"), kit.paragraph(part.text("none"))]
        return [*told, *kit.registered.waived(case.submission, kit.Matter.VULNERABILITIES)]
    left = [one for one in findings if one.status == "open"]
    found = [kit.paragraph(part.text("intro"))]
    if left:
        found += kit.alarm(
            f"OPEN: {len(left)} of {len(findings)}", [f"{one.id}: {one.title}" for one in left]
        )
    return [*found, _table(findings), *_silent(case)]


def _table(findings: tuple[kit.SecurityFinding, ...]) -> Flowable:
    rows: list[list[kit.Cell]] = [
        [
            kit.stacked(one.title, one.reference or "the laboratory's own finding"),
            one.component or "–",
            one.assessment,
            kit.loud("OPEN") if one.status == "open" else one.status,
            kit.registered.dated(one.checked),
        ]
        for one in findings
    ]
    head = ("Finding; reference", "Component", "Assessment", "Status", "Checked")
    return kit.table(head, rows, (24, 15, 35, 12, 14))


def _silent(case: kit.Case) -> list[Flowable]:
    """Name the submitted components that no finding is about."""
    rest = [f"{one.name} {one.version}" for one in kit.examined.unsearched(case.dossier)]
    title = kit.subheading("Submitted components without a finding")
    if not rest:
        return [*title, *kit.bullets(rest)]
    return [
        *title,
        *kit.alarm("NO SEARCH IS ON FILE", rest),
        *kit.registered.waived(case.submission, kit.Matter.VULNERABILITIES),
    ]
