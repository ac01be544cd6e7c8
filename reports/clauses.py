"""Clauses of the chapter: everything that it asks of the device, by what it was tested, and what came of it."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.clauses.obligations import (
    NO_TEST,
    NOT_APPLICABLE,
    NOT_TESTED,
    SHOWN,
    Tested,
    obligations,
)
from labharness.assessment.runs.subject import Subject
from labharness.games.game import cite
from labharness.games.provisions import Aspect
from labharness.language.numbers import amount, number
from labharness.reporting.blocks import (
    Cell,
    colored,
    gap,
    outcome_word,
    panel,
    paragraph,
    stacked,
    table,
)
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS, WHITE

_ORDER = ("FAIL", NOT_TESTED, "INCONCLUSIVE", "PASS", NOT_APPLICABLE, SHOWN)


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return the matrix of clauses."""
    frozen, found = subject.frozen, obligations(subject)
    device = frozen.plan.device_class.words
    if not found:
        told = f"{frozen.game.title} (chapter {frozen.game.chapter}): the game file lists no requirement for the device class {device}."
        return [paragraph(told)]
    told = f"{frozen.game.title} (chapter {frozen.game.chapter}) has {amount(len(found), 'requirement')} for the device class {device}."
    return [
        *_missing(found),
        paragraph(f"{told} {part.text('intro')}"),
        table(
            ("Clause", "Requirement, in the laboratory's words", "Tested by", "Result"),
            [_row(one, part) for one in found],
            (19, 37, 28, 16),
        ),
        paragraph(part.text("limits"), "quiet"),
    ]


def _missing(found: list[Tested]) -> list[Flowable]:
    """Say as loudly as a failure what was not tested."""
    left = [one.obligation for one in found if one.came == NOT_TESTED]
    if not left:
        return []
    title = paragraph(f"{NOT_TESTED}: {number(len(left))} of {number(len(found))}", "banner")
    each = [colored(f"{cite(one.citation)}: {one.text}", WHITE, "cell") for one in left]
    return [panel([title, *each], OUTCOME_COLORS["FAIL"], filled=True), gap(2)]


def _row(one: Tested, part: SectionPlace) -> list[Cell]:
    asked = one.obligation
    groups = [
        f"{came}: {', '.join(dict.fromkeys(each.what for each in one.answers if each.came == came))}"
        for came in _ORDER
        if any(each.came == came for each in one.answers)
    ]
    by: Cell = stacked(*groups) if groups else "not in this plan"
    if one.came == NO_TEST and asked.aspect is Aspect.APPROVAL:
        return [cite(asked.citation), asked.text, part.text("approval"), NO_TEST]
    if one.came == NOT_APPLICABLE:
        return [cite(asked.citation), asked.text, by, NOT_APPLICABLE]
    loud = colored(NOT_TESTED, OUTCOME_COLORS["FAIL"], "word")
    return [cite(asked.citation), asked.text, by, loud if one.came == NOT_TESTED else outcome_word(one.came)]
