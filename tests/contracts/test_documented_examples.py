"""The examples of the manuals are whole: they are put where the manual says and held to the contract."""

import doctest
import inspect
import re
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from labharness.analysis.sampling.check import info_of
from labharness.app.plug_ins.discovery import discover
from labharness.devices.adapter import AcquireRequest, Adapter
from labharness.devices.adapter import info_of as adapter_info
from labharness.errors import ProtocolError
from labharness.model.observations import Kind
from labharness.plans.plan import PlannedCheck
from labharness.testing.adapter_kit import SessionLink
from labharness.testing.calibration import ENOUGH
from labharness.testing.sessions import script
from tests.contracts import test_checks as checks_contract

DOCS = Path(__file__).parents[2] / "docs"


def example(page, name, place=0):
    """Return the module that an example of a page makes."""
    source = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)[place]
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
        checks_contract.test_empty_sample_gives_no_number,
        checks_contract.test_fair_sample_has_ordinary_p,
        checks_contract.test_result_is_plain_and_reproducible,
        checks_contract.test_calibrated_on_fair_samples,
    ],
    ids=lambda test: test.__name__,
)
def test_the_check_keeps_its_contract(top_card, asked):
    assert info_of(top_card.TopCard).name == "top_card"
    asked(cls=top_card.TopCard, kind=Kind.SHUFFLE)


def test_the_check_is_described_and_its_example_holds(top_card):
    checks_contract.test_description_is_complete(top_card.TopCard)
    checks_contract.test_examples_hold(top_card)


def test_the_examples_of_the_helpers_hold():
    page = (DOCS / "adding-a-check.md").read_text(encoding="utf-8")
    source = re.search(r"```pycon\n(.*?)```", page, re.DOTALL)[1]
    test = doctest.DocTestParser().get_doctest(source, {}, "adding-a-check.md", None, 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner().run(test).failed == 0


def test_a_plan_takes_the_check_as_the_page_says(top_card):
    page = (DOCS / "adding-a-check.md").read_text(encoding="utf-8")
    (table,) = tomllib.loads(re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1])["checks"]
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
