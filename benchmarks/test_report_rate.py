"""Reports from run folders: a typical one and one of hundreds of pages, drawn once the program is loaded."""

import importlib
import pkgutil
import sys
import time
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

import reports
from benchmarks.figures import scaled, timed
from benchmarks.test_command_start import bare_start, processor_seconds
from labharness.analysis.power.power_table import load_table
from labharness.assessment.runs.subject import Subject
from labharness.reporting.build import build_report
from labharness.reporting.layout import sections_of
from labharness.reporting.typography import TEXT, fonts

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "reporting"))

from tests.support.run_factory import failing, write_run

TABLES = Path(__file__).parents[1] / "test_plans" / "power"
POWER = next(TABLES.glob("blackjack-633a-batch-shuffler-by-hand-v*.json"))
ROUNDS = 3

DEVIATION = "Deviation {}: the cover was opened by the operator to look at the cards, and was closed again."
COLD = """\
import importlib, pathlib, pkgutil, sys
import reports
from labharness.assessment.runs.subject import Subject
from labharness.evidence.folder import RunFolder
from labharness.reporting.build import build_report
from labharness.reporting.layout import sections_of
modules = pkgutil.iter_modules(reports.__path__)
sections = sections_of(importlib.import_module("reports." + each.name) for each in modules)
build_report(Subject.of(RunFolder.open(pathlib.Path(sys.argv[1]))), sections)
"""


@pytest.fixture(scope="module")
def sections():
    modules = pkgutil.iter_modules(reports.__path__)
    return sections_of(importlib.import_module(f"reports.{module.name}") for module in modules)


def bare(text):
    """Return the seconds that the words of a report take line by line on bare pages."""
    lines = [line for page in text for line in page.splitlines()]
    fonts()
    begun = time.process_time()
    canvas = Canvas(BytesIO(), pagesize=letter, initialFontName=TEXT)
    for place, line in enumerate(lines):
        if place % 60 == 0:
            canvas.showPage()
            canvas.setFont(TEXT, 8)
        canvas.drawString(66, 700 - 10 * (place % 60), line)
    canvas.getpdfdata()
    return time.process_time() - begun


def measure(figure, folder, sections, what, least, limit):
    seconds, pdf = timed(lambda: build_report(Subject.of(folder), sections), ROUNDS, warmup=True)
    pages = pypdf.PdfReader(BytesIO(pdf)).pages
    assert len(pages) >= least
    text = [page.extract_text() for page in pages]
    peer = min(bare(text) for _ in range(ROUNDS))
    figure(f"{what}, processor time", seconds, "s", ("the same lines on bare pages", peer), limit)


def test_a_typical_report(figure, tmp_path, sections):
    power = POWER.read_bytes()
    assert load_table(power).rows
    results, verdict = failing()
    folder = write_run(tmp_path / "run", results=results, verdict=verdict, files={"power.json": power})
    measure(figure, folder, sections, "a typical report of a run", 14, 2)
    cold = processor_seconds(sys.executable, "-c", COLD, str(folder.path))
    figure("the same from the start of Python on", cold, "s", bare_start())


def test_a_report_of_hundreds_of_pages(figure, tmp_path, sections):
    deviations = [DEVIATION.format(place) for place in range(scaled(5800, 900))]
    folder = write_run(tmp_path / "run", deviations=deviations)
    measure(
        figure,
        folder,
        sections,
        "a report of a run with 5,800 deviations, over 275 pages",
        scaled(275, 40),
        5,
    )
