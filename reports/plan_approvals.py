"""Approval of plans: who approved each plan, and whether that was before it collected anything."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.attempts.invalidations import took_part
from labharness.assessment.case import Case
from labharness.assessment.runs.subject import Subject
from labharness.assessment.sameness import reads_the_same
from labharness.filings.entries.people import Person
from labharness.filings.entries.review import PlanApproval
from labharness.language.dates import day_and_time, moment
from labharness.language.template import run_list
from labharness.model.eastern_time import eastern
from labharness.reporting.blocks import Cell, digest, paragraph, stacked, table
from labharness.reporting.registered import signed
from labharness.reporting.said import loud
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return each plan with its approval, and each run with the people of the list who took part."""
    plans: dict[str, list[Subject]] = {}
    for run in case.dossier.runs:
        plans.setdefault(run.frozen.sha256, []).append(run)
    if not plans:
        return [paragraph(part.text("none"))]
    rows: list[list[Cell]] = [
        [
            [paragraph(runs[0].frozen.plan.title, "cell"), digest(sha256)],
            run_list([case.dossier.called(run.run) for run in runs]),
            _approval(case, sha256, runs, part),
        ]
        for sha256, runs in plans.items()
    ]
    people: list[list[Cell]] = [
        [case.dossier.called(run.run), stacked(*_people(case, run, part))] for run in case.dossier.runs
    ]
    return [
        paragraph(part.text("intro")),
        table(("Plan, SHA-256", "Runs", "Approved by, on"), rows, (50, 15, 35)),
        table(("Run", "People who started it or answered in it"), people, (20, 80)),
    ]


def _approval(case: Case, sha256: str, runs: list[Subject], part: SectionPlace) -> Cell:
    """Say who approved a plan and when; the register shows when an approval was entered, whatever its date."""
    found = [one for one in case.submission.of(PlanApproval) if one.sha256 == sha256]
    if not found:
        return loud(part.text("unapproved"))
    one = min(found, key=lambda each: each.date)
    approved = signed(case.submission, one.by, one.date)
    first = min(run.summary.started for run in runs)
    entered = [each.utc for each in case.submission.changes if (each.kind, each.entry) == (one.kind, one.id)]
    if entered and moment(max(entered)) > moment(first):
        return loud(f"{approved}; ENTERED AFTER the first run, {day_and_time(max(entered))}")
    begun = eastern(moment(first))[0].date()
    if one.date > begun:
        return loud(f"{approved}, AFTER the first run of {day_and_time(first)}")
    return f"{approved}, {'before' if one.date < begun else 'on the day of'} the first run"


def _people(case: Case, run: Subject, part: SectionPlace) -> list[str]:
    """Return the people of a run by their names on the list; other names are marked."""
    listed = case.submission.of(Person)
    found = []
    for said in took_part(run):
        known = (one.name for one in listed if any(reads_the_same(said, each) for each in (one.id, one.name)))
        found.append(next(known, f"{said} ({part.text('unlisted')})"))
    return found or [part.text("nobody")]
