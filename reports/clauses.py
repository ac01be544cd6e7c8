"""Clauses of the chapter: everything that it asks of the device, by what it was tested, and what came of it."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_ORDER = (
    "FAIL",
    kit.obligations.NOT_TESTED,
    "INCONCLUSIVE",
    "PASS",
    kit.obligations.NOT_APPLICABLE,
    kit.obligations.SHOWN,
)


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the matrix of clauses."""
    frozen, result = subject.frozen, kit.obligations.obligations(subject)
    device = frozen.plan.device_class.words
    if not result:
        text = f"{frozen.game.title} (chapter {frozen.game.chapter}): the game file lists no requirement for the device class {device}."
        return [kit.paragraph(text)]
    text = f"{frozen.game.title} (chapter {frozen.game.chapter}) has {kit.amount(len(result), 'requirement')} for the device class {device}."
    return [
        *_missing(result),
        kit.paragraph(f"{text} {part.text('intro')}"),
        kit.table(
            ("Clause", "Requirement, in the laboratory's words", "Tested by", "Result"),
            [_row(each, part) for each in result],
            (19, 37, 28, 16),
        ),
        kit.paragraph(part.text("limits"), "quiet"),
    ]


def _missing(result: list[kit.Tested]) -> list[Flowable]:
    """Say as loudly as a failure what was not tested."""
    left = [each.obligation for each in result if each.came == kit.obligations.NOT_TESTED]
    if not left:
        return []
    title = f"{kit.obligations.NOT_TESTED}: {kit.number(len(left))} of {kit.number(len(result))}"
    return kit.alarm(title, [f"{kit.game.cite(each.citation)}: {each.text}" for each in left])


def _row(tested: kit.Tested, part: kit.SectionPlace) -> list[kit.Cell]:
    asked = tested.obligation
    groups = [
        f"{origin}: {', '.join(dict.fromkeys(each.what for each in tested.answers if each.came == origin))}"
        for origin in _ORDER
        if any(each.came == origin for each in tested.answers)
    ]
    by: kit.Cell = kit.stacked(*groups) if groups else "not in this plan"
    if tested.came == kit.obligations.NO_TEST and asked.aspect is kit.Aspect.APPROVAL:
        return [kit.game.cite(asked.citation), asked.text, part.text("approval"), kit.obligations.NO_TEST]
    if tested.came == kit.obligations.NOT_APPLICABLE:
        return [kit.game.cite(asked.citation), asked.text, by, kit.obligations.NOT_APPLICABLE]
    word = kit.loud if tested.came == kit.obligations.NOT_TESTED else kit.outcome_word
    return [kit.game.cite(asked.citation), asked.text, by, word(tested.came)]
