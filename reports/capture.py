"""Capture: who read the orders, how inputs are known, and how good the reading is."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.analysis.laws.intervals import LEVEL, clopper_pearson
from labharness.assessment.runs.subject import Subject
from labharness.language.numbers import amount, number, percent
from labharness.language.recorded import worded
from labharness.language.text import words
from labharness.model.observations import InputKnown, Source
from labharness.model.results import Tail
from labharness.reporting.blocks import Cell, facts, paragraph, subheading, table
from labharness.reporting.said import INPUT, READ_BY
from labharness.reporting.section import SectionPlace


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return how the sample came to be known."""
    return [
        *([] if part.again else [paragraph(part.text("intro"))]),
        _known(subject),
        *_validation(subject),
        *_rejected(subject),
        facts([("Independent reads", _agreement(subject)), *_absent(subject)]),
    ]


def _absent(subject: Subject) -> list[tuple[str, Cell]]:
    """Say what there was none of."""
    summary = subject.summary
    found: list[tuple[str, Cell]] = []
    if not summary.validation_cards:
        found.append(("Validation of the capture", "No known deck was read."))
    if not summary.rejected:
        found.append(("Rejected reads", "none"))
    return found


def _known(subject: Subject) -> Flowable:
    rows: list[list[Cell]] = [
        [stage, number(units), INPUT[InputKnown(known)], READ_BY[Source(source)]]
        for (stage, known, source), units in sorted(subject.log.known.items())
    ]
    if not rows:
        return paragraph("No unit is on record.")
    return table(("Stage", "Units", "Order before each unit", "Read by"), rows, (26, 14, 30, 30), "lrll")


def _agreement(subject: Subject) -> str:
    summary = subject.summary
    declared = sum(stage.independent_reads for stage in subject.frozen.plan.acquisitions)
    if not declared and not summary.reads_made:
        return "The plan declares no independent reads, and no independent read was made."
    made, agreed = summary.reads_made, summary.reads_agreed
    told = f"Declared in the plan: {number(declared)}. Made: {number(made)}."
    if not made:
        return told
    _, high = clopper_pearson(made - agreed, made, LEVEL, Tail.RIGHT)
    return (
        f"{told} Agreed with what the device reported: {number(agreed)} of {number(made)}. With {percent(LEVEL)} "
        f"confidence fewer than {percent(high)} of units are reported otherwise than they lay (exact upper limit, "
        "units drawn at random)."
    )


def _validation(subject: Subject) -> list[Flowable]:
    summary = subject.summary
    if not summary.validation_cards:
        return []
    _, high = clopper_pearson(summary.validation_errors, summary.validation_cards, LEVEL, Tail.RIGHT)
    rows: list[list[Cell]] = [
        [stage, words(purpose), READ_BY[Source(source)], number(decks), number(cards), number(errors)]
        for (stage, purpose, source), (decks, cards, errors) in subject.log.reads.items()
        if purpose != "agreement"
    ]
    head = ("Stage", "Purpose", "Read by", "Decks", "Cards", "Errors")
    told = (
        f"{number(summary.validation_errors)} of {number(summary.validation_cards)} cards of "
        f"{number(summary.validation_decks)} known decks were misread. With {percent(LEVEL)} confidence fewer than "
        f"{percent(high)} of cards are misread (exact upper limit, Clopper and Pearson 1934, cards taken as "
        "independent)."
    )
    shown = table(head, rows, (24, 18, 28, 10, 10, 10), "lllrrr")
    return [*subheading("Validation of the capture"), shown, paragraph(told)]


def _rejected(subject: Subject) -> list[Flowable]:
    rows: list[list[Cell]] = [
        [body.stage, str(body.unit), worded(body.reasons)] for body in subject.summary.rejected
    ]
    if not rows:
        return []
    told = f"{amount(len(rows), 'read')} rejected, and kept on record. The index counts units of the stage from 0."
    shown = table(("Stage", "Index", "Why"), rows, (24, 12, 64), "lrl")
    return [*subheading("Rejected reads"), paragraph(told), shown]
