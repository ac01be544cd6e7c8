"""Pictures: heat maps and histograms of what checks counted, with the numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from reportlab.platypus import Flowable

from labharness.reporting import kit

_FEW = 12
"""More bars than these stand in two halves side by side, where their numbers are short enough."""
_HALVES = (17, 22, 21.5, 23.5, 21)
"""Shares of the width of such a half."""


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return every picture of every check, in the plan's order; below the first of its kind, how it is read."""
    pictures = [
        (f"{subject.about(planned).title} ({planned.id})", picture)
        for planned in subject.frozen.plan.checks
        if (result := subject.summary.results.get(planned.id)) is not None
        for picture in result.pictures
    ]
    if not pictures:
        return [kit.nothing("No check drew a picture.")]
    flowables = [] if part.again else [kit.paragraph(part.text("intro"))]
    text = {"residual", "limits"} if part.again else set()
    for title, picture in pictures:
        kind = "residual" if picture.form == "heatmap" else "limits"
        note = [] if kind in text else [kit.paragraph(part.text(kind), "quiet")]
        text.add(kind)
        flowables += _picture(title, picture, part, note)
    if part.runs and not part.again:  # the figures of the other runs are read in the same way
        flowables += [
            kit.paragraph(part.text(kind), "quiet") for kind in ("limits", "residual") if kind not in text
        ]
    return flowables


def _picture(
    title: str, picture: kit.Picture, part: kit.SectionPlace, note: list[Flowable]
) -> list[Flowable]:
    if picture.form == "heatmap":
        return [kit.together(title, [kit.heat_map(picture), kit.gap()]), *note]
    shown = kit.residuals.bars(picture)
    drawn = kit.observed_and_expected(shown, kit.label(picture.x_label), kit.label(picture.y_label))
    caption = _shown(picture, shown, part)
    under = [drawn, kit.gap(4), *([kit.paragraph(caption, "caption")] if caption else [])]
    return [kit.together(title, under), *note, _numbers(kit.label(picture.x_label), shown)]


def _shown(picture: kit.Picture, shown: list[kit.residuals.Bar], part: kit.SectionPlace) -> str:
    """Say which values have no bar of their own."""
    kept = [
        place
        for place, (seen, mean) in enumerate(zip(picture.values[0], picture.expected[0], strict=True))
        if seen > 0 or mean >= kit.residuals.LEAST
    ]
    width = kept[-1] - kept[0] + 1 if kept else len(picture.x)
    text = [f"{part.text('trimmed')} {kit.number(len(picture.x) - width)}."] if width < len(picture.x) else []
    if width > len(shown) > 0:
        text.append(f"{part.text('grouped')} {kit.amount(-(-width // len(shown)), 'value')} to a bar.")
    return " ".join(text)


def _numbers(axis: str, shown: list[kit.residuals.Bar]) -> Flowable:
    rows: kit.Rows = [
        [
            bar.label,
            bar.observed,
            f"{bar.expected:,.2f}",
            f"{kit.number(bar.low)} to {kit.number(bar.high)}",
            f"{bar.residual:+.2f}".replace("-", "−") if isfinite(bar.residual) else "not expected at all",
        ]
        for bar in shown
    ]
    short = axis if axis and _narrow([[axis]], "head") else "Value"
    halves = (short, "Observed", "Expected", "Limits", "Residual")
    if len(rows) > _FEW and _narrow([halves], "head") and _narrow(rows, "fine"):
        return kit.paired(halves, rows, _HALVES, "lrrrr", dense=True)
    head = (axis or "Value", "Observed", "Expected", "Limits", "Standardized residual")
    return kit.table(head, rows, (24, 16, 18, 24, 18), "lrrrr", dense=True)


def _narrow(rows: Sequence[Sequence[kit.Cell]], kind: str) -> bool:
    """Whether every cell fits its column where two halves stand side by side."""
    scale = kit.FRAME_WIDTH / (sum(_HALVES) * (2 + 1 / 8))
    rooms = [share * scale - 12 for share in _HALVES]
    look = kit.style(kind)
    return all(
        kit.width(str(cell), look.fontName, look.fontSize) <= room
        for row in rows
        for cell, room in zip(row, rooms, strict=False)
    )
