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
    result = tuple(_decision(each, _reason(each, recorded)) for each in watched)
    against = [each for each in result if each.outcome is not Outcome.PASS]
    outcome = verdict.outcome
    if any(each.outcome is Outcome.FAIL for each in against):
        outcome = Outcome.FAIL
    elif against and outcome is Outcome.PASS:
        outcome = Outcome.INCONCLUSIVE
    # Of a crossing at another unit than recorded, the one that the sample shows decides, and the difference is stated.
    other = (
        Held.MONITOR_DISAGREES(stage=each.stage)
        for each in watched
        if each.crossed_at and recorded.get(each.stage, each.crossed_at) != each.crossed_at
    )
    reasons = (*(each.reason for each in against), *other, *verdict.reasons)
    return Verdict(outcome, reasons, (*result, *verdict.decisions))


def _reason(watched: Watched, recorded: dict[str, int]) -> Reason:
    if watched.crossed_at:
        return Held.MONITOR_CROSSED(
            stage=watched.stage, units=watched.crossed_at, exponent=watched.log10_value, level=watched.level
        )
    if watched.stage in recorded:
        return Held.MONITOR_DISAGREES(stage=watched.stage)
    return Held.MONITOR_QUIET(
        stage=watched.stage,
        units=watched.units,
        exponent=watched.log10_highest,
        highest_at=watched.highest_at,
        level=watched.level,
    )


def _decision(watched: Watched, reason: Reason) -> Decision:
    p = min(1.0, 10**-watched.log10_highest) if watched.log10_highest < 300 else 1e-300
    return Decision(
        monitor_decision(watched.stage), MONITORING, _OUTCOMES[reason.kind], p, watched.level, reason
    )
