"""Bodies of the records that say what a run came to: results of checks and the verdict with its rule."""

from __future__ import annotations

from typing import ClassVar

from labharness.evidence.records.body import Body, RecordPart, RecordType
from labharness.model.results import CheckResult, Verdict


class CheckDescribed(RecordPart):
    """A check as a reader needs it without its code."""

    name: str
    title: str
    version: int
    unit: str
    hypothesis: str
    reference: str


class ResultBody(Body):
    """Result of one planned check."""

    TYPE: ClassVar = RecordType.RESULT
    check: str
    about: CheckDescribed | None
    result: CheckResult


class FamilyApplied(RecordPart):
    """Checks that answer one citation, or the laboratory's own, and the levels that they are held to."""

    name: str
    checks: tuple[str, ...]
    level: float
    fail_below: float
    retest_below: float | None


class FalseAlarmsExpected(RecordPart):
    """Rates at which a conforming device does not pass."""

    fail: float
    not_passed: float
    fail_at_most: float
    not_passed_at_most: float


class RuleApplied(RecordPart):
    """The decision rule with its levels, so that a reader needs no constant of the program.

    Parameters
    ----------
    monitoring
        Level of what was watched while the run recorded, beside ``family_alpha``; 0 where nothing was.
    """

    family_alpha: float
    informational_level: float
    outright: float
    families: tuple[FamilyApplied, ...]
    false_alarms: FalseAlarmsExpected
    monitoring: float = 0.0


class VerdictBody(Body):
    """The verdict and the rule that it was reached by."""

    TYPE: ClassVar = RecordType.VERDICT
    verdict: Verdict
    rule: RuleApplied | None = None
