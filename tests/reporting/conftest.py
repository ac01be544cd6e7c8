import importlib
import pkgutil
from io import BytesIO

import pypdf
import pytest

import reports
from labharness.reporting.build import build_report
from labharness.reporting.section import sections_of
from tests.support.dossiers import write_runs


@pytest.fixture(scope="session")
def sections():
    found = pkgutil.iter_modules(reports.__path__)
    return sections_of(importlib.import_module(f"reports.{module.name}") for module in found)


@pytest.fixture(scope="session")
def dossier_runs(tmp_path_factory):
    """Runs of the example submission by name, see ``dossiers.write_runs``; for reading only."""
    return write_runs(tmp_path_factory.mktemp("dossier"))


@pytest.fixture(scope="session")
def text_of(sections):
    """Build a run's report and return the text of each page, white space as one blank."""

    def read(folder, **options):
        pdf = build_report(folder, sections, **options)
        return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(BytesIO(pdf)).pages]

    return read
