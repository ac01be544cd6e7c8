"""Pictures: heat maps and histograms of what checks counted, with the numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from reportlab.platypus import Flowable

from labharness.model.results import Picture
from labharness.reporting.blocks import Cell, gap, nothing, paired, paragraph, table, together
from labharness.reporting.charts.counts import observed_and_expected
from labharness.reporting.charts.heat_map import heat_map
from labharness.reporting.residuals import LEAST, Bar, bars
from labharness.reporting.section import Part
from labharness.reporting.subject import Subject
from labharness.reporting.typography import FRAME_WIDTH, style, width
from labharness.reporting.wording import amount, number

_FEW = 12
"""More bars than these stand in two halves side by side, where their numbers are short enough."""
_SHORT = 5
"""Characters of a title above its first column."""
_HALVES = (13, 22, 21, 26, 20)
"""Shares of the width of such a half."""


def section(subject: Subject, part: Part) -> list[Flowable]:
    """Return every picture of every check, in the plan's order."""
    found: list[Flowable] = []
    forms = set()
    for planned in subject.frozen.plan.checks:
        result = subject.summary.results.get(planned.id)
        for picture in result.pictures if result is not None else ():
            forms.add("residual" if picture.form == "heatmap" else "limits")
            found += _picture(planned.id, picture, part)
    if not found:
        return [nothing("No check drew a picture.")]
    if part.runs:  # there are other runs, whose figures are read in the same way
        forms = set() if part.again else {"limits", "residual"}
    told = [] if part.again else [paragraph(part.text("intro"))]
    return [*told, *(paragraph(part.text(name), "quiet") for name in sorted(forms)), *found]


def _picture(check_id: str, picture: Picture, part: Part) -> list[Flowable]:
    title = f"{picture.title[:1].upper()}{picture.title[1:]} ({check_id})"
    if picture.form == "heatmap":
        return [together(title, [heat_map(picture), gap()])]
    shown = bars(picture)
    drawn = observed_and_expected(shown, picture.x_label, picture.y_label)
    caption = _shown(picture, shown, part)
    under = [drawn, gap(4), *([paragraph(caption, "caption")] if caption else [])]
    numbers = _numbers(picture.x_label, shown)
    if len(shown) <= _FEW:
        return [together(title, [*under, numbers])]
    return [together(title, under), numbers]


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
    if len(rows) > _FEW and _narrow(rows):
        short = label if len(label) <= _SHORT else ""
        head = (short or "Value", "Observed", "Expected", "Limits", "Residual")
        return paired(head, rows, _HALVES, "lrrrr", dense=True)
    head = (label or "Value", "Observed", "Expected", "Limits", "Standardized residual")
    return table(head, rows, (24, 16, 18, 24, 18), "lrrrr", dense=True)


def _narrow(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether every cell fits its column where two halves stand side by side."""
    scale = FRAME_WIDTH / (sum(_HALVES) * (2 + 1 / 8))
    rooms = [share * scale - 12 for share in _HALVES]
    look = style("fine")
    return all(
        width(str(cell), look.fontName, look.fontSize) <= room
        for row in rows
        for cell, room in zip(row, rooms, strict=True)
    )
