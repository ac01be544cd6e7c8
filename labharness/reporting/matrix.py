"""A table of many shares: named rows, numbered columns, each cell shaded by what it says."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from labharness.reporting.typography import ACCENT, FRAME_WIDTH, INK, QUIET, RULE, STRONG, TEXT, WHITE, style
from labharness.reporting.wording import markup

_LABEL = 116.0
_MOST_COLUMNS = 28
_SIZE, _HEIGHT = 6.2, 9.6
_DARK = 0.55
"""Share from which a cell is dark enough for white figures."""


def matrix(rows: Sequence[tuple[str, Sequence[float | None]]], first: int = 1) -> list[Flowable]:
    """Set shares as whole per cent, in as many tables beside a repeated first column as fit the page.

    Parameters
    ----------
    rows
        Name and shares; None prints as a dash.
    first
        Number of the first column.
    """
    columns = max((len(shares) for _, shares in rows), default=0)
    flowables: list[Flowable] = []
    each = -(-columns // -(-columns // _MOST_COLUMNS)) if columns else 1
    for start in range(0, columns, each):
        part = [(name, shares[start : start + each]) for name, shares in rows]
        flowables.append(_table(part, first + start))
    return flowables


def _table(rows: Sequence[tuple[str, Sequence[float | None]]], first: int) -> Flowable:
    columns = max(len(shares) for _, shares in rows)
    label = style("cell", fontSize=6.8, leading=8)
    data: list[list[object]] = [["", *(str(first + place) for place in range(columns))]]
    rules: list[tuple[object, ...]] = [
        ("FONT", (0, 0), (-1, -1), TEXT, _SIZE),
        ("FONT", (0, 0), (-1, 0), STRONG, _SIZE),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("TEXTCOLOR", (1, 0), (-1, 0), ACCENT),
        ("ALIGN", (1, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 0.4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.4),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, ACCENT),
        ("INNERGRID", (1, 1), (-1, -1), 0.25, RULE),
        ("LINEBELOW", (0, -1), (-1, -1), 0.4, RULE),
    ]
    for row, (name, shares) in enumerate(rows, 1):
        cells: list[object] = [Paragraph(markup(name), label)]
        for column, share in enumerate(shares, 1):
            where = (column, row)
            if share is None:
                cells.append("–")
                rules.append(("TEXTCOLOR", where, where, QUIET))
                continue
            cells.append(f"{100 * share:.0f}")
            rules.append(("BACKGROUND", where, where, _shade(share)))
            if share >= _DARK:
                rules.append(("TEXTCOLOR", where, where, WHITE))
        data.append(cells)
    pitch = min(24.0, (FRAME_WIDTH - _LABEL) / columns)
    table = Table(
        data,
        colWidths=[_LABEL, *([pitch] * columns)],
        rowHeights=[_HEIGHT + 2, *([_HEIGHT] * len(rows))],
        repeatRows=1,
        hAlign="LEFT",
        spaceAfter=10,
    )
    table.setStyle(TableStyle(rules))
    return table


def _shade(share: float) -> Color:
    """Blend from paper to the accent, so that the print reads in gray too."""
    depth = 0.85 * share
    red, green, blue = ((1 - depth) + depth * part for part in (ACCENT.red, ACCENT.green, ACCENT.blue))
    return Color(red, green, blue)
