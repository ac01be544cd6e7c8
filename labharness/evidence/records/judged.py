"""Bodies of the records that say what a run came to: repeated data, results of checks, and the verdict with its rule."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from labharness.evidence.records.body import Body, Count, RecordPart, RecordType, Sha256
from labharness.model.observations import Kind
from labharness.model.results import CheckResult, Verdict


class Content(StrEnum):
    """What of a unit is compared with the units of other runs."""

    DATA = "data"
    """Raw bytes, outcomes, or the cards in the order in which they left the device."""
    MOVES = "moves"
    """Where a shuffle put each card, whatever order went in."""


class FirstUnits(RecordPart):
    """The first units of a stage in one session, or after one break: so many that two fair devices do not agree by chance.

    Parameters
    ----------
    first
        Index within the stage of the first of them.
    units
        How many are hashed.
    sha256
        Of the content's name, a line feed and the units: bytes as they are, outcomes as two bytes each (little-endian), cards
        and moves as the SHA-256 of each unit's numbers, written in the same way.
    """

    stage: str
    kind: Kind
    content: Content
    first: Count
    units: Count
    sha256: Sha256


class SameData(RecordPart):
    """Units that a run has in common with another one, from a beginning of each.

    Parameters
    ----------
    mine
        Those of this run: all consecutive units that both have.
    run, start
        The other run, and the SHA-256 of its start record.
    stage, first
        Where its units begin.
    """

    mine: FirstUnits
    run: str
    start: Sha256
    stage: str
    first: Count


class FirstUnitsBody(Body):
    """The beginnings of a run's data, and what came of comparing them with the runs on record as it was judged.

    Parameters
    ----------
    runs, starts
        How many runs of the workspace it was compared with, and the SHA-256 of the sorted hashes of their start records, a line
        each.
    unread
        Runs that could not be read.
    """

    TYPE: ClassVar = RecordType.FIRST_UNITS
    hashed: tuple[FirstUnits, ...]
    runs: Count
    starts: Sha256
    unread: tuple[str, ...]
    same: tuple[SameData, ...]


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
