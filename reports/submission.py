"""Submission: everything that was filed, by whom and when, what it builds on and what is not tested again."""

from __future__ import annotations

from reportlab.platypus import Flowable, KeepTogether

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return what the register holds of the filing."""
    return [
        *_filing(case),
        *_contacts(case),
        *_omitted(case, part),
        *_dates(case, part),
        *_issuer(case, part),
    ]


def _filing(case: kit.Case) -> list[Flowable]:
    filing = case.submission.filing
    rows: kit.Facts = [
        ("Reference", filing.reference),
        ("Type", filing.type.value),
        ("Title", filing.title),
        ("Submitted by", filing.submitter),
        ("As", filing.submitter_kind.value),
        ("License", filing.license),
        ("Games", kit.registered.games(case.dossier)),
    ]
    if filing.baseline:
        rows.append(("Builds on report", filing.baseline))
    if filing.remarks:
        rows.append(("Remarks", filing.remarks))
    return [KeepTogether([kit.facts(rows)])]


def _contacts(case: kit.Case) -> list[Flowable]:
    contacts = case.submission.filing.contacts
    title = kit.subheading("Contacts")
    if not contacts:
        return [*title, kit.paragraph("No contact is on file.")]
    rows = [
        [contact.name, contact.role or "–", contact.email or "–", contact.telephone or "–"]
        for contact in contacts
    ]
    return [*title, kit.table(("Name", "Role", "E-mail", "Telephone"), rows, (30, 20, 30, 20))]


def _omitted(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    omitted = case.submission.filing.omitted
    if not omitted:
        return []
    rows: kit.Rows = [[each.test, each.reason] for each in omitted]
    return [
        *kit.subheading("Tests left out"),
        kit.paragraph(part.text("omitted")),
        kit.table(("Test", "Reason in the filing"), rows, (36, 64)),
    ]


def _dates(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    filing, runs = case.submission.filing, case.dossier.runs
    incomplete = kit.loud("NOT COMPLETE: no date of completion is on file")
    tests: kit.Cell = kit.loud("No run was recorded")
    if runs:
        tests = kit.period(min(run.summary.started for run in runs), max(run.summary.updated for run in runs))
    places: list[Flowable] = [kit.paragraph(place, "cell") for place in filing.places]
    if len(filing.places) > 1:
        places.append(kit.paragraph(part.text("places"), "label"))
    rows: kit.Facts = [
        ("First received", kit.day(filing.received)),
        ("Complete", kit.day(filing.complete) if filing.complete else incomplete),
        ("Tests", tests),
        ("Report", f"{kit.day(case.dossier.made)}, date of its newest record"),
        ("Places of the tests", places),
    ]
    return [kit.together("Dates and places", [kit.facts(rows)])]


def _issuer(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    laboratory = case.submission.laboratory
    title = kit.subheading("Issued by and to")
    if laboratory is None:
        flowables: list[Flowable] = [kit.loud("NO LABORATORY IS ON FILE")]
    else:
        rows = [
            ("Laboratory", laboratory.name),
            ("Address", laboratory.address),
            (part.text("recipient"), laboratory.addressee),
        ]
        flowables = [kit.facts(rows)]
    copies = case.submission.filing.distribution
    return [*title, *flowables, *kit.subheading("Distribution"), *kit.bullets(copies)]
