"""How many pages a file has."""

from __future__ import annotations

from pathlib import Path

import pikepdf


def count_pages(path: Path) -> int | None:
    """Return the number of pages of a PDF, None where it cannot be read."""
    try:
        with pikepdf.open(path) as pdf:
            return len(pdf.pages)
    except (OSError, pikepdf.PdfError):
        return None
