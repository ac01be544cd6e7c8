"""The examples of the manuals are whole: they are put where the manual says and held to the contract."""

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import test_checks as checks_contract

from labharness.analysis.sampling.check import info_of
from labharness.devices.adapter import AcquireRequest, Adapter
from labharness.devices.adapter import info_of as adapter_info
from labharness.errors import ProtocolError
from labharness.model.observations import Kind

DOCS = Path(__file__).parents[2] / "docs"


def example(page, name):
    """Return the module that the first example of a page makes."""
    source = re.search(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)[1]
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


class Box:
    """A link to a number box that counts."""

    position = 0

    def __init__(self, *answers):
        self.sent, self._waiting = b"", "".join(f"{one}\n" for one in answers).encode()

    def write(self, data, timeout=None):  # noqa: ARG002  a link has it
        self.sent += data

    def read(self, size, timeout=None):  # noqa: ARG002  a link has it
        data, self._waiting = self._waiting[:size], self._waiting[size:]
        return data


def test_the_adapter_has_every_call_and_says_it(acme_rng):
    assert adapter_info(acme_rng.AcmeRng).name == "acme_rng"
    for name, call in inspect.getmembers(Adapter, inspect.isfunction):
        if not name.startswith("_"):
            own = getattr(acme_rng.AcmeRng, name)
            assert inspect.getdoc(own), name
            assert list(inspect.signature(own).parameters) == list(inspect.signature(call).parameters)


def test_the_adapter_speaks_to_its_device(acme_rng):
    box = Box("Acme,N1,7,A", 3, 1, 2)
    device = acme_rng.AcmeRng(box)
    assert device.identify().serial == "7"
    (draws,) = device.acquire(AcquireRequest(Kind.DRAW, 3, low=1, high=7))
    assert draws.values.tolist() == [3, 1, 2]
    assert box.sent == b"?\nG3\n"


@pytest.mark.parametrize("answer", ["", "x", "70000", "-1", "9" * 300])
def test_the_adapter_takes_garbage_for_an_error(acme_rng, answer):
    with pytest.raises(ProtocolError, match="number box"):
        acme_rng.AcmeRng(Box(answer)).acquire(AcquireRequest(Kind.DRAW, 1, low=1, high=7))
