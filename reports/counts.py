"""Counts and composition: violations one by one, and the device's own counts against what was inside."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.runs.subject import Subject
from labharness.language.catalog import clause
from labharness.language.numbers import amount, number
from labharness.reporting.blocks import Cell, nothing, paragraph, points, subheading, table
from labharness.reporting.section import SectionPlace

_NO_CHECK, _NO_COUNT = "No counting check has a result.", "The device reported no count."


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return what was counted."""
    checked, reported = _violations(subject), _device(subject)
    if not checked and not reported:
        return [nothing(f"{_NO_CHECK} {_NO_COUNT}")]
    return [
        *([] if part.again else [paragraph(part.text("intro"))]),
        *(checked or [paragraph(_NO_CHECK)]),
        *(reported or [paragraph(_NO_COUNT)]),
    ]


def _violations(subject: Subject) -> list[Flowable]:
    rows: list[list[Cell]] = []
    told: list[Flowable] = []
    for planned in subject.frozen.plan.checks:
        result = subject.summary.results.get(planned.id)
        if result is None or result.violations is None:
            continue
        title = f"{subject.about(planned).title} ({planned.id})"
        rows.append(
            [title, f"{amount(result.violations, 'violation')} in {amount(result.units, 'unit')}"],
        )
        if result.details:
            told += [*subheading(title), *points([clause(one) for one in result.details])]
    return [table(("Counting check", "Found"), rows, (60, 40)), *told] if rows else []


def _device(subject: Subject) -> list[Flowable]:
    cards = subject.frozen.cards
    if not subject.summary.counts:
        return []
    declared = "–" if cards is None else number(cards.size)
    rows: list[list[Cell]] = [
        [
            number(index),
            number(one.inside),
            number(one.expected),
            declared,
            "correct" if one.correct else "NOT CORRECT",
            one.message or "–",
        ]
        for index, one in enumerate(subject.summary.counts, 1)
    ]
    head = (
        "Report",
        "Cards inside",
        "Device expects",
        "Set of the plan",
        "The device reports",
        "Its message",
    )
    return [
        *subheading("The device's own counts"),
        table(head, rows, (8, 13, 14, 14, 16, 35), "rrrrll"),
    ]
