"""The examples of the manuals are whole: they are put where the manual says and held to the contract."""

import doctest
import inspect
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from labharness.analysis.identification.generator import WayOfUse
from labharness.analysis.sampling.check import info_of
from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.subject import Subject
from labharness.devices.adapter import AcquireRequest, Adapter
from labharness.devices.adapter import info_of as adapter_info
from labharness.errors import ProtocolError
from labharness.evidence.records.body import RecordType
from labharness.model.device import DeviceIdentity
from labharness.model.observations import Draws, Kind
from labharness.plans.plan import PlannedCheck
from labharness.reporting.build import build_report
from labharness.reporting.layout import read_layout
from labharness.reporting.section import sections_of
from labharness.runner.channel import choose_adapter
from labharness.testing.adapter_kit import SessionLink, every_call, every_split
from labharness.testing.samples import ENOUGH, read_session, script
from tests.contracts import test_checks as checks_contract
from tests.support.pages import DOCS, EXAMPLES, blocks
from tests.support.run_factory import write_run
from tests.support.shown import shown


def example(page, name, place=0):
    """Return the module that an example of a page makes."""
    source = blocks(page, "python")[place]
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, page, "exec"), vars(module))
    return module


@pytest.fixture(scope="module")
def top_card():
    module = example("adding-a-check.md", "labharness.checks.top_card")
    yield module
    del sys.modules[module.__name__]


@pytest.fixture(scope="module")
def acme_rng():
    module = example("adding-a-device.md", "device_adapters.acme_rng")
    yield module
    del sys.modules[module.__name__]


@pytest.mark.parametrize(
    "asked",
    [
        checks_contract.test_merge_law_for_any_split,
        checks_contract.test_results_of_no_sample_and_of_a_fair_one,
        checks_contract.test_calibrated_on_fair_samples,
    ],
    ids=lambda test: test.__name__,
)
def test_the_check_keeps_its_contract(top_card, asked):
    assert info_of(top_card.TopCard).name == "top_card"
    asked(cls=top_card.TopCard, kind=Kind.SHUFFLE)


def test_the_check_is_described_and_its_example_holds(top_card):
    checks_contract.test_description_is_complete_and_its_examples_hold(top_card)


def test_the_examples_of_the_helpers_hold():
    source = blocks("adding-a-check.md", "pycon")[0]
    test = doctest.DocTestParser().get_doctest(source, {}, "adding-a-check.md", None, 0)
    assert len(test.examples) >= 9
    assert doctest.DocTestRunner().run(test).failed == 0


def test_a_plan_takes_the_check_as_the_page_says(top_card):
    (table,) = tomllib.loads(blocks("adding-a-check.md", "toml")[0])["checks"]
    known = discover()
    catalog = replace(known, checks={**known.checks, "top_card": top_card.TopCard})
    assert catalog.build(PlannedCheck(**table)) == top_card.TopCard(least=20)


def test_the_page_names_the_units_that_the_contract_judges():
    page = (DOCS / "adding-a-check.md").read_text(encoding="utf-8")
    units = re.findall(r"^\| (\w+)[^|]*\|[^|]*\| ([\d,]+) \w+ \|$", page, re.MULTILINE)
    assert {Kind(kind): int(number.replace(",", "")) for kind, number in units} == ENOUGH


def test_the_adapter_has_every_call_and_says_it(acme_rng):
    assert adapter_info(acme_rng.AcmeRng).name == "acme_rng"
    for name, call in inspect.getmembers(Adapter, inspect.isfunction):
        if not name.startswith("_"):
            own = getattr(acme_rng.AcmeRng, name)
            assert inspect.getdoc(own), name
            assert list(inspect.signature(own).parameters) == list(inspect.signature(call).parameters)


def test_the_adapter_takes_no_url_from_the_usual_one(acme_rng):
    known = discover()
    catalog = replace(known, adapters={**known.adapters, "acme_rng": acme_rng.AcmeRng})
    for url in ("tcp://127.0.0.1:9", "serial:///dev/ttyS0"):
        assert choose_adapter(catalog, url, reader=False) == "lab_test_interface"
        assert choose_adapter(catalog, url, reader=False, name="acme_rng") == "acme_rng"


def test_the_tests_of_the_adapter_pass(acme_rng):
    module = example("adding-a-device.md", "tests_of_acme_rng", 1)
    tests = [value for name, value in vars(module).items() if name.startswith("test_")]
    assert len(tests) == 4
    for test in tests:
        test()


@pytest.mark.parametrize("answer", [b"\n", b"x\n", b"70000\n", b"-1\n", b"9" * 300])
def test_the_adapter_takes_garbage_for_an_error(acme_rng, answer):
    with pytest.raises(ProtocolError):
        acme_rng.AcmeRng(SessionLink(script((b"G1\n", answer)))).acquire(
            AcquireRequest(Kind.DRAW, 1, low=1, high=7)
        )


def test_the_simulated_device_answers_the_adapter_and_its_session_is_kept(acme_rng, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "device_adapters.acme_rng", acme_rng)
    unit = example("adding-a-device.md", "tests.support.noise.acme_rng", 2)
    monkeypatch.setitem(sys.modules, unit.__name__, unit)
    monkeypatch.chdir(tmp_path)
    example("adding-a-device.md", "recording_of_acme_rng", 3)

    session = read_session(tmp_path / "acme_rng.session")
    results = every_split(acme_rng.AcmeRng, session, every_call)
    assert DeviceIdentity("Acme", "N1", "7", "A", "computerized_rng", "Acme 1") in results
    assert any(isinstance(result, tuple) and result and isinstance(result[0], Draws) for result in results)


def test_the_section_stands_in_the_report_where_the_layout_says(tmp_path):
    page = "adding-a-report-section.md"
    module = example(page, "reports.meters")
    entry = blocks(page, "toml")[0]
    layout = read_layout(f'schema = 1\ntitle = "T"\nauthor = "A"\n{entry}'.encode())
    counted = {"inside": 51, "expected": 52, "correct": False, "message": ""}
    asked = {"channel": "device", "args": {}, "frames": [0, 0], "call": "count", "answer": counted}
    folder = write_run(tmp_path / "r", extra=[(RecordType.EXCHANGE, asked)])

    report = shown(build_report, Subject.of(folder), sections_of([module]), layout)
    assert "1 Meters What the device counted about itself. Counts" in report.text
    assert ["51", "52"] in report.rows(50, 50)


def test_the_generator_makes_the_outcomes_that_its_page_shows():
    generator = example("adding-a-generator.md", "labharness.analysis.generators.example").GENERATOR
    for vector in generator.vectors:
        (call,) = [call for call in generator.calls if call.name == vector.call]
        bounds = np.full(len(vector.codes), vector.n)
        seeded = generator.seeded(vector.seed)
        assert generator.predict(WayOfUse(call), seeded, bounds).tolist() == list(vector.codes)
    assert generator.vectors


COPIED = [(page, place, file) for page, files in EXAMPLES.items() for place, file in enumerate(files)]


def gate(*command, source=None):
    command = [sys.executable, "-m", *map(str, command)]
    return subprocess.run(
        command, check=False, cwd=DOCS.parent, input=source, capture_output=True, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize(("page", "place", "file"), COPIED, ids=[file for _, _, file in COPIED])
def test_an_example_is_linted_like_the_code_that_it_becomes(page, place, file):
    ours = 'lint.isort.known-first-party = ["device_adapters", "labharness", "tests"]'
    options = ("--no-cache", "--config", ours, "--ignore", "INP001", "--stdin-filename", file)
    linted = gate("ruff", "check", *options, "-", source=blocks(page, "python")[place])
    assert linted.returncode == 0, linted.stdout


def test_the_examples_are_typed_like_the_code_that_they_become(tmp_path):
    typed = [each for each in COPIED if not each[2].startswith(("tests/", "benchmarks/", "labharness/gui/"))]
    files = [tmp_path / Path(file).name for _, _, file in typed]
    for (page, place, _), file in zip(typed, files, strict=True):
        file.write_text(blocks(page, "python")[place], encoding="utf-8")
    checked = gate("mypy", "--config-file", "pyproject.toml", *files)
    assert checked.returncode == 0, checked.stdout
