"""Every rule of the Lab Test Interface has a wrong device that fails on it, every freedom a right device that passes."""

from dataclasses import replace

import pytest

from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.device_under_test import Conformity, DeviceUnderTest
from labharness.devices.lti.conformance.probe import Probe
from labharness.devices.lti.conformance.table import check, exit_status
from labharness.language.catalog import say
from labharness.model.reasons.lti import LtiRule
from labharness.simulators import firmware as firmware_module
from labharness.simulators.catalog import build_machine, machine_classes
from labharness.simulators.firmware import Firmware, Traits
from labharness.simulators.unit import SimulatedUnit
from tests.support.lti.mutation import payloads
from tests.support.lti.right import RIGHT
from tests.support.lti.wrong import WRONG
from tests.support.lti.wrong.kit import USB
from tests.support.simulated_time import SimulatedClock, TimedLink


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(firmware_module, "PATIENCE", 1.0)


KINDS = [name for name, machine in machine_classes().items() if machine.KINDS]


def findings(kind, mutation=lambda firmware: firmware.receive, usb=USB, traits=Traits()):  # noqa: B008
    clock = SimulatedClock()
    firmware = Firmware(SimulatedUnit(build_machine(kind, 1)), "S", traits=traits, clock=clock.now)
    link = TimedLink(mutation(firmware), clock, usb.packet if usb else 0)
    return check(DeviceUnderTest(Probe(link, clock.now), usb))


def failed(result):
    return [finding.rule for finding in result if finding.result is Conformity.FAIL]


@pytest.mark.parametrize("kind", KINDS)
def test_every_simulated_device_conforms(kind):
    result = findings(kind)
    assert failed(result) == []
    assert exit_status(result) == 0
    assert [finding.rule for finding in result] == list(LtiRule)


@pytest.mark.parametrize("right", RIGHT, ids=lambda right: right.name)
def test_every_freedom_conforms(right):
    result = findings(right.machine, usb=replace(USB, packet=right.packet), traits=right.traits)
    shown = [
        (each.rule.id, say(each.seen))
        for each in result
        if each.result in (Conformity.FAIL, Conformity.NOT_TRIED)
    ]
    assert shown == []


LARGE = ("frame_too_long", "too_many_parts")
"""Devices that answer with megabytes."""


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(each, marks=pytest.mark.long if each.name in LARGE else (), id=each.name)
        for each in WRONG
    ],
)
def test_every_wrong_device_fails_on_its_rule(wrong):
    result = findings(wrong.machine, wrong.mutation, wrong.usb)
    assert wrong.rule in failed(result)
    assert exit_status(result) == 1


def test_every_rule_has_a_wrong_device_and_a_stream_has_none_of_usb():
    assert {wrong.rule for wrong in WRONG} == set(LtiRule)
    assert len({wrong.name for wrong in WRONG}) == len(WRONG)
    result = {finding.rule.id: finding.result for finding in findings("rng", usb=None)}
    assert {result[f"R-2.{number}"] for number in range(1, 5)} == {Conformity.NOT_APPLICABLE}
    assert result["R-2.5"] is Conformity.PASS


@pytest.mark.parametrize(
    "declared", [{"max_cards": 0}, {"max_cards": 2**32 - 1}, {"capabilities": 2**64 - 1}]
)
@pytest.mark.parametrize("kind", ["fair_shuffler", "continuous_shuffler", "dealing_shoe", "rng"])
def test_whatever_hello_declares_the_check_ends_with_a_finding_for_each_rule(kind, declared):
    def alter(payload):
        return replace(lti.Hello.decode(payload), **declared).encode()

    result = findings(kind, payloads(alter, lti.RequestType.HELLO))
    assert [finding.rule for finding in result] == list(LtiRule)
