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
    frozen, found = subject.frozen, kit.obligations.obligations(subject)
    device = frozen.plan.device_class.words
    if not found:
        told = f"{frozen.game.title} (chapter {frozen.game.chapter}): the game file lists no requirement for the device class {device}."
        return [kit.paragraph(told)]
    told = f"{frozen.game.title} (chapter {frozen.game.chapter}) has {kit.amount(len(found), 'requirement')} for the device class {device}."
    return [
        *_missing(found),
        kit.paragraph(f"{told} {part.text('intro')}"),
        kit.table(
            ("Clause", "Requirement, in the laboratory's words", "Tested by", "Result"),
            [_row(one, part) for one in found],
            (19, 37, 28, 16),
        ),
        kit.paragraph(part.text("limits"), "quiet"),
    ]


def _missing(found: list[kit.Tested]) -> list[Flowable]:
    """Say as loudly as a failure what was not tested."""
    left = [one.obligation for one in found if one.came == kit.obligations.NOT_TESTED]
    if not left:
        return []
    title = kit.paragraph(
        f"{kit.obligations.NOT_TESTED}: {kit.number(len(left))} of {kit.number(len(found))}", "banner"
    )
    each = [kit.colored(f"{kit.game.cite(one.citation)}: {one.text}", kit.WHITE, "cell") for one in left]
    return [kit.panel([title, *each], kit.OUTCOME_COLORS["FAIL"], filled=True), kit.gap(2)]


def _row(one: kit.Tested, part: kit.SectionPlace) -> list[kit.Cell]:
    asked = one.obligation
    groups = [
        f"{came}: {', '.join(dict.fromkeys(each.what for each in one.answers if each.came == came))}"
        for came in _ORDER
        if any(each.came == came for each in one.answers)
    ]
    by: kit.Cell = kit.stacked(*groups) if groups else "not in this plan"
    if one.came == kit.obligations.NO_TEST and asked.aspect is kit.Aspect.APPROVAL:
        return [kit.game.cite(asked.citation), asked.text, part.text("approval"), kit.obligations.NO_TEST]
    if one.came == kit.obligations.NOT_APPLICABLE:
        return [kit.game.cite(asked.citation), asked.text, by, kit.obligations.NOT_APPLICABLE]
    loud = kit.colored(kit.obligations.NOT_TESTED, kit.OUTCOME_COLORS["FAIL"], "word")
    return [
        kit.game.cite(asked.citation),
        asked.text,
        by,
        loud if one.came == kit.obligations.NOT_TESTED else kit.outcome_word(one.came),
    ]
