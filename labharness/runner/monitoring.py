"""End a run early where what is bet against its device reached the threshold."""

from __future__ import annotations

from labharness.evidence.records.body import RecordType
from labharness.evidence.records.course import MonitorCrossedBody
from labharness.model.reasons.conduct import Conduct
from labharness.reason import Reason
from labharness.runner.active_run import ActiveRun


class StoppedByRule(Exception):
    """The plan ends the run where a stage does not conform."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def stop_if_crossed(bench: ActiveRun) -> None:
    """Put a crossing on record, once, and end the run.

    Raises
    ------
    StoppedByRule
        If a monitor reached its threshold, in this process or before it.
    """
    crossed = bench.monitoring.crossed
    if crossed is None:
        return
    if not bench.history.log.counted[RecordType.MONITOR_CROSSED]:
        bench.append(
            MonitorCrossedBody(
                stage=crossed.stage,
                units=crossed.crossed_at,
                log10_value=crossed.log10_value,
                level=crossed.level,
            )
        )
    raise StoppedByRule(
        Conduct.STOPPED_BY_MONITOR(stage=crossed.stage, units=crossed.crossed_at, level=crossed.level)
    )
