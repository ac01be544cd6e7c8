"""The report of an analysis of a file, written where somebody wants it."""

from __future__ import annotations

from pathlib import Path

from labharness.app.plug_ins.discovery import section_modules
from labharness.app.reports import put
from labharness.assessment.file_analysis import ExaminedFile

LAYOUT = "file_analysis.toml"


def render_analysis(examined: ExaminedFile) -> bytes:
    """Return the report as a PDF; the same bytes for the same file, date of the file, power and versions."""
    from labharness.reporting.documents.examined_file import build_analysis
    from labharness.reporting.layout import read_layout
    from labharness.reporting.section import sections_of

    return build_analysis(examined, sections_of(section_modules()), read_layout(name=LAYOUT))


def write_report(examined: ExaminedFile, path: Path) -> None:
    """Write the report; raises :class:`StorageError` where that is not possible."""
    put(path, render_analysis(examined))
