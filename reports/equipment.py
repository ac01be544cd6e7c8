"""Equipment and software: with what it was measured, whether calibration was due, and which programs made it."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.dossier import Dossier
from labharness.assessment.examined import overdue
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.course import AdapterNamed
from labharness.filings.entries.examinations import Matter
from labharness.filings.entries.items import Equipment
from labharness.language.numbers import number
from labharness.language.template import run_list
from labharness.reporting.blocks import Cell, facts, mono, paragraph, subheading, table
from labharness.reporting.registered import waived
from labharness.reporting.said import alarm, dated_if, loud, program, program_files
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return equipment, the programs of every run, and those of this report."""
    found: list[Flowable] = [paragraph(part.text("intro"))]
    equipment, runs = case.submission.of(Equipment), case.dossier.runs
    late = {one.id: overdue(one, runs) for one in equipment}
    if any(late.values()):
        title = "CALIBRATION WAS OVERDUE"
        found += alarm(
            title,
            [
                f"{one.name}, {one.identification}: {run_list(list(map(case.dossier.called, late[one.id])))}"
                for one in equipment
                if late[one.id]
            ],
        )
        found += waived(case.submission, Matter.CALIBRATION)
    found += (
        [*subheading("Equipment"), _equipment(equipment, late)]
        if equipment
        else [loud("NO EQUIPMENT IS ON FILE"), *waived(case.submission, Matter.EQUIPMENT)]
    )
    found += [*subheading("Program and host of the runs"), *_programs(case.dossier, runs)]
    versions = case.dossier.versions
    rows: list[tuple[str, Cell]] = [("Made with", program(versions) if versions else loud("NOT RECORDED"))]
    recorded = [run.start.versions for run in runs]
    rows += program_files([versions, *recorded]) or [("Files of labharness", part.text("no_files"))]
    return [
        *found,
        *subheading("Program of this report"),
        facts(rows),
        paragraph(part.text("files"), "quiet"),
    ]


def _equipment(equipment: Sequence[Equipment], late: dict[str, list[str]]) -> Flowable:
    rows: list[list[Cell]] = []
    for one in equipment:
        due: Cell = dated_if(one.due)
        if late[one.id]:
            due = [
                paragraph(dated_if(one.due), "cell"),
                loud(f"NOT VALID IN {number(len(late[one.id]))} RUNS"),
            ]
        when = dated_if(one.calibrated) if one.calibrated else "none on file"
        rows.append([one.name, one.identification, when, due, one.remark or "–"])
    head = ("Equipment", "Identification", "Calibrated or verified", "Due", "Remark")
    return table(head, rows, (22, 18, 20, 20, 20))


def _programs(dossier: Dossier, runs: Sequence[Subject]) -> list[Flowable]:
    """Set what the runs record of themselves, runs of the same together."""
    merged: dict[tuple[str, ...], list[str]] = {}
    for run in runs:
        merged.setdefault(_program(run), []).append(dossier.called(run.run))
    if not merged:
        return [paragraph("No run was recorded.")]
    rows: list[list[Cell]] = [
        [run_list(names), made_by, host, [mono(adapter) for adapter in adapters]]
        for (made_by, host, *adapters), names in merged.items()
    ]
    return [table(("Runs", "Program, with", "Host", "Device; reader"), rows, (20, 46, 12, 22))]


def _program(run: Subject) -> tuple[str, ...]:
    start = run.start
    return (
        program(start.versions, start.labharness),
        start.host or "not recorded",
        _adapter(start.adapter.device),
        _adapter(start.adapter.reader),
    )


def _adapter(one: AdapterNamed | None) -> str:
    if one is None:
        return "none"
    return f"{one.name} {one.version}"
