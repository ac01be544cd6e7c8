"""Information leak: what was looked at on displays, ports and logs, and what the chapter asks about it."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_BAD = (kit.Result.NOT_AS_EXPECTED, kit.Result.LEFT_OUT)


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return items that were looked at, and clauses about it."""
    runs = list(kit.examined.current(case.dossier))
    items = [(run, stage, item) for run in runs for stage, item in kit.leak_items(run)]
    asked = {
        obligation.text
        for run in runs
        for obligation in kit.binding_on(run.frozen)
        if obligation.aspect is kit.Aspect.LEAK
    }
    clauses = [
        (name, row) for name, row in kit.clause_rows.came(case.conclusion.matrices) if row.asked in asked
    ]
    flowables: list[Flowable] = [kit.paragraph(part.text("intro"))]
    if not items:
        none = "no run inspected the information that leaves the device"
        flowables += kit.alarm(f"{kit.obligations.NOT_TESTED}: {none}")
        flowables += kit.registered.waived(case.submission, kit.Matter.LEAK)
    else:
        left = [
            f"{item.id} (in {stage.name}), {case.dossier.called(run.run)}"
            for run, stage, item in items
            if not [each for each in run.findings.get(stage.name, ()) if each.item == item.id]
        ]
        if left:
            flowables += kit.alarm("NOT INSPECTED", left)
            flowables += kit.registered.waived(case.submission, kit.Matter.LEAK)
        flowables += [*kit.subheading("Item inspected"), _looked(case.dossier, items)]
    if clauses:
        rows = kit.clause_table(case, clauses, marked=False)
        flowables.append(kit.together("Requirements of the chapter", [rows]))
    else:
        flowables.append(kit.paragraph(part.text("silent")))
    return flowables


def _looked(
    dossier: kit.Dossier, items: list[tuple[kit.Subject, kit.Inspect, kit.InspectionItem]]
) -> Flowable:
    """Set each item once: the runs that agree about it in one line, whatever is wrong with all that is on record."""
    merged: dict[tuple[str, str, str, str], list[kit.Subject]] = {}
    for run, stage, item in items:
        merged.setdefault((stage.name, item.id, item.text, item.citation), []).append(run)
    rows: kit.Rows = [
        [
            f"{stage}: {name}",
            [kit.paragraph(text, "cell"), kit.paragraph(kit.game.cite(citation), "label")],
            _results(dossier, stage, name, runs),
        ]
        for (stage, name, text, citation), runs in merged.items()
    ]
    return kit.table(("Item", "Requirement", "Result"), rows, (18, 44, 38))


def _results(dossier: kit.Dossier, stage: str, item: str, runs: list[kit.Subject]) -> list[Flowable]:
    """Return what runs found of an item; the annex of inspections holds who looked, when, and the comments."""
    agreed: list[str] = []
    against: list[Flowable] = []
    for run in runs:
        called = dossier.called(run.run)
        result = [each for each in run.findings.get(stage, ()) if each.item == item]
        if not result:
            against += [kit.loud("NOT INSPECTED"), kit.paragraph(called, "cell")]
        elif len(result) == 1 and result[0].result is kit.Result.AS_EXPECTED:
            agreed.append(called)
        else:
            against += [each for entry in result for each in _told(called, entry)]
    text = f"{kit.Result.AS_EXPECTED.value}: {kit.run_list(agreed)}"
    return [*against, *([kit.paragraph(text, "cell")] if agreed else [])]


def _told(run: str, finding: kit.findings.Finding) -> list[Flowable]:
    bad = finding.result in _BAD
    word = kit.loud(finding.result.value.upper()) if bad else kit.paragraph(finding.result.value, "word")
    who = ", ".join(finding.who) or "not recorded"
    text = [*filter(None, (kit.recorded_words.phrase(finding.reaction), finding.comment))]
    file = [f"file {finding.attachment.name}"] if finding.attachment else []
    return [word, kit.paragraph("; ".join([f"{run}: {who}, {kit.clock(finding.utc)}", *text, *file]), "cell")]
