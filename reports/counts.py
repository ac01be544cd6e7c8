"""Counts and composition: violations one by one, and the device's own counts against what was inside."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_NO_CHECK, _NO_COUNT = "No counting check has a result.", "The device reported no count."


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return what was counted."""
    checked, reported = _violations(subject), _device(subject)
    if not checked and not reported:
        return [kit.nothing(f"{_NO_CHECK} {_NO_COUNT}")]
    return [
        *([] if part.again else [kit.paragraph(part.text("intro"))]),
        *(checked or [kit.paragraph(_NO_CHECK)]),
        *(reported or [kit.paragraph(_NO_COUNT)]),
    ]


def _violations(subject: kit.Subject) -> list[Flowable]:
    rows: kit.Rows = []
    flowables: list[Flowable] = []
    for planned in subject.frozen.plan.checks:
        result = subject.summary.results.get(planned.id)
        if result is None or result.violations is None:
            continue
        title = f"{subject.about(planned).title} ({planned.id})"
        violations = kit.amount(result.violations, "violation")
        rows.append([title, f"{violations} in {kit.amount(result.counted, 'unit')}"])
        if result.details:
            flowables += [*kit.subheading(title), *kit.points(list(map(kit.clause, result.details)))]
        flowables += kit.judgment.repeated(result.details)
    return [kit.table(("Counting check", "Found"), rows, (60, 40)), *flowables] if rows else []


def _device(subject: kit.Subject) -> list[Flowable]:
    cards = subject.frozen.cards
    if not subject.summary.counts:
        return []
    declared = "–" if cards is None else kit.number(cards.size)
    rows: kit.Rows = [
        [
            index,
            count.inside,
            count.expected,
            declared,
            "correct" if count.correct else "NOT CORRECT",
            count.message or "–",
        ]
        for index, count in enumerate(subject.summary.counts, 1)
    ]
    head = (
        "Report",
        "Cards inside",
        "Device expects",
        "Set of the plan",
        "The device reports",
        "Its message",
    )
    shown = kit.table(head, rows, (8, 13, 14, 14, 16, 35), "rrrrll")
    return [*kit.subheading("The device's own counts"), shown]
