"""Opinions and interpretations: marked as such, apart from results."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every opinion, each in a box that says what it is."""
    opinions = case.submission.of(kit.Opinion)
    if not opinions:
        return [kit.paragraph(part.text("none"))]
    flowables = [kit.paragraph(part.text("intro"))]
    for opinion in opinions:
        text = kit.registered.signed(case.submission, opinion.by, opinion.date)
        head = kit.paragraph("OPINION — not a result", "kicker")
        shown = [head, kit.paragraph(opinion.text), kit.paragraph(text, "quiet")]
        flowables.append(kit.panel(shown, kit.QUIET))
    return flowables
