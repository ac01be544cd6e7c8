"""Results of others relied on: who found what, and which clauses rest on it."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every result of another laboratory, or that none is relied on."""
    results = case.submission.of(kit.ExternalResult)
    if not results:
        return [kit.paragraph(part.text("none"))]
    flowables = [kit.paragraph(part.text("intro"))]
    for result in results:
        rows: kit.Facts = [
            ("Laboratory", result.provider),
            ("For", result.authority),
            ("About", result.subject),
            ("Number, date", kit.stacked(result.number, kit.day(result.date))),
            ("Result", result.finding),
            (
                "Clauses",
                kit.stacked(*(_clause(case, name) for name in result.clauses)) if result.clauses else "none",
            ),
        ]
        rows += [(f"File {each.name}", kit.digest(each.sha256)) for each in result.files]
        flowables.append(kit.together(f"{result.provider}, {result.number}", [kit.facts(rows)]))
    return flowables


def _clause(case: kit.Case, name: str) -> str:
    words = dict.fromkeys(
        row.came for _, row in kit.clause_rows.came(case.conclusion.matrices) if row.clause == name
    )
    if not words:
        return f"{name}: not among the clauses of this report"
    if kit.answered.RELIED_ON in words:
        return f"{name}: relied on"
    return f"{name}: not relied on; the laboratory's own result is {', '.join(words)}"
