"""What this report changes: which report it replaces, why, and every change since."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting.blocks import bullets, digest, facts, paragraph, subheading
from labharness.reporting.case import Case
from labharness.reporting.section import Part


def section(case: Case, part: Part) -> list[Flowable]:
    """Return what an amended report changes; nothing for a first one."""
    amends = case.dossier.amends
    if amends is None:
        return []
    return [
        paragraph(part.text("intro")),
        facts(
            [
                ("Replaces report", amends.number),
                ("Its SHA-256", digest(amends.sha256)),
                ("This report", f"{case.dossier.number}, revision {case.dossier.revision}"),
                ("Why", amends.why),
                ("Amended by", case.submission.person(amends.by)),
            ]
        ),
        *subheading("Changes since"),
        *bullets(amends.changes),
    ]
