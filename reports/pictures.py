"""Pictures: heat maps and histograms of what checks counted, with the numbers beside them."""

from __future__ import annotations

from math import isfinite

from reportlab.platypus import Flowable

from labharness.model.results import Picture
from labharness.reporting.blocks import Cell, figure, paragraph, table
from labharness.reporting.charts.counts import observed_and_expected
from labharness.reporting.charts.heat_map import heat_map
from labharness.reporting.residuals import LEAST, Bar, bars
from labharness.reporting.section import Part
from labharness.reporting.subject import Subject
from labharness.reporting.wording import amount, number


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return every picture of every check, in the plan's order."""
    found: list[Flowable] = []
    for planned in subject.frozen.plan.checks:
        result = subject.summary.results.get(planned.id)
        for picture in result.pictures if result is not None else ():
            found += _picture(planned.id, picture, part)
    return [paragraph(part.text("intro")), *found] if found else [paragraph("No check drew a picture.")]


def _picture(check_id: str, picture: Picture, part: Part) -> list[Flowable]:
    title = f"{picture.title[:1].upper()}{picture.title[1:]} ({check_id})"
    if picture.form == "heatmap":
        return [figure(title, heat_map(picture), part.text("residual"))]
    shown = bars(picture)
    drawn = observed_and_expected(shown, picture.x_label, picture.y_label)
    caption = f"{part.text('limits')} {_shown(picture, shown, part)}".strip()
    return [figure(title, drawn, caption), _numbers(picture.x_label, shown)]


def _shown(picture: Picture, shown: list[Bar], part: Part) -> str:
    """Say which values have no bar of their own."""
    kept = [
        place
        for place, (seen, mean) in enumerate(zip(picture.values[0], picture.expected[0], strict=True))
        if seen > 0 or mean >= LEAST
    ]
    width = kept[-1] - kept[0] + 1 if kept else len(picture.x)
    told = [f"{part.text('trimmed')} {number(len(picture.x) - width)}."] if width < len(picture.x) else []
    if width > len(shown) > 0:
        told.append(f"{part.text('grouped')} {amount(-(-width // len(shown)), 'value')} to a bar.")
    return " ".join(told)


def _numbers(label: str, shown: list[Bar]) -> Flowable:
    rows: list[list[Cell]] = [
        [
            bar.label,
            number(bar.observed),
            f"{bar.expected:,.2f}",
            f"{number(bar.low)} to {number(bar.high)}",
            f"{bar.residual:+.2f}".replace("-", "−") if isfinite(bar.residual) else "not expected at all",
        ]
        for bar in shown
    ]
    head = (label or "Value", "Observed", "Expected", "Limits", "Standardized residual")
    return table(head, rows, (24, 16, 18, 24, 18), "lrrrr")
