"""Pictures: heat maps and histograms of what checks counted, with the numbers beside them."""

from __future__ import annotations

from math import isfinite

from reportlab.platypus import CondPageBreak, Flowable

from labharness.model.results import Picture
from labharness.reporting.blocks import Cell, gap, paragraph, subheading, table
from labharness.reporting.charts import heat_map, histogram
from labharness.reporting.residuals import bars
from labharness.reporting.section import Part
from labharness.reporting.subject import Subject
from labharness.reporting.wording import number


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return every picture of every check, in the plan's order."""
    found: list[Flowable] = [paragraph(part.text("intro"))]
    for planned in subject.frozen.plan.checks:
        result = subject.summary.results.get(planned.id)
        for picture in result.pictures if result is not None else ():
            found += _picture(planned.id, picture, part)
    return found if len(found) > 1 else [*found, paragraph("No check drew a picture.")]


def _picture(check_id: str, picture: Picture, part: Part) -> list[Flowable]:
    title = subheading(f"{picture.title} ({check_id})")
    if picture.form == "heatmap":
        drawing = heat_map(picture)
        note = paragraph(part.text("residual"), "caption")
        return [CondPageBreak(drawing.height + 70), *title, drawing, gap(4), note]
    drawing = histogram(picture)
    return [CondPageBreak(drawing.height + 40), *title, drawing, gap(4), _numbers(picture)]


def _numbers(picture: Picture) -> Flowable:
    rows: list[list[Cell]] = [
        [
            bar.label,
            number(bar.observed),
            number(bar.expected),
            f"{bar.low:,.1f} to {bar.high:,.1f}",
            f"{bar.residual:+.2f}".replace("-", "−") if isfinite(bar.residual) else "not expected at all",
        ]
        for bar in bars(picture)
    ]
    head = (picture.x_label or "Value", "Observed", "Expected", "95 % limits", "Standardized residual")
    return table(head, rows, (24, 16, 18, 24, 18), "lrrrr")
