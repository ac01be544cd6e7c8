"""Simulated devices over TCP and on a pseudo-terminal: the same protocol and the same runs as over USB/IP."""

import sys
from contextlib import ExitStack

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import start_run
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.history.run import RunHistory
from labharness.model.device import SimulationSign
from labharness.model.reasons.wire import Simulated
from labharness.model.results import Outcome
from labharness.plans.suite import small_plan
from labharness.simulators.process import Device
from tests.support.reasons import refused

PLAN = "pai-gow-poker-645a-starting-position"
STREAMS = ["tcp://127.0.0.1:0", *([] if sys.platform == "win32" else ["pty"])]


@pytest.mark.parametrize("address", STREAMS)
def test_a_short_plan_runs_and_shows_that_its_device_is_simulated(address, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    plan = space.path / "plans" / "small.toml"
    stages = {"draws": {"units": 7000, "batch": 1000}, "raw": {"units": 20000, "batch": 4000}}
    plan.write_bytes(small_plan(PLAN, stages))
    with Device("rng", seed=4614).on_stream(address) as server:
        folder, outcome = start_run(space, RunOrder(str(plan), server.url, name="small", operator="test"))
    assert outcome.verdict.outcome is Outcome.PASS
    assert reverify(None, folder).same
    signs = RunHistory.of(folder).summary.simulation
    assert set(signs) == {SimulationSign.LOOPBACK, SimulationSign.HARDWARE}


@pytest.mark.parametrize(
    "address", ["", "tcp://", "tcp://host", "tcp://127.0.0.1:70000", "udp://127.0.0.1:1"]
)
def test_what_is_no_place_for_a_stream(address):
    assert refused(InputError, Device("rng", seed=1).on_stream, address) == (
        Simulated.NOT_A_STREAM(address=address),
    )


def test_a_port_that_is_taken():
    with ExitStack() as stack:
        first = stack.enter_context(Device("rng", seed=1).on_stream("tcp://127.0.0.1:0"))
        with pytest.raises(InputError) as refused:
            Device("rng", seed=1).on_stream(first.url)
    assert refused.value.reasons[0].is_a(Simulated.CANNOT_LISTEN)
