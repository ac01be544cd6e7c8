"""The conformance check of a device at a URL, and its record as JSON."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from labharness import __version__
from labharness.app.devices.device_lease import leased
from labharness.app.devices.preflight import linked
from labharness.app.workspace.workspace import Workspace
from labharness.devices.lti import message as lti
from labharness.devices.lti.conformance.device_under_test import (
    ConformanceRecord,
    DeviceUnderTest,
    RuleFinding,
)
from labharness.devices.lti.conformance.probe import Probe
from labharness.devices.lti.conformance.table import check
from labharness.devices.lti.message import RequestType
from labharness.devices.opening import open_transport
from labharness.devices.stream import Described
from labharness.devices.tap import Limits
from labharness.errors import DeviceError
from labharness.language.catalog import say
from labharness.model.device import SoftwareComponent
from labharness.reason import dump_reason

SILENCE_S, LONGEST_S = 10.0, 3600.0
"""Seconds without a byte, and for all steps together."""


def check_url(url: str, workspace: Workspace | None = None) -> ConformanceRecord:
    """Open a device and test every rule; raises the errors of opening it, and where another computer drives it."""
    identity, components = lti.Identity("", "", "", ""), tuple[SoftwareComponent, ...]()
    with leased(workspace, (url,), interrupts=False) as lease:
        transport = open_transport(url)
        with linked(transport, Limits(SILENCE_S, LONGEST_S), lease.look) as link:
            facts = transport.usb_facts() if isinstance(transport, Described) else None
            bench = DeviceUnderTest(Probe(link), facts)
            findings = check(bench)
            with suppress(DeviceError):
                identity = lti.Identity.decode(bench.probe.ask(RequestType.IDENTIFY).payload)
                components = lti.decode_software(bench.probe.ask(RequestType.SOFTWARE).payload)
    result = datetime.now(UTC).isoformat(timespec="seconds")
    return ConformanceRecord(url, identity, components, findings, result, __version__)


def as_json(record: ConformanceRecord) -> dict[str, Any]:
    """Return a record as JSON values."""
    identity = record.identity
    return {
        "url": record.url,
        "made": record.made,
        "labharness": record.version,
        "device": {
            "manufacturer": identity.manufacturer,
            "model": identity.model,
            "serial": identity.serial,
            "hardware": identity.hardware,
        },
        "software": [
            {"name": each.name, "version": each.version, "algorithm": each.algorithm, "digest": each.digest}
            for each in record.components
        ],
        "rules": list(map(_finding, record.findings)),
    }


def _finding(finding: RuleFinding) -> dict[str, Any]:
    return {
        "rule": finding.rule.id,
        "text": say(finding.rule()),
        "result": finding.result.value,
        "seen": say(finding.seen),
        "code": dump_reason(finding.seen),
    }
