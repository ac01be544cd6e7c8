"""Counts and composition: violations one by one, and the device's own counts against what was inside."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting.blocks import Cell, bullets, paragraph, subheading, table
from labharness.reporting.section import Part
from labharness.reporting.subject import Subject
from labharness.reporting.wording import amount, number


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return what was counted."""
    return [paragraph(part.text("intro")), *_violations(subject), *_device(subject)]


def _violations(subject: Subject) -> list[Flowable]:
    found: list[Flowable] = []
    for planned in subject.frozen.plan.checks:
        result = subject.summary.results.get(planned.id)
        if result is None or result.violations is None:
            continue
        told = f"{amount(result.violations, 'violation')} in {amount(result.units, 'unit')}."
        found += [*subheading(f"{subject.about(planned)['title']} ({planned.id})"), paragraph(told)]
        found += bullets(result.details, "detail") if result.details else []
    return found or [paragraph("No result of a counting check is on record.")]


def _device(subject: Subject) -> list[Flowable]:
    cards = subject.frozen.cards
    title = subheading("The device's own counts")
    if not subject.summary.counts:
        return [*title, paragraph("The device reported no count.")]
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
    head = ("Report", "Cards inside", "Device expects", "Set of the plan", "The device says", "Its message")
    return [*title, table(head, rows, (8, 13, 14, 14, 16, 35), "rrrrll")]
