"""Reports from run folders: a typical one and one of hundreds of pages, drawn once the program is loaded."""

import importlib
import os
import pkgutil
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

import reports
from labharness.analysis.power.power_table import load_table
from labharness.reporting.build import build_report
from labharness.reporting.section import sections_of
from labharness.reporting.typography import TEXT, fonts

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "reporting"))

from tests.support.run_factory import failing, write_run

POWER = Path(__file__).parents[1] / "test_plans" / "power" / "blackjack-633a-batch-shuffler-by-hand-v2.json"
ROUNDS = 3

pytestmark = pytest.mark.benchmark(timer=time.process_time)
DEVIATION = "Deviation {}: the cover was opened by the operator to look at the cards, and was closed again."
COLD = """\
import importlib, pathlib, pkgutil, sys
import reports
from labharness.evidence.folder import RunFolder
from labharness.reporting.build import build_report
from labharness.reporting.section import sections_of
found = pkgutil.iter_modules(reports.__path__)
sections = sections_of(importlib.import_module("reports." + one.name) for one in found)
build_report(RunFolder.open(pathlib.Path(sys.argv[1])), sections)
"""


@pytest.fixture(scope="module")
def sections():
    found = pkgutil.iter_modules(reports.__path__)
    return sections_of(importlib.import_module(f"reports.{module.name}") for module in found)


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


def measure(benchmark, folder, sections, least, limit):
    pdf = benchmark.pedantic(build_report, args=(folder, sections), rounds=ROUNDS, warmup_rounds=1)
    pages = pypdf.PdfReader(BytesIO(pdf)).pages
    assert len(pages) >= least
    text = [page.extract_text() for page in pages]
    best = benchmark.stats["min"]
    benchmark.extra_info["pages"] = len(pages)
    benchmark.extra_info["pages/s"] = round(len(pages) / best)
    benchmark.extra_info["times the same lines on bare pages"] = round(
        best / min(bare(text) for _ in range(ROUNDS)), 1
    )
    assert best < limit


def test_a_typical_report(benchmark, tmp_path, sections):
    power = POWER.read_bytes()
    assert load_table(power).rows
    results, verdict = failing()
    folder = write_run(tmp_path / "run", results=results, verdict=verdict, files={"power.json": power})
    measure(benchmark, folder, sections, 14, 2.0)
    begun = os.times()
    subprocess.run([sys.executable, "-c", COLD, str(folder.path)], check=True)
    over = os.times()
    spent = over.children_user + over.children_system - begun.children_user - begun.children_system
    benchmark.extra_info["seconds of the processor from the start of Python on"] = round(spent, 2)


def test_a_report_of_hundreds_of_pages(benchmark, tmp_path, sections):
    deviations = [DEVIATION.format(place) for place in range(5800)]
    folder = write_run(tmp_path / "run", deviations=deviations)
    measure(benchmark, folder, sections, 275, 5.0)
