"""What this report changes: which report it replaces, why, and every change since."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return what an amended report changes; nothing for a first one."""
    amends = case.dossier.amends
    if amends is None:
        return []
    return [
        kit.paragraph(part.text("intro")),
        kit.facts(
            [
                ("Replaces report", amends.number),
                ("Its SHA-256", kit.digest(amends.sha256)),
                ("Its verdict", kit.qualified(amends.outcome or "not on record", amends.qualifiers)),
                ("Its recommendation", "not on record" if amends.given is None else amends.given or "none"),
                ("This report", f"{case.dossier.number}, revision {case.dossier.revision}"),
                ("Verdict now", kit.standing_word(case.standing)),
                ("Recommendation now", case.conclusion.given or "none"),
                ("Why", amends.why),
                ("Amended by", case.submission.person(amends.by)),
            ]
        ),
        *kit.subheading("Changes since"),
        *kit.bullets(amends.changes),
    ]
