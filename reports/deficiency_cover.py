"""Cover of a deficiency report: to whom it goes, what is open, and what it is about."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.clauses.obligations import NOT_TESTED
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.review import Deficiency
from labharness.language.dates import day
from labharness.language.numbers import amount, number
from labharness.model.results import Outcome
from labharness.reporting.blocks import (
    Cell,
    contents,
    digest,
    facts,
    gap,
    panel,
    paragraph,
    standing_word,
    together,
)
from labharness.reporting.clause_rows import came
from labharness.reporting.fitting import clipped
from labharness.reporting.judgment import banners
from labharness.reporting.registered import dated
from labharness.reporting.said import loud
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS

_LINES = {Outcome.FAIL.value: "not met", NOT_TESTED: NOT_TESTED, Outcome.INCONCLUSIVE.value: "inconclusive"}


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the cover."""
    filing, laboratory = case.submission.filing, case.submission.laboratory
    issuer: list[Flowable] = [loud("NO LABORATORY IS ON FILE")]
    if laboratory:
        issuer = [
            clipped(laboratory.name, "kicker", 1),
            clipped(laboratory.address, "quiet", 1, spaceAfter=2),
        ]
    return [
        *issuer,
        paragraph(part.text("authority"), "quiet"),
        gap(4),
        *banners(case, part.text("simulated")),
        clipped(part.report, "title", 1),
        clipped(filing.title, "lead", 2),
        _state(case, part),
        _particulars(case),
        paragraph(part.text("role"), "quiet"),
        together("Contents", [contents(part.contents)]),
    ]


def _state(case: Case, part: SectionPlace) -> Flowable:
    found = case.submission.of(Deficiency)
    left = sum(one.status == "open" for one in found)
    word = case.conclusion.outcome.value
    count = f"{number(left)} open deficienc{'y' if left == 1 else 'ies'}"
    gone = len(missing(case.submission))
    count += f", {amount(gone, 'required document')} missing" if gone else ""
    said: list[Flowable] = [
        paragraph("DEFICIENCIES", "kicker"),
        loud(count, "verdict") if left or gone else paragraph(count, "verdict"),
        paragraph(
            f"{part.text('answer') if left else part.text('nothing')} Closed: {number(len(found) - left)}.",
            "lead",
        ),
    ]
    if case.submission.filing.complete is None:
        said.append(loud("Not complete: no date of completion is on file"))
    for name, words in _LINES.items():
        if rows := came(case.conclusion.matrices, name):
            said.append(loud(f"{amount(len(rows), 'clause')} {words}"))
    said += [paragraph("Verdict over all runs so far", "kicker"), standing_word(case.standing)]
    if points := len(case.conclusion.objections):
        told = f"{amount(points, 'open item')} {'prevents' if points == 1 else 'prevent'} a recommendation to approve so far, {part.text('points_at')}"
        said.append(paragraph(told, "cell"))
    return panel(said, OUTCOME_COLORS["FAIL"] if left or gone else OUTCOME_COLORS[word])


def _particulars(case: Case) -> Flowable:
    dossier, filing, laboratory = case.dossier, case.submission.filing, case.submission.laboratory
    rows: list[tuple[str, Cell]] = [
        ("To", f"{filing.submitter} ({filing.submitter_kind}, license {filing.license})"),
        ("Copy to", laboratory.addressee if laboratory else loud("NOT ON RECORD")),
        ("Report number", dossier.number),
        ("Date", f"{day(dossier.made)}, date of its newest record"),
        ("Submission", f"{filing.reference}, {filing.type}"),
        ("Received", dated(filing.received)),
        ("Runs on record", number(len(dossier.runs))),
        ("Dossier head (SHA-256)", digest(dossier.head)),
    ]
    return facts(rows)
