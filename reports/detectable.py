"""What this sample could have detected: power of the plan as it was frozen, computed before the run."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from reportlab.platypus import Flowable

from labharness.analysis.power.detection import DetectionRate, Power
from labharness.analysis.power.power_table import FILE, PowerTable
from labharness.assessment.runs.subject import Subject
from labharness.language.numbers import number, percent
from labharness.language.sample_words import recorded_sample
from labharness.language.text import words
from labharness.reporting.blocks import (
    Cell,
    colored,
    figure,
    gap,
    mono,
    panel,
    paragraph,
    stacked,
    subheading,
    table,
    together,
)
from labharness.reporting.charts.power import Curve, Point, Strip, power_curves, power_strips
from labharness.reporting.said import planned_sample
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS

_STRENGTHS = 3
"""A line is drawn through so many points at least."""


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return the table, or say loudly that there is none."""
    found = subject.power
    if found is None and FILE in subject.start.files:
        return [colored("THE TABLE CHANGED AFTER THE RUN BEGAN", OUTCOME_COLORS["FAIL"], "word")]
    if found is None:
        color = OUTCOME_COLORS["INCONCLUSIVE"]
        told = [
            colored("NOT COMPUTED BEFORE THE RUN", color, "word"),
            paragraph(part.text("absent")),
            mono(f"labharness plans power {subject.frozen.plan.id} --write"),
        ]
        return [panel(told, color)]
    return [
        *([] if part.again else [paragraph(part.text("intro"))]),
        paragraph(_simulated(subject, found), "quiet"),
        *_incomplete(subject, part),
        paragraph(_by_levels(found)),
        _drawn("Detection rate", _strips(found), part, "strips"),
        *_curves(found, part),
        *subheading("In numbers"),
        _table(subject, found),
        *([] if part.again else [paragraph(part.text("limits"), "quiet")]),
    ]


def _drawn(title: str, drawing: Flowable, part: SectionPlace, name: str) -> Flowable:
    """Set a drawing; the caption is that of the first of its kind."""
    return together(title, [drawing, gap()]) if part.again else figure(title, drawing, part.text(name))


def _simulated(subject: Subject, found: PowerTable) -> str:
    units = ", ".join(recorded_sample(found.rows[0].units, _observed(subject)))
    made = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    return (
        f"{number(found.replicates)} submissions of {units} simulated for each defect, seed {found.seed}; "
        f"shares with exact 95% limits. Computed with {made}."
    )


def _observed(subject: Subject) -> dict[str, str]:
    return {stage.name: stage.observes.value for stage in subject.frozen.plan.acquisitions}


def _incomplete(subject: Subject, part: SectionPlace) -> list[Flowable]:
    made = subject.summary.units
    short = [
        text
        for stage, text in zip(subject.frozen.plan.acquisitions, planned_sample(subject), strict=True)
        if made.get(stage.name, 0) != stage.units
    ]
    if not short:
        return []
    color = OUTCOME_COLORS["INCONCLUSIVE"]
    recorded = f"Recorded in {subject.run}: {', '.join(short)}."
    return [colored(f"{part.text('incomplete')} {recorded}", color, "word")]


def _strips(found: PowerTable) -> Flowable:
    shown = [
        Strip(one.title, one.not_passed.share, one.not_passed.low, one.not_passed.high) for one in found.rows
    ]
    return power_strips(shown, "Device, not passed at first", found.false_alarms.not_passed_at_most)


def _curves(found: PowerTable, part: SectionPlace) -> list[Flowable]:
    """Draw the defects that were simulated in at least three strengths, each kind for itself."""
    kinds: dict[str, list[Point]] = {}
    for one in found.rows:
        name, _, strength = one.defect.partition(":")
        with suppress(ValueError):
            share = one.not_passed
            kinds.setdefault(name, []).append(Point(float(strength), share.share, share.low, share.high))
    level = found.false_alarms.not_passed_at_most
    return [
        _drawn(
            f"By strength: {words(name)}",
            power_curves(
                [Curve(words(name), tuple(sorted(points, key=lambda one: one.x)))],
                f"strength of the defect: {name}",
                "share not passed at first",
                level,
                "fair device, at most",
            ),
            part,
            "curves",
        )
        for name, points in kinds.items()
        if len(points) >= _STRENGTHS
    ]


def _table(subject: Subject, found: PowerTable) -> Flowable:
    rows: list[list[Cell]] = [
        [
            f"{one.title} ({one.defect})",
            _share(one.not_passed),
            _share(one.failed),
            _found_by(one, subject.titles),
        ]
        for one in found.rows
    ]
    head = ("Device", "Not passed at first", "FAIL in the end", "Detected by")
    return table(head, rows, (34, 22, 22, 22), "lrrl", dense=True)


def _share(estimate: DetectionRate) -> str:
    limits = f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}%"
    return f"{100 * estimate.share:.1f}% ({limits})"


def _found_by(one: Power, titles: Mapping[str, str]) -> Cell:
    said = [
        f"monitoring of {words(stage)} {100 * early.times / one.replicates:.0f}%, half of them after {number(early.median)} units"
        for stage, early in one.ended_early.items()
    ]
    said += [
        f"{titles.get(name) or words(name)} {100 * hits / one.replicates:.0f}%"
        for name, hits in one.found_by.items()
        if hits
    ]
    return stacked(*said, kind="fine") if said else "none"


def _by_levels(found: PowerTable) -> str:
    rates = found.false_alarms
    return (
        f"By the levels alone, the rule fails a fair device in at most {percent(rates.fail_at_most)} of tests by this plan, and "
        f"does not pass it at first in at most {percent(rates.not_passed_at_most)}."
    )
