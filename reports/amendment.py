"""What this report changes: which report it replaces, why, and every change since."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.language.standings import qualified
from labharness.reporting.blocks import bullets, digest, facts, paragraph, standing_word, subheading
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
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
                ("Its verdict", qualified(amends.outcome or "not on record", amends.qualifiers)),
                ("Its recommendation", "not on record" if amends.given is None else amends.given or "none"),
                ("This report", f"{case.dossier.number}, revision {case.dossier.revision}"),
                ("Verdict now", standing_word(case.standing)),
                ("Recommendation now", case.conclusion.given or "none"),
                ("Why", amends.why),
                ("Amended by", case.submission.person(amends.by)),
            ]
        ),
        *subheading("Changes since"),
        *bullets(amends.changes),
    ]
