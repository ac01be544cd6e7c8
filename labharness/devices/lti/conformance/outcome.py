"""What a step of the conformance check ends with, for each rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from labharness.model.reasons.conformance import FramePart, Seen
from labharness.model.reasons.lti_rule import LtiRule
from labharness.reason import Reason


class Conformity(StrEnum):
    """How a rule stands."""

    PASS = "pass"  # noqa: S105  a result
    FAIL = "fail"
    NOT_TRIED = "not tried"
    NOT_APPLICABLE = "not applicable"


class BrokenError(Exception):
    """The device breaks the rule under test."""

    def __init__(self, seen: Reason) -> None:
        super().__init__(seen)
        self.seen = seen


class UntestedError(Exception):
    """The rule cannot be tested on this device, or does not concern it."""

    def __init__(self, seen: Reason, result: Conformity) -> None:
        super().__init__(seen)
        self.seen, self.result = seen, result


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """How one rule stands.

    Parameters
    ----------
    seen
        What was seen on the wire, or why the rule was not tested.
    """

    rule: LtiRule
    result: Conformity
    seen: Reason


def require(condition: bool, seen: Reason) -> None:
    """Raise :class:`BrokenError` unless a condition holds."""
    if not condition:
        raise BrokenError(seen)


def require_value(condition: bool, what: FramePart, expected: object, received: object) -> None:
    """Raise :class:`BrokenError` that names what was expected and received, unless a condition holds."""
    require(condition, Seen.DIFFERS(what=what, expected=str(expected), received=str(received)))


def require_equal(what: FramePart, expected: object, received: object) -> None:
    """Raise :class:`BrokenError` unless what was received is what was expected."""
    require_value(expected == received, what, expected, received)
