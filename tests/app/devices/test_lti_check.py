"""labharness lti check: exit codes, JSON, and a PDF that is the same for the same record."""

from dataclasses import replace

import pytest

from labharness.app.devices import lti_check
from labharness.devices.lti.conformance.device_under_test import Conformity
from labharness.devices.lti.conformance.table import exit_status
from labharness.model.reasons.lti import LtiRule
from labharness.reporting.documents.conformance import build_conformance, record_hash
from labharness.simulators import firmware as firmware_module
from labharness.simulators.catalog import build_machine
from labharness.simulators.firmware import Firmware
from labharness.simulators.unit import SimulatedUnit
from tests.support.simulated_time import SimulatedClock, TimedLink


class Cable(TimedLink):
    def __init__(self, kind, *, dead=False):
        clock = SimulatedClock()
        firmware = Firmware(SimulatedUnit(build_machine(kind, 1)), "S-7", clock=clock.now)
        super().__init__((lambda _: []) if dead else firmware.receive, clock)

    def open(self):
        return {}

    def close(self):
        pass


@pytest.fixture
def connect(monkeypatch):
    monkeypatch.setattr(firmware_module, "PATIENCE", 1.0)

    def connected(kind, **options):
        monkeypatch.setattr(lti_check, "open_transport", lambda _: Cable(kind, **options))

    return connected


def test_every_rule_is_printed_with_its_text_and_what_was_seen(connect, cli, tmp_path):
    connect("rng")
    code, out, _ = cli("lti", "check", "serial:///dev/ttyS0", "--pdf", tmp_path / "a.pdf")
    assert code == 0, out
    assert all(f" {rule.id}  " in out for rule in LtiRule)
    assert "R-4.8  A frame with a wrong CRC is answered with DAMAGED" in out
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    result = cli.json("lti", "check", "serial:///dev/ttyS0")[1]
    assert [each["rule"] for each in result["rules"]] == [rule.id for rule in LtiRule]
    assert (result["exit"], result["device"]["serial"]) == (0, "S-7")


def test_a_device_that_breaks_a_rule_ends_with_1_and_what_was_not_tried_is_no_pass(connect, cli):
    connect("rng", dead=True)
    code, out, _ = cli("lti", "check", "serial:///dev/ttyS0")
    assert (code, "not tried" in out) == (1, True)
    connect("rng")
    record = lti_check.check_url("serial:///dev/ttyS0")
    assert exit_status(record.findings) == 0
    first, *others = record.findings
    assert exit_status([replace(first, result=Conformity.NOT_TRIED), *others]) == 2
    failed = replace(others[0], result=Conformity.FAIL)
    assert exit_status([replace(first, result=Conformity.NOT_TRIED), failed]) == 1


def test_the_same_record_makes_the_same_file(connect):
    connect("dealing_shoe")
    record = lti_check.check_url("serial:///dev/ttyS0")
    assert build_conformance(record) == build_conformance(record)
    other = replace(
        record, findings=(replace(record.findings[0], result=Conformity.FAIL), *record.findings[1:])
    )
    assert record_hash(other) != record_hash(record)
