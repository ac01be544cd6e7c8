"""What is filed of a conformance check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from labharness.devices.lti.conformance.outcome import RuleFinding
from labharness.devices.lti.message import Identity
from labharness.model.device import SoftwareComponent


@dataclass(frozen=True, slots=True)
class ConformanceRecord:
    """What is filed of a conformance check.

    Parameters
    ----------
    identity
        What the device says it is; empty strings where it did not answer.
    findings
        One for each rule, in the order of the document.
    made
        When the check ended, UTC in ISO format.
    version
        Version of labharness.
    """

    url: str
    identity: Identity
    components: tuple[SoftwareComponent, ...]
    findings: tuple[RuleFinding, ...]
    made: str
    version: str


def counts(findings: Iterable[RuleFinding]) -> dict[str, int]:
    """Return how many rules have each result."""
    numbers: dict[str, int] = {}
    for finding in findings:
        numbers[finding.result.value] = numbers.get(finding.result.value, 0) + 1
    return numbers
