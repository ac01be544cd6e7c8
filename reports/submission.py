"""Submission: everything that was filed, by whom and when, what it builds on and what is not tested again."""

from __future__ import annotations

from reportlab.platypus import Flowable, KeepTogether

from labharness.assessment.case import Case
from labharness.language.dates import day, period
from labharness.reporting import registered
from labharness.reporting.blocks import Cell, bullets, colored, facts, paragraph, subheading, table, together
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return what the register holds of the filing."""
    return [
        *_filing(case),
        *_contacts(case),
        *_omitted(case, part),
        *_dates(case, part),
        *_issuer(case, part),
    ]


def _filing(case: Case) -> list[Flowable]:
    filing = case.submission.filing
    rows: list[tuple[str, Cell]] = [
        ("Reference", filing.reference),
        ("Type", filing.type.value),
        ("Title", filing.title),
        ("Submitted by", filing.submitter),
        ("As", filing.submitter_kind.value),
        ("License", filing.license),
        ("Games", registered.games(case.dossier)),
    ]
    if filing.baseline:
        rows.append(("Builds on report", filing.baseline))
    if filing.remarks:
        rows.append(("Remarks", filing.remarks))
    return [KeepTogether([facts(rows)])]


def _contacts(case: Case) -> list[Flowable]:
    contacts = case.submission.filing.contacts
    title = subheading("Contacts")
    if not contacts:
        return [*title, paragraph("No contact is on file.")]
    rows = [[one.name, one.role or "–", one.email or "–", one.telephone or "–"] for one in contacts]
    return [*title, table(("Name", "Role", "E-mail", "Telephone"), rows, (30, 20, 30, 20))]


def _omitted(case: Case, part: SectionPlace) -> list[Flowable]:
    omitted = case.submission.filing.omitted
    if not omitted:
        return []
    rows: list[list[Cell]] = [[one.test, one.reason] for one in omitted]
    return [
        *subheading("Tests left out"),
        paragraph(part.text("omitted")),
        table(("Test", "Reason in the filing"), rows, (36, 64)),
    ]


def _dates(case: Case, part: SectionPlace) -> list[Flowable]:
    filing, runs = case.submission.filing, case.dossier.runs
    incomplete = colored("NOT COMPLETE: no date of completion is on file", OUTCOME_COLORS["FAIL"], "word")
    rows: list[tuple[str, Cell]] = [
        ("First received", registered.dated(filing.received)),
        ("Complete", registered.dated(filing.complete) if filing.complete else incomplete),
    ]
    if runs:
        first, last = (
            min(run.summary.started for run in runs),
            max(run.summary.updated for run in runs),
        )
        rows.append(("Tests", period(first, last)))
    else:
        rows.append(("Tests", colored("No run was recorded", OUTCOME_COLORS["FAIL"], "word")))
    rows.append(("Report", f"{day(case.dossier.made)}, date of its newest record"))
    places: list[Flowable] = [paragraph(one, "cell") for one in filing.places]
    if len(filing.places) > 1:
        places.append(paragraph(part.text("places"), "label"))
    rows.append(("Places of the tests", places))
    return [together("Dates and places", [facts(rows)])]


def _issuer(case: Case, part: SectionPlace) -> list[Flowable]:
    laboratory = case.submission.laboratory
    title = subheading("Issued by and to")
    if laboratory is None:
        told: list[Flowable] = [colored("NO LABORATORY IS ON FILE", OUTCOME_COLORS["FAIL"], "word")]
    else:
        rows = [
            ("Laboratory", laboratory.name),
            ("Address", laboratory.address),
            (part.text("recipient"), laboratory.addressee),
        ]
        told = [facts(rows)]
    copies = case.submission.filing.distribution
    return [*title, *told, *subheading("Distribution"), *bullets(copies)]
