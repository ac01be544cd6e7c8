"""Results of others relied on: who found what, and which clauses rest on it."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every result of another laboratory, or that none is relied on."""
    results = case.submission.of(kit.ExternalResult)
    if not results:
        return [kit.paragraph(part.text("none"))]
    found = [kit.paragraph(part.text("intro"))]
    for one in results:
        rows: list[tuple[str, kit.Cell]] = [
            ("Laboratory", one.provider),
            ("For", one.authority),
            ("About", one.subject),
            ("Number, date", kit.stacked(one.number, kit.registered.dated(one.date))),
            ("Result", one.finding),
            (
                "Clauses",
                kit.stacked(*(_clause(case, name) for name in one.clauses)) if one.clauses else "none",
            ),
        ]
        rows += [(f"File {each.name}", kit.digest(each.sha256)) for each in one.files]
        found.append(kit.together(f"{one.provider}, {one.number}", [kit.facts(rows)]))
    return found


def _clause(case: kit.Case, name: str) -> str:
    words = dict.fromkeys(
        row.came for _, row in kit.clause_rows.came(case.conclusion.matrices) if row.clause == name
    )
    if not words:
        return f"{name}: not among the clauses of this report"
    if kit.answered.RELIED_ON in words:
        return f"{name}: relied on"
    return f"{name}: not relied on; the laboratory's own result is {', '.join(words)}"
