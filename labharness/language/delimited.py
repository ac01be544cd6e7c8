"""Rows of texts as they are handed to other programs: TSV and HTML for the clipboard, CSV for a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape


def as_tsv(cells: Sequence[Sequence[str]]) -> str:
    """Write rows for a spreadsheet."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in cells)


def as_html(cells: Sequence[Sequence[str]]) -> str:
    """Write rows, the first of them titles, for a word processor."""
    title, *rows = cells
    head = "".join(f"<th>{escape(cell)}</th>" for cell in title)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def bare(value: float) -> str:
    """Write a number for a spreadsheet: ten significant digits, no groups, the sign that programs read.

    Examples
    --------
    >>> bare(-1234.5)
    '-1234.5'
    """
    return f"{value:.10g}"


def as_csv(cells: Sequence[Sequence[str]]) -> str:
    """Write rows as CSV; a cell that a spreadsheet would take for a formula is quoted as text."""
    out = io.StringIO()
    csv.writer(out).writerows([[_as_text(cell) for cell in row] for row in cells])
    return out.getvalue()


def _as_text(cell: str) -> str:
    return f"'{cell}" if _is_formula(cell) else cell


def _is_formula(cell: str) -> bool:
    """Say whether a spreadsheet would compute a cell; a number is one to it as well, and harmless."""
    try:
        float(cell.replace(",", ""))
    except ValueError:
        return cell[:1] in tuple("=+-@\t\r")
    return False
