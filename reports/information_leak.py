"""Information leak: what was looked at on displays, ports and logs, and what the chapter asks about it."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.clauses.obligations import NOT_TESTED, binding_on
from labharness.assessment.dossier import Dossier
from labharness.assessment.examined import current, leak_items
from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.findings import Finding
from labharness.filings.entries.examinations import Matter
from labharness.games.game import cite
from labharness.games.provisions import Aspect
from labharness.language.dates import clock
from labharness.language.recorded import phrase
from labharness.language.template import run_list
from labharness.model.findings import Result
from labharness.plans.procedures import Inspect, InspectionItem
from labharness.reporting.blocks import Cell, paragraph, subheading, table, together
from labharness.reporting.clause_rows import came, clause_table
from labharness.reporting.registered import waived
from labharness.reporting.said import alarm, loud
from labharness.reporting.section import SectionPlace

_BAD = (Result.NOT_AS_EXPECTED, Result.LEFT_OUT)


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return items that were looked at, and clauses about it."""
    runs = list(current(case.dossier))
    items = [(run, stage, item) for run in runs for stage, item in leak_items(run)]
    asked = {one.text for run in runs for one in binding_on(run.frozen) if one.aspect is Aspect.LEAK}
    clauses = [(name, row) for name, row in came(case.conclusion.matrices) if row.asked in asked]
    found: list[Flowable] = [paragraph(part.text("intro"))]
    if not items:
        found += alarm(f"{NOT_TESTED}: no run inspected the information that leaves the device")
        found += waived(case.submission, Matter.LEAK)
    else:
        left = [
            f"{item.id} (in {stage.name}), {case.dossier.called(run.run)}"
            for run, stage, item in items
            if not _of(run, stage, item)
        ]
        found += [*alarm("NOT INSPECTED", left), *waived(case.submission, Matter.LEAK)] if left else []
        found += [*subheading("Item inspected"), _looked(case.dossier, items)]
    if clauses:
        found.append(together("Requirements of the chapter", [clause_table(case, clauses, marked=False)]))
    else:
        found.append(paragraph(part.text("silent")))
    return found


def _of(run: Subject, stage: Inspect, item: InspectionItem) -> list[Finding]:
    return [one for one in run.findings.get(stage.name, ()) if one.item == item.id]


def _looked(dossier: Dossier, items: list[tuple[Subject, Inspect, InspectionItem]]) -> Flowable:
    """Set each item once: the runs that agree about it in one line, whatever is wrong with all that is on record."""
    merged: dict[tuple[str, str, str, str], list[Subject]] = {}
    for run, stage, item in items:
        merged.setdefault((stage.name, item.id, item.text, item.citation), []).append(run)
    rows: list[list[Cell]] = [
        [
            f"{stage}: {name}",
            [paragraph(text, "cell"), paragraph(cite(citation), "label")],
            _results(dossier, stage, name, runs),
        ]
        for (stage, name, text, citation), runs in merged.items()
    ]
    return table(("Item", "Requirement", "Result"), rows, (18, 44, 38))


def _results(dossier: Dossier, stage: str, item: str, runs: list[Subject]) -> list[Flowable]:
    """Return what runs found of an item; the annex of inspections holds who looked, when, and the comments."""
    agreed: list[str] = []
    against: list[Flowable] = []
    for run in runs:
        called = dossier.called(run.run)
        made = [one for one in run.findings.get(stage, ()) if one.item == item]
        if not made:
            against += [loud("NOT INSPECTED"), paragraph(called, "cell")]
        elif len(made) == 1 and made[0].result is Result.AS_EXPECTED:
            agreed.append(called)
        else:
            against += [each for one in made for each in _told(called, one)]
    said = f"{Result.AS_EXPECTED.value}: {run_list(agreed)}"
    return [*against, *([paragraph(said, "cell")] if agreed else [])]


def _told(run: str, one: Finding) -> list[Flowable]:
    bad = one.result in _BAD
    word = loud(one.result.value.upper()) if bad else paragraph(one.result.value, "word")
    who = ", ".join(one.who) or "not recorded"
    said = [*filter(None, (phrase(one.reaction), one.comment))]
    file = [f"file {one.attachment.name}"] if one.attachment else []
    return [word, paragraph("; ".join([f"{run}: {who}, {clock(one.utc)}", *said, *file]), "cell")]
