import importlib
import pkgutil

import pytest

import reports
from labharness.assessment.runs.subject import Subject
from labharness.reporting.build import build_report
from labharness.reporting.layout import sections_of
from tests.support.dossiers import write_runs
from tests.support.shown import shown


@pytest.fixture(scope="session")
def sections():
    result = pkgutil.iter_modules(reports.__path__)
    return sections_of(importlib.import_module(f"reports.{module.name}") for module in result)


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    """Runs of the example submission by name, see ``dossiers.write_runs``; for reading only."""
    return write_runs(tmp_path_factory.mktemp("dossier"))


@pytest.fixture(scope="session")
def text_of(sections):
    """Return a function that returns what a run's report shows: its cover, and each numbered section."""
    return lambda folder, **options: shown(build_report, Subject.of(folder), sections, **options).parts
