"""Pictures: heat maps and histograms of what checks counted, with the numbers beside them."""

from __future__ import annotations

from math import isfinite

from reportlab.platypus import Flowable

from labharness.model.results import Picture
from labharness.reporting.blocks import Cell, gap, paragraph, room_for, subheading, table
from labharness.reporting.charts import heat_map, histogram
from labharness.reporting.residuals import Bar, bars
from labharness.reporting.section import Part
from labharness.reporting.subject import Subject
from labharness.reporting.wording import number


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return every picture of every check, in the plan's order."""
    found: list[Flowable] = []
    for planned in subject.frozen.plan.checks:
        result = subject.summary.results.get(planned.id)
        for picture in result.pictures if result is not None else ():
            drawn = _picture(planned.id, picture, part)
            found += (
                drawn if found else [room_for(drawn[0].height + 24), paragraph(part.text("intro")), *drawn]
            )
    return found or [paragraph("No check drew a picture.")]


def _picture(check_id: str, picture: Picture, part: Part) -> list[Flowable]:
    title = subheading(f"{picture.title[:1].upper()}{picture.title[1:]} ({check_id})")
    if picture.form == "heatmap":
        drawing = heat_map(picture)
        note = paragraph(part.text("residual"), "caption")
        return [room_for(drawing.height + 72), *title, drawing, gap(4), note]
    drawing = histogram(picture)
    shown = bars(picture)
    left_out = len(picture.x) - len(shown)
    note = f" {part.text('trimmed')} {number(left_out)}." if left_out else ""
    under = paragraph(part.text("limits") + note, "caption")
    return [room_for(drawing.height + 72), *title, drawing, gap(4), under, _numbers(picture.x_label, shown)]


def _numbers(label: str, shown: list[Bar]) -> Flowable:
    rows: list[list[Cell]] = [
        [
            bar.label,
            number(bar.observed),
            f"{bar.expected:,.2f}",
            f"{bar.low:,.1f} to {bar.high:,.1f}",
            f"{bar.residual:+.2f}".replace("-", "−") if isfinite(bar.residual) else "not expected at all",
        ]
        for bar in shown
    ]
    head = (label or "Value", "Observed", "Expected", "95 % limits", "Standardized residual")
    return table(head, rows, (24, 16, 18, 24, 18), "lrrrr")
