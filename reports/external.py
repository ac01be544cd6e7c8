"""Results of others relied on: who found what, and which clauses rest on it."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.clauses.answered import RELIED_ON
from labharness.filings.entries.papers import ExternalResult
from labharness.reporting.blocks import Cell, digest, facts, paragraph, stacked, together
from labharness.reporting.clause_rows import came
from labharness.reporting.registered import dated
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return every result of another laboratory, or that none is relied on."""
    results = case.submission.of(ExternalResult)
    if not results:
        return [paragraph(part.text("none"))]
    found = [paragraph(part.text("intro"))]
    for one in results:
        rows: list[tuple[str, Cell]] = [
            ("Laboratory", one.provider),
            ("For", one.authority),
            ("About", one.subject),
            ("Number, date", stacked(one.number, dated(one.date))),
            ("Result", one.finding),
            ("Clauses", stacked(*(_clause(case, name) for name in one.clauses)) if one.clauses else "none"),
        ]
        rows += [(f"File {each.name}", digest(each.sha256)) for each in one.files]
        found.append(together(f"{one.provider}, {one.number}", [facts(rows)]))
    return found


def _clause(case: Case, name: str) -> str:
    words = dict.fromkeys(row.came for _, row in came(case.conclusion.matrices) if row.clause == name)
    if not words:
        return f"{name}: not among the clauses of this report"
    if RELIED_ON in words:
        return f"{name}: relied on"
    return f"{name}: not relied on; the laboratory's own result is {', '.join(words)}"
