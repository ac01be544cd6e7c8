"""Capture: who read the orders, how inputs are known, and how good the reading is."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return how the sample came to be known."""
    return [
        *([] if part.again else [kit.paragraph(part.text("intro"))]),
        _known(subject),
        *_validation(subject),
        *_rejected(subject),
        kit.facts([("Independent reads", _agreement(subject)), *_absent(subject)]),
    ]


def _absent(subject: kit.Subject) -> kit.Facts:
    """Say what there was none of."""
    summary = subject.summary
    pairs: kit.Facts = []
    if not summary.validation_cards:
        pairs.append(("Validation of the capture", "No known deck was read."))
    if not summary.rejected:
        pairs.append(("Rejected reads", "none"))
    return pairs


def _known(subject: kit.Subject) -> Flowable:
    rows: kit.Rows = [
        [stage, units, kit.said.INPUT[kit.InputKnown(known)], kit.READ_BY[kit.Source(source)]]
        for (stage, known, source), units in sorted(subject.log.known.items())
    ]
    if not rows:
        return kit.paragraph("No unit is on record.")
    return kit.table(("Stage", "Units", "Order before each unit", "Read by"), rows, (26, 14, 30, 30), "lrll")


def _agreement(subject: kit.Subject) -> str:
    summary = subject.summary
    declared = sum(stage.independent_reads for stage in subject.frozen.plan.acquisitions)
    if not declared and not summary.reads_made:
        return "The plan declares no independent reads, and no independent read was made."
    result, agreed = summary.reads_made, summary.reads_agreed
    text = f"Declared in the plan: {kit.number(declared)}. Made: {kit.number(result)}."
    if not result:
        return text
    _, high = kit.clopper_pearson(result - agreed, result, kit.intervals.LEVEL, kit.Tail.RIGHT)
    return (
        f"{text} Agreed with what the device reported: {kit.number(agreed)} of {kit.number(result)}. With {kit.percent(kit.intervals.LEVEL)} "
        f"confidence fewer than {kit.percent(high)} of units are reported otherwise than they lay (exact upper limit, "
        "units drawn at random)."
    )


def _validation(subject: kit.Subject) -> list[Flowable]:
    summary = subject.summary
    if not summary.validation_cards:
        return []
    _, high = kit.clopper_pearson(
        summary.validation_errors, summary.validation_cards, kit.intervals.LEVEL, kit.Tail.RIGHT
    )
    rows: kit.Rows = [
        [stage, kit.words(purpose), kit.READ_BY[kit.Source(source)], decks, cards, errors]
        for (stage, purpose, source), (decks, cards, errors) in subject.log.reads.items()
        if purpose != "agreement"
    ]
    head = ("Stage", "Purpose", "Read by", "Decks", "Cards", "Errors")
    text = (
        f"{kit.number(summary.validation_errors)} of {kit.number(summary.validation_cards)} cards of "
        f"{kit.number(summary.validation_decks)} known decks were misread. With {kit.percent(kit.intervals.LEVEL)} confidence fewer than "
        f"{kit.percent(high)} of cards are misread (exact upper limit, Clopper and Pearson 1934, cards taken as "
        "independent)."
    )
    shown = kit.table(head, rows, (24, 18, 28, 10, 10, 10), "lllrrr")
    return [*kit.subheading("Validation of the capture"), shown, kit.paragraph(text)]


def _rejected(subject: kit.Subject) -> list[Flowable]:
    rows: kit.Rows = [
        [body.stage, str(body.unit), kit.recorded_words.worded(body.reasons)]
        for body in subject.summary.rejected
    ]
    if not rows:
        return []
    text = f"{kit.amount(len(rows), 'read')} rejected, and kept on record. The index counts units of the stage from 0."
    shown = kit.table(("Stage", "Index", "Why"), rows, (24, 12, 64), "lrl")
    return [*kit.subheading("Rejected reads"), kit.paragraph(text), shown]
