"""Going on after a jam that a person cleared, as often as the plan allows."""

from __future__ import annotations

from labharness.errors import DeviceJammed
from labharness.evidence.records.people import Command, CommandBody
from labharness.model.device import CountReport, DeviceStatus
from labharness.model.reasons.ask import Ask
from labharness.model.reasons.conduct import Conduct
from labharness.plans.stages import Acquire
from labharness.reason import Reason
from labharness.runner.active_run import ActiveRun

MOST_CLEARINGS = 3


def jammed(bench: ActiveRun, stage: Acquire, jam: DeviceJammed) -> None:
    """Put a jam on record and have it cleared; what the device was at is no unit of the sample.

    Raises
    ------
    DeviceJammed
        If there were more jams than the plan allows, or this one could not be cleared.
    """
    result = bench.progress.jams.get(stage.name, 0) + 1
    bench.append(CommandBody(command=Command.JAM, who="device", stage=stage.name))
    if result > stage.jams_allowed:
        raise jam
    unit = bench.progress.units.get(stage.name, 0) + 1
    bench.deviation(
        Conduct.JAM(number=result, allowed=stage.jams_allowed, stage=stage.name, unit=unit),
        *jam.reasons,
    )
    clear(bench)


def clear(bench: ActiveRun) -> None:
    """Have the jam under way cleared, until the device raises no alarm and counts the whole set.

    Nothing is asked where there is none; after a break a person is asked again.
    """
    stage = next(
        (each for each in bench.frozen.plan.acquisitions if each.name == bench.progress.jammed), None
    )
    if stage is None:
        return
    still = tuple[Reason, ...]()
    for _ in range(MOST_CLEARINGS):
        bench.control.ask("clear_jam", Ask.CLEAR_JAM(stage=stage.name), {"reasons": still}, stage.patience_s)
        still = _still(bench, stage)
        if not still:
            bench.progress.jammed = ""
            return
    raise DeviceJammed(Conduct.JAM_NOT_CLEARED(stage=stage.name, still=still))


def _still(bench: ActiveRun, stage: Acquire) -> tuple[Reason, ...]:
    """Return what the device still reports."""
    status: DeviceStatus = bench.device.ask("status", bench.wait(stage))
    if status.alarms:
        return (Ask.STILL_ALARMS(alarms=status.alarms),)
    if bench.frozen.cards is None:
        return ()
    count: CountReport = bench.device.ask("count", bench.wait(stage))
    whole = count.correct and count.inside == bench.frozen.cards.size
    return () if whole else (Ask.STILL_COUNTS(inside=count.inside, size=bench.frozen.cards.size),)
