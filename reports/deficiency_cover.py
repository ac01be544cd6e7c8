"""Cover of a deficiency report: to whom it goes, what is open, and what it is about."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_LINES = {
    kit.Outcome.FAIL.value: "not met",
    kit.obligations.NOT_TESTED: kit.obligations.NOT_TESTED,
    kit.Outcome.INCONCLUSIVE.value: "inconclusive",
}


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the cover."""
    return [
        *kit.judgment.issuer(case),
        kit.paragraph(part.text("authority"), "quiet"),
        kit.gap(4),
        *kit.judgment.banners(case, part.text("simulated")),
        kit.clipped(part.report, "title", 1),
        kit.clipped(case.submission.filing.title, "lead", 2),
        _state(case, part),
        _particulars(case),
        kit.paragraph(part.text("role"), "quiet"),
        kit.together("Contents", [kit.contents(part.contents)]),
    ]


def _state(case: kit.Case, part: kit.SectionPlace) -> Flowable:
    result = case.submission.of(kit.Deficiency)
    left = sum(each.status == "open" for each in result)
    word = case.conclusion.outcome.value
    count = f"{kit.number(left)} open deficienc{'y' if left == 1 else 'ies'}"
    gone = len(kit.checklist.missing(case.submission))
    count += f", {kit.amount(gone, 'required document')} missing" if gone else ""
    flowables: list[Flowable] = [
        kit.paragraph("DEFICIENCIES", "kicker"),
        kit.loud(count, "verdict") if left or gone else kit.paragraph(count, "verdict"),
        kit.paragraph(
            f"{part.text('answer') if left else part.text('nothing')} Closed: {kit.number(len(result) - left)}.",
            "lead",
        ),
    ]
    if case.submission.filing.complete is None:
        flowables.append(kit.loud("Not complete: no date of completion is on file"))
    for name, words in _LINES.items():
        if rows := kit.clause_rows.came(case.conclusion.matrices, name):
            flowables.append(kit.loud(f"{kit.amount(len(rows), 'clause')} {words}"))
    flowables += [kit.paragraph("Verdict over all runs so far", "kicker"), kit.standing_word(case.standing)]
    if points := len(case.conclusion.objections):
        text = f"{kit.amount(points, 'open item')} {'prevents' if points == 1 else 'prevent'} a recommendation to approve so far, {part.text('points_at')}"
        flowables.append(kit.paragraph(text, "cell"))
    return kit.panel(flowables, kit.RED if left or gone else kit.OUTCOME_COLORS[word])


def _particulars(case: kit.Case) -> Flowable:
    dossier, filing, laboratory = case.dossier, case.submission.filing, case.submission.laboratory
    rows: kit.Facts = [
        ("To", f"{filing.submitter} ({filing.submitter_kind}, license {filing.license})"),
        ("Copy to", laboratory.addressee if laboratory else kit.loud("NOT ON RECORD")),
        ("Report number", dossier.number),
        ("Date", f"{kit.day(dossier.made)}, date of its newest record"),
        ("Submission", f"{filing.reference}, {filing.type}"),
        ("Received", kit.day(filing.received)),
        ("Runs on record", len(dossier.runs)),
        ("Dossier head (SHA-256)", kit.digest(dossier.head)),
    ]
    return kit.facts(rows)
