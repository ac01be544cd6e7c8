"""A plan that asks more than a device declares is refused before its run, with the stage and both numbers."""

import numpy as np

from device_adapters.lab_test_interface import LabTestInterface
from labharness.app.devices import preflight
from labharness.app.devices.preflight import RunOrder, refuse_unfit_device
from labharness.devices.adapter import AcquireRequest, Demand
from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import objections
from labharness.devices.lti.message import RequestType
from labharness.errors import InputError
from labharness.model.observations import Kind
from labharness.model.reasons.lti import Lti
from labharness.plans.coverage import packaged
from labharness.runner.acquire import demands
from labharness.simulators.catalog import build_machine
from labharness.simulators.firmware import Firmware, Traits
from labharness.simulators.unit import SimulatedUnit
from tests.support.direct import DirectLink
from tests.support.plans import catalog, read_plan
from tests.support.reasons import refused


def device(kind="fair_shuffler", **traits):
    firmware = Firmware(SimulatedUnit(build_machine(kind, 1)), "S", traits=Traits(**traits))
    return LabTestInterface(DirectLink(firmware))


DECK = np.arange(52, dtype=np.uint16)
SHUFFLES = Demand("sample", AcquireRequest(Kind.SHUFFLE, 10), DECK)


def exceeding(demand=SHUFFLES, kind="fair_shuffler", **traits):
    return device(kind, **traits).objections([demand])


def test_what_a_device_declares_decides():
    assert exceeding() == ()
    assert exceeding(max_units=1) == (Lti.TOO_MANY_UNITS(stage="sample", requested=10, allowed=1),)
    assert exceeding(max_cards=36) == (Lti.TOO_MANY_CARDS(stage="sample", requested=52, allowed=36),)
    assert exceeding(max_request=105) == (Lti.REQUEST_TOO_LONG(stage="sample", requested=106, allowed=105),)
    assert exceeding(max_units=10, max_cards=52, max_request=106) == ()
    raw = Demand("bits", AcquireRequest(Kind.BYTES, 100))
    assert exceeding(raw, "rng", max_units=1) == (), "max_units counts shuffles, rounds and deals"
    missing = exceeding(raw, "rng", without=frozenset({RequestType.RAW}))
    assert missing == (Lti.NOT_OFFERED(stage="bits", kind=Kind.BYTES, message="RAW"),)
    long = Demand("bits", AcquireRequest(Kind.BYTES, (1 << 24) + 1))
    assert exceeding(long, "rng")[0].is_a(Lti.ANSWER_TOO_LONG)


def test_no_packaged_plan_asks_more_than_a_simulated_device_does():
    for name in sorted(packaged()):
        hello = lti.Hello(1, 0, (1 << 64) - 1, 4096, 100_000, 832)
        assert objections(hello, demands(read_plan(name))) == (), name


class Cable(DirectLink):
    def open(self):
        return {}

    def close(self):
        pass


def test_a_plan_for_more_is_refused_before_its_run(monkeypatch):
    frozen = read_plan("blackjack-633a-batch-shuffler")
    order = RunOrder("", "usb://1209:0001")

    def connect(**traits):
        firmware = Firmware(SimulatedUnit(build_machine("fair_shuffler", 1)), "S", traits=Traits(**traits))
        monkeypatch.setattr(preflight, "open_transport", lambda _: Cable(firmware))
        refuse_unfit_device(catalog(), frozen, order, "lab_test_interface")

    connect()
    reasons = refused(InputError, connect, max_cards=36)
    assert {reason.code for reason in reasons} == {Lti.TOO_MANY_CARDS.code}
    stages = {demand.stage for demand in demands(frozen) if demand.load is not None}
    assert {reason["stage"] for reason in reasons} == stages
