"""The conformance check: one finding for every rule of the document."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from labharness.devices.lti.conformance.device_under_test import DeviceUnderTest, Test
from labharness.devices.lti.conformance.outcome import BrokenError, Conformity, RuleFinding, UntestedError
from labharness.devices.lti.conformance.table import STEPS
from labharness.errors import DeviceError
from labharness.model.reasons.conformance import Seen
from labharness.model.reasons.lti_rule import LtiRule

_WORST = (Conformity.FAIL, Conformity.NOT_TRIED, Conformity.PASS, Conformity.NOT_APPLICABLE)


def check(bench: DeviceUnderTest) -> tuple[RuleFinding, ...]:
    """Make every step; return a finding for each rule, in the order of the document.

    A device that can be loaded must hold the cards that :meth:`DeviceUnderTest.deck` names, in new-deck order.
    """
    findings: dict[LtiRule, RuleFinding] = {}
    for rule, test in STEPS:
        result = _made(bench, rule, test)
        known = findings.get(rule, result)
        findings[rule] = min(known, result, key=lambda each: _WORST.index(each.result))
        if result.result is Conformity.FAIL:
            with suppress(DeviceError):
                bench.probe.drain()
    return tuple(findings[rule] for rule in LtiRule)


def exit_status(findings: Iterable[RuleFinding]) -> int:
    """Return 0 if all rules that concern the device passed, 1 if it breaks a rule, 2 if a rule was not tried."""
    results = {finding.result for finding in findings}
    if Conformity.FAIL in results:
        return 1
    return 2 if Conformity.NOT_TRIED in results else 0


def _made(bench: DeviceUnderTest, rule: LtiRule, test: Test) -> RuleFinding:
    try:
        return RuleFinding(rule, Conformity.PASS, test(bench))
    except BrokenError as broken:
        return RuleFinding(rule, Conformity.FAIL, broken.seen)
    except UntestedError as untested:
        return RuleFinding(rule, untested.result, untested.seen)
    except DeviceError as error:
        return RuleFinding(rule, Conformity.FAIL, Seen.ERROR(why=error.reasons))
