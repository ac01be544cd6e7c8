"""What this sample could have detected: power of the plan as it was frozen, computed before the run."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from reportlab.platypus import Flowable

from labharness.reporting import kit

_STRENGTHS = 3
"""A line is drawn through so many points at least."""


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return the table, or say loudly that there is none."""
    power = subject.power
    if power is None and kit.power_table.FILE in subject.start.files:
        return [kit.loud("THE TABLE CHANGED AFTER THE RUN BEGAN")]
    if power is None:
        text = [
            kit.colored("NOT COMPUTED BEFORE THE RUN", kit.AMBER, "word"),
            kit.paragraph(part.text("absent")),
            kit.mono(f"labharness plans power {subject.frozen.plan.id} --write"),
        ]
        return [kit.panel(text, kit.AMBER)]
    return [
        *([] if part.again else [kit.paragraph(part.text("intro"))]),
        kit.paragraph(_simulated(subject, power), "quiet"),
        *_incomplete(subject, part),
        kit.paragraph(_by_levels(power)),
        _drawn("Detection rate", _strips(power), part, "strips"),
        *_curves(power, part),
        *kit.subheading("In numbers"),
        _table(subject, power),
        *([] if part.again else [kit.paragraph(part.text("limits"), "quiet")]),
    ]


def _drawn(title: str, drawing: Flowable, part: kit.SectionPlace, name: str) -> Flowable:
    """Set a drawing; the caption is that of the first of its kind."""
    if part.again:
        return kit.together(title, [drawing, kit.gap()])
    return kit.figure(title, drawing, part.text(name))


def _simulated(subject: kit.Subject, table: kit.PowerTable) -> str:
    observed = {stage.name: stage.observes.value for stage in subject.frozen.plan.acquisitions}
    units = ", ".join(kit.recorded_sample(table.rows[0].units, observed))
    result = ", ".join(f"{name} {version}" for name, version in table.versions.items())
    return (
        f"{kit.number(table.replicates)} submissions of {units} simulated for each defect, seed {table.seed}; "
        f"shares with exact 95% limits. Computed with {result}."
    )


def _incomplete(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    units = subject.summary.units
    short = [
        text
        for stage, text in zip(subject.frozen.plan.acquisitions, kit.planned_sample(subject), strict=True)
        if units.get(stage.name, 0) != stage.units
    ]
    if not short:
        return []
    recorded = f"Recorded in {subject.run}: {', '.join(short)}."
    return [kit.colored(f"{part.text('incomplete')} {recorded}", kit.AMBER, "word")]


def _strips(table: kit.PowerTable) -> Flowable:
    rates = ((row.title, row.not_passed) for row in table.rows)
    shown = [kit.Strip(title, rate.share, rate.low, rate.high) for title, rate in rates]
    return kit.power_strips(shown, "Device, not passed at first", table.false_alarms.not_passed_at_most)


def _curves(table: kit.PowerTable, part: kit.SectionPlace) -> list[Flowable]:
    """Draw the defects that were simulated in at least three strengths, each kind for itself."""
    kinds: dict[str, list[kit.Point]] = {}
    for row in table.rows:
        name, _, strength = row.defect.partition(":")
        with suppress(ValueError):
            share = row.not_passed
            kinds.setdefault(name, []).append(kit.Point(float(strength), share.share, share.low, share.high))
    level = table.false_alarms.not_passed_at_most
    return [
        _drawn(
            f"By strength: {kit.words(name)}",
            kit.power_curves(
                [kit.Curve(kit.words(name), tuple(sorted(points, key=lambda each: each.x)))],
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


def _table(subject: kit.Subject, table: kit.PowerTable) -> Flowable:
    rows: kit.Rows = [
        [
            f"{row.title} ({row.defect})",
            *map(_share, (row.not_passed, row.failed)),
            _found_by(row, subject.titles),
        ]
        for row in table.rows
    ]
    head = ("Device", "Not passed at first", "FAIL in the end", "Detected by")
    return kit.table(head, rows, (34, 22, 22, 22), "lrrl", dense=True)


def _share(estimate: kit.DetectionRate) -> str:
    limits = f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}%"
    return f"{100 * estimate.share:.1f}% ({limits})"


def _found_by(power: kit.detection.Power, titles: Mapping[str, str]) -> kit.Cell:
    items = [
        f"monitoring of {kit.words(stage)} {100 * early.times / power.replicates:.0f}%, half of them after {kit.number(early.median)} units"
        for stage, early in power.ended_early.items()
    ]
    items += [
        f"{titles.get(name) or kit.words(name)} {100 * hits / power.replicates:.0f}%"
        for name, hits in power.found_by.items()
        if hits
    ]
    return kit.stacked(*items, kind="fine") if items else "none"


def _by_levels(table: kit.PowerTable) -> str:
    rates = table.false_alarms
    return (
        f"By the levels alone, the rule fails a fair device in at most {kit.percent(rates.fail_at_most)} of tests by this plan, and "
        f"does not pass it at first in at most {kit.percent(rates.not_passed_at_most)}."
    )
