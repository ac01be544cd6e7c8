"""The Lab Test Interface."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Shown, Styled, act
from labharness.acts.gates import IF_THERE
from labharness.app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from labharness.devices.lti.conformance.device_under_test import ConformanceRecord

_STYLES = {"pass": "green", "fail": "red", "not tried": "yellow", "not applicable": "dim"}


def _code(record: ConformanceRecord) -> int:
    from labharness.devices.lti.conformance.table import exit_status

    return exit_status(record.findings)


def _values(record: ConformanceRecord) -> dict[str, Any]:
    from labharness.app.devices.lti_check import as_json

    return {**as_json(record), "exit": _code(record)}


def _shown(record: ConformanceRecord) -> Iterator[Shown]:
    from labharness.devices.lti.conformance.device_under_test import counts
    from labharness.language.catalog import say

    device = record.identity
    yield f"{device.manufacturer} {device.model}, serial number {device.serial}, {device.hardware}"
    for each in record.components:
        yield f"{each.name} {each.version} {each.algorithm} {each.digest}"
    for finding in record.findings:
        result = finding.result.value
        yield Styled(f"{result:14} ", _STYLES[result]), f"{finding.rule.id}  {say(finding.rule())}"
        yield Styled(f"{'':15}{say(finding.seen)}", "dim")
    yield ", ".join(f"{number} {result}" for result, number in counts(record.findings).items())


@act(
    IF_THERE,
    "It tests the firmware of a device against the interface, which its developer does; a run tests the device.",
    shown=_shown,
    values=_values,
    code=_code,
)
def check(workspace: Workspace | None, url: str, *, pdf: Path | None = None) -> ConformanceRecord:
    """Test every numbered rule of the Lab Test Interface on a device.

    Exit code 0: every rule that concerns the device passed. 1: the device breaks a rule. 2: a rule was not tried.
    """
    from labharness.app.devices.lti_check import check_url

    record = check_url(url, workspace)
    if pdf is not None:
        from labharness.evidence.durable import put_document
        from labharness.reporting.documents.conformance import build_conformance

        put_document(pdf, build_conformance(record))
    return record
