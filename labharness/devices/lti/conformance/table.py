"""The steps of the conformance check, in the order in which they are made: every rule has one.

The conformance check: one finding for every rule of the document.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from labharness.devices.lti.conformance import card_steps, device_under_test, fact_steps, frame_steps
from labharness.devices.lti.conformance.device_under_test import (
    BrokenError,
    Conformity,
    DeviceUnderTest,
    RuleFinding,
    Test,
    UntestedError,
)
from labharness.devices.lti.conformance.frame_steps import watched
from labharness.errors import DeviceError
from labharness.model.reasons.lti import LtiRule, Seen
from labharness.model.reasons.lti import LtiRule as R

ACTIVE: tuple[tuple[R, Test], ...] = (
    (R.R_5_1, fact_steps.hello),
    (R.R_2_1, fact_steps.interface),
    (R.R_2_2, fact_steps.bus_strings),
    (R.R_2_4, fact_steps.winusb),
    (R.R_5_2, fact_steps.hello_again),
    (R.R_5_3, fact_steps.hello_versions),
    (R.R_5_4, fact_steps.capabilities),
    (R.R_5_5, fact_steps.limits),
    (R.R_4_17, frame_steps.always),
    (R.R_5_7, fact_steps.identity),
    (R.R_5_8, fact_steps.software),
    (R.R_5_9, fact_steps.digests),
    (R.R_5_10, fact_steps.software_again),
    (R.R_5_11, fact_steps.status),
    (R.R_2_5, frame_steps.pieces),
    (R.R_3_6, frame_steps.numbers),
    (R.R_4_4, frame_steps.unfinished),
    (R.R_4_5, frame_steps.unknown_flags),
    (R.R_4_6, frame_steps.unknown_message),
    (R.R_4_7, frame_steps.other_version),
    (R.R_4_8, frame_steps.wrong_crc),
    (R.R_4_9, frame_steps.too_long),
    (R.R_4_10, frame_steps.wrong_magic),
    (R.R_4_11, frame_steps.damaged_with_more),
    (R.R_4_12, frame_steps.broken_off),
    (R.R_4_14, frame_steps.order_of_checks),
    (R.R_5_14, device_under_test.lengths),
    (R.R_5_15, card_steps.expected),
    (R.R_5_17, card_steps.cards_of_lists),
    (R.R_5_18, card_steps.load_limits),
    (R.R_5_16, card_steps.load),
    (R.R_5_19, card_steps.count),
    (R.R_5_20, card_steps.rest),
    (R.R_4_15, card_steps.unchanged),
    (R.R_5_21, card_steps.shuffle_lists),
    (R.R_5_22, card_steps.shuffle_cards),
    (R.R_5_23, card_steps.shuffled),
    (R.R_5_24, card_steps.shuffle_limits),
    (R.R_5_25, card_steps.round_cards),
    (R.R_5_26, card_steps.rounds_returned),
    (R.R_5_27, card_steps.rounds_mixed),
    (R.R_5_28, card_steps.round_limits),
    (R.R_5_29, card_steps.stacks),
    (R.R_5_30, card_steps.deal_cards),
    (R.R_5_31, card_steps.dealt_mixed),
    (R.R_5_32, card_steps.deal_limits),
    (R.R_5_33, device_under_test.outcomes),
    (R.R_5_34, device_under_test.outcomes_differ),
    (R.R_5_35, device_under_test.draw_limits),
    (R.R_5_36, device_under_test.raw_bytes),
    (R.R_5_37, device_under_test.raw_bytes_differ),
    (R.R_5_38, device_under_test.raw_limits),
    (R.R_2_3, fact_steps.ended),
    (R.R_4_16, frame_steps.abandoned),
    (R.R_5_12, fact_steps.events),
    (R.R_5_13, fact_steps.events_again),
    (R.R_5_6, fact_steps.declared),
    (R.R_4_1, frame_steps.silence),
)
"""Steps that ask the device for something."""
WATCHED = (
    R.R_3_1,
    R.R_3_2,
    R.R_3_3,
    R.R_3_4,
    R.R_3_5,
    R.R_3_6,
    R.R_3_7,
    R.R_3_8,
    R.R_3_9,
    R.R_4_1,
    R.R_4_2,
    R.R_4_3,
    R.R_4_13,
    R.R_5_6,
)
"""Rules that every frame of the other steps is held against."""
STEPS: tuple[tuple[R, Test], ...] = (*ACTIVE, *((rule, watched(rule)) for rule in WATCHED))


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
