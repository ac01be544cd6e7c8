"""The report of an analysis of a file: the same bytes for the same file, its date, and what was simulated."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.assessment.file_analysis import ExaminedFile
from labharness.reporting.build import compose
from labharness.reporting.layout import ReportLayout
from labharness.reporting.pdf.document import Imprint
from labharness.reporting.section import Section

NO_DEVICE = "ANALYSIS OF A FILE, NOT A TEST OF A DEVICE"
FILE_HEAD = "File (SHA-256)"


def build_analysis(examined: ExaminedFile, sections: Mapping[str, Section], layout: ReportLayout) -> bytes:
    """Return the report of an analysis of a file as a PDF; its date is that of the file.

    Raises
    ------
    InputError
        If the layout names a section that was not found, or lacks one of its texts.
    """
    analysis = examined.analysis
    imprint = Imprint(
        title=layout.title,
        author=layout.author,
        subject=f"{analysis.file}: {analysis.finding.value}",
        number=f"analysis-{analysis.sha256[:12]}",
        head=analysis.sha256,
        warning=NO_DEVICE,
        made=analysis.modified,
        head_of=FILE_HEAD,
    )
    return compose(imprint, sections, layout, "examined", examined)
