"""Simulated devices over USB/IP and small runs on them, for every folder of tests.

It is read before any test is listed, so what only a fixture needs is imported in the fixture.
"""

import gc
import os
import signal
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from labharness.devices.usb import usbip_link
from labharness.errors import LabharnessError
from labharness.model.reasons.inputs import Inputs
from labharness.simulators import firmware, simulated_operator

FOLDER = Path(__file__).parent
RNG_PLAN = "pai-gow-poker-645a-starting-position"
ABOVE = ("app", "gui", "nights", "reporting", "reports")
"""Folders of the layers above the judgment."""
TRIED, LEFT_OUT = "Visual Basic Rnd", "MT19937"
"""A known generator of few bits, and one of many."""
WITH_SHORT_SEARCHES = """
import sys
from labharness.analysis.identification import search
from labharness.cli import main
from tests.conftest import short
search.problems = short(search.problems)
"""
"""How the program begins in another process, for ``python -c``, that repeats what this process found."""

# No test is against the clock: a loaded machine is no fault of what is tested.  The same examples are tried each time, so that
# whoever changed nothing sees what was seen before; make fuzz tries others.
settings.register_profile(
    "unhurried",
    settings(),
    deadline=None,
    derandomize=not os.environ.get("FUZZ_INPUTS"),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("unhurried")
usbip_link.CONNECT_S = usbip_link.GRACE_S = usbip_link.HANDOVER_S = 60.0
usbip_link.CONTROL_MS = 60_000
simulated_operator.PATIENCE = firmware.PATIENCE = 60.0

# A shell starts what runs in the background with an interrupt that is ignored.  The product leaves it ignored, and so would every
# process that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection():
    gc.disable()


def pytest_collection_finish():
    """Thousands of collected tests live to the end: no later collection looks at them."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _made_for_all_workers(tmp_path_factory):
    """Let what is made once lie where every worker of this session finds it."""
    from tests.support.made_once import Shared

    own = tmp_path_factory.getbasetemp()
    Shared.folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "made"


@pytest.fixture(scope="session", autouse=True)
def _clock_is_synchronized():
    """Let runs of submissions begin, whatever the clock of this computer; tests of the clock say what it is."""
    from labharness.app.devices import preflight as clock

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "is_synchronized", lambda: True)
        yield


@pytest.fixture(scope="session", autouse=True)
def _searches_are_short():
    """Let searches for known generators try one of few bits and leave another out; tests of the search try all.

    A PASS of a plan in another test is therefore one after a short search: it does not show that a sound device survives the whole
    one, nor that a known generator would be named. ``tests/runner/test_known_generators.py`` shows both with ``whole_searches``.
    """
    from labharness.analysis.identification import search

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "problems", short(whole := search.problems))
        yield whole


@pytest.fixture(scope="module", autouse=True)
def _judged_once(request):
    """Judge a tally once in a process, where a test is of something above that."""
    from tests.support.judged_once import judged_once

    above = request.path.relative_to(FOLDER).parts[0] in ABOVE
    anew = getattr(request.module, "JUDGES_ANEW", False)
    with judged_once() if above and not anew else nullcontext():
        yield


def short(whole):
    """Return a short search in place of the whole one; a process of its own that is to find the same asks for it too."""

    def problems(stream, effort, known):
        few = [family for family in known if family.name in (TRIED, LEFT_OUT)] or known
        first, *others = sorted(whole(stream, effort, few), key=lambda problem: bool(problem.untried))
        late = [each if each.untried else replace(each, seconds=1000.0) for each in others]
        return [first, *late]

    return problems


@pytest.fixture
def whole_searches(monkeypatch, _searches_are_short):
    """Searches for known generators as users have them."""
    from labharness.analysis.identification import search

    monkeypatch.setattr(search, "problems", _searches_are_short)


@pytest.fixture(scope="session")
def mistakes():
    """Return a function that calls what refuses, and returns the place and the reason of each mistake."""
    return _mistakes


@pytest.fixture(scope="session")
def refusal():
    """Return a function that calls what refuses for one reason, and returns the reason."""
    return _refusal


def _refusal(call, *arguments, **named):
    ((_, reason),) = _mistakes(call, *arguments, **named)
    return reason


def _mistakes(call, *arguments, **named):
    with pytest.raises(LabharnessError) as refused:
        call(*arguments, **named)
    return [_placed(reason) for reason in refused.value.reasons]


def _placed(reason):
    places = []
    while reason.is_a(Inputs.AT):
        places.append(reason["where"])
        reason = reason["problem"]
    return ": ".join(places), reason


@pytest.fixture
def simulated():
    """Return a function that serves a machine from this process and returns its URL."""
    from labharness.simulators.process import start

    with ExitStack() as stack:
        yield lambda kind, **options: stack.enter_context(start(kind, **options)).url


@pytest.fixture(scope="session")
def rng_run():
    """One small finished run that passes: (workspace, folder, outcome); for reading only, so copy it to change it."""
    from tests.support.made_once import made_once

    return made_once("rng", _run_of_a_generator)


def _run_of_a_generator(place):
    from labharness.app.devices.preflight import RunOrder
    from labharness.app.runs.services import start_run
    from labharness.app.workspace.workspace import Workspace
    from labharness.plans.suite import small_plan
    from labharness.simulators.process import start

    space = Workspace.init(place / "workspace")
    plan = space.path / "plans" / "small.toml"
    stages = {"draws": {"units": 3500, "batch": 500}, "raw": {"units": 20000, "batch": 4000}}
    plan.write_bytes(small_plan(RNG_PLAN, stages))
    with start("rng", seed=4614) as server:
        folder, outcome = start_run(space, RunOrder(str(plan), server.url, name="small", operator="test"))
    return space, folder, outcome
