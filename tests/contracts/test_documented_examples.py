"""The examples of the manuals are whole and do what their pages say.

In their places of a copy of the tree, every gate and contract is held to them: ``test_pages_in_a_copy.py``.
"""

import doctest
import re
import sys
import tomllib
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from labharness.analysis.identification.generator import WayOfUse
from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.subject import Subject
from labharness.devices.adapter import AcquireRequest
from labharness.errors import ProtocolError
from labharness.evidence.records.body import RecordType
from labharness.model.device import DeviceIdentity
from labharness.model.observations import Draws, Kind
from labharness.plans.plan import PlannedCheck
from labharness.reporting.build import build_report
from labharness.reporting.layout import read_layout, sections_of
from labharness.runner.channel import choose_adapter
from labharness.testing.adapter_kit import SessionLink, every_call, every_split
from labharness.testing.samples import ENOUGH, read_session, script
from tests.support.pages import DOCS, blocks
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


def test_the_adapter_takes_no_url_from_the_usual_one(acme_rng):
    known = discover()
    catalog = replace(known, adapters={**known.adapters, "acme_rng": acme_rng.AcmeRng})
    for url in ("tcp://127.0.0.1:9", "serial:///dev/ttyS0"):
        assert choose_adapter(catalog, url, reader=False) == "lab_test_interface"
        assert choose_adapter(catalog, url, reader=False, name="acme_rng") == "acme_rng"


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
