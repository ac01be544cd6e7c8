"""Equipment and software: with what it was measured, whether calibration was due, and which programs made it."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return equipment, the programs of every run, and those of this report."""
    flowables: list[Flowable] = [kit.paragraph(part.text("intro"))]
    equipment, runs = case.submission.of(kit.Equipment), case.dossier.runs
    late = {each.id: kit.examined.overdue(each, runs) for each in equipment}
    if any(late.values()):
        named = ((each, list(map(case.dossier.called, late[each.id]))) for each in equipment)
        lines = [f"{each.name}, {each.identification}: {kit.run_list(runs)}" for each, runs in named if runs]
        flowables += kit.alarm("CALIBRATION WAS OVERDUE", lines)
        flowables += kit.registered.waived(case.submission, kit.Matter.CALIBRATION)
    if equipment:
        flowables += [*kit.subheading("Equipment"), _equipment(equipment, late)]
    else:
        flowables.append(kit.loud("NO EQUIPMENT IS ON FILE"))
        flowables += kit.registered.waived(case.submission, kit.Matter.EQUIPMENT)
    flowables += [*kit.subheading("Program and host of the runs"), *_programs(case.dossier, runs)]
    versions = case.dossier.versions
    rows: kit.Facts = [("Made with", kit.said.program(versions) if versions else kit.loud("NOT RECORDED"))]
    recorded = [run.start.versions for run in runs]
    rows += kit.program_files([versions, *recorded]) or [("Files of labharness", part.text("no_files"))]
    return [
        *flowables,
        *kit.subheading("Program of this report"),
        kit.facts(rows),
        kit.paragraph(part.text("files"), "quiet"),
    ]


def _equipment(equipment: Sequence[kit.Equipment], late: dict[str, list[str]]) -> Flowable:
    rows: kit.Rows = []
    for each in equipment:
        due: kit.Cell = kit.dated_if(each.due)
        if late[each.id]:
            invalid = kit.loud(f"NOT VALID IN {kit.number(len(late[each.id]))} RUNS")
            due = [kit.paragraph(kit.dated_if(each.due), "cell"), invalid]
        when = kit.dated_if(each.calibrated) if each.calibrated else "none on file"
        rows.append([each.name, each.identification, when, due, each.remark or "–"])
    head = ("Equipment", "Identification", "Calibrated or verified", "Due", "Remark")
    return kit.table(head, rows, (22, 18, 20, 20, 20))


def _programs(dossier: kit.Dossier, runs: Sequence[kit.Subject]) -> list[Flowable]:
    """Set what the runs record of themselves, runs of the same together."""
    merged: dict[tuple[str, ...], list[str]] = {}
    for run in runs:
        merged.setdefault(_program(run), []).append(dossier.called(run.run))
    if not merged:
        return [kit.paragraph("No run was recorded.")]
    rows: kit.Rows = [
        [kit.run_list(names), made_by, host, [kit.mono(adapter) for adapter in adapters]]
        for (made_by, host, *adapters), names in merged.items()
    ]
    return [kit.table(("Runs", "Program, with", "Host", "Device; reader"), rows, (20, 46, 12, 22))]


def _program(run: kit.Subject) -> tuple[str, ...]:
    start = run.start
    return (
        kit.said.program(start.versions, start.labharness),
        start.host or "not recorded",
        _adapter(start.adapter.device),
        _adapter(start.adapter.reader),
    )


def _adapter(named: kit.AdapterNamed | None) -> str:
    if named is None:
        return "none"
    return f"{named.name} {named.version}"
