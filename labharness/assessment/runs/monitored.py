"""What the monitors of a run decide: a failure where one crossed, never a pass."""

from __future__ import annotations

from collections.abc import Sequence

from labharness.analysis.sampling.monitors.monitor import Watched
from labharness.evidence.history.log import Log
from labharness.evidence.records.course import MonitorCrossedBody
from labharness.model.reasons.decision import Held
from labharness.model.results import MONITORING, Decision, Outcome, Verdict, monitor_decision
from labharness.reason import Reason, ReasonKind

_OUTCOMES = {
    ReasonKind.FAILURE: Outcome.FAIL,
    ReasonKind.DOUBT: Outcome.INCONCLUSIVE,
    ReasonKind.NOTE: Outcome.PASS,
}


def with_monitors(verdict: Verdict, watched: Sequence[Watched], log: Log) -> Verdict:
    """Return the verdict with what the monitors make of the sample on disk.

    Parameters
    ----------
    log
        Holds the crossing that the runner recorded: it must be that of the sample.
    """
    recorded = {entry.body.stage: entry.body.units for entry in log.of(MonitorCrossedBody)}
    made = tuple(_decision(one, _reason(one, recorded)) for one in watched)
    against = [one for one in made if one.outcome is not Outcome.PASS]
    outcome = verdict.outcome
    if any(one.outcome is Outcome.FAIL for one in against):
        outcome = Outcome.FAIL
    elif against and outcome is Outcome.PASS:
        outcome = Outcome.INCONCLUSIVE
    # Of a crossing at another unit than recorded, the one that the sample shows decides, and the difference is stated.
    other = (
        Held.MONITOR_DISAGREES(stage=one.stage)
        for one in watched
        if one.crossed_at and recorded.get(one.stage, one.crossed_at) != one.crossed_at
    )
    reasons = (*(one.reason for one in against), *other, *verdict.reasons)
    return Verdict(outcome, reasons, (*made, *verdict.decisions))


def _reason(one: Watched, recorded: dict[str, int]) -> Reason:
    if one.crossed_at:
        return Held.MONITOR_CROSSED(
            stage=one.stage, units=one.crossed_at, exponent=one.log10_value, level=one.level
        )
    if one.stage in recorded:
        return Held.MONITOR_DISAGREES(stage=one.stage)
    return Held.MONITOR_QUIET(
        stage=one.stage,
        units=one.units,
        exponent=one.log10_highest,
        highest_at=one.highest_at,
        level=one.level,
    )


def _decision(one: Watched, reason: Reason) -> Decision:
    p = min(1.0, 10**-one.log10_highest) if one.log10_highest < 300 else 1e-300
    return Decision(monitor_decision(one.stage), MONITORING, _OUTCOMES[reason.kind], p, one.level, reason)
