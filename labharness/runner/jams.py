"""Going on after a jam that a person cleared, as often as the plan allows."""

from __future__ import annotations

from labharness.errors import DeviceJammed
from labharness.evidence.records.people import Command, CommandBody
from labharness.model.device import CountReport, DeviceStatus
from labharness.plans.stages import Acquire
from labharness.runner.bench import Bench

MOST_CLEARINGS = 3


def jammed(bench: Bench, stage: Acquire, jam: DeviceJammed) -> None:
    """Put a jam on record and have it cleared; what the device was at is no unit of the sample.

    Raises
    ------
    DeviceJammed
        If there were more jams than the plan allows, or this one could not be cleared.
    """
    made = bench.progress.jams.get(stage.name, 0) + 1
    bench.append(CommandBody(command=Command.JAM, who="device", stage=stage.name))
    if made > stage.jams_allowed:
        raise jam
    unit = bench.progress.units.get(stage.name, 0) + 1
    bench.deviation(
        f"Jam {made} of {stage.jams_allowed} that the plan allows in {stage.name}, before unit {unit}.",
        *jam.reasons,
    )
    clear(bench)


def clear(bench: Bench) -> None:
    """Have the jam under way cleared, until the device raises no alarm and counts the whole set.

    Nothing is asked where there is none; after a break a person is asked again.
    """
    stage = next((one for one in bench.frozen.plan.acquisitions if one.name == bench.progress.jammed), None)
    if stage is None:
        return
    still = ""
    for _ in range(MOST_CLEARINGS):
        text = (
            f"{still}The device stopped in {stage.name}. Clear the jam as the manual says, put every card back, those "
            "from inside too, bring the device back to work, and confirm."
        )
        bench.control.ask("clear_jam", text, {}, stage.patience_s)
        still = _still(bench, stage)
        if not still:
            bench.progress.jammed = ""
            return
    raise DeviceJammed(
        f"The jam in {stage.name} was not cleared: {still.strip()} Look at the device before another run."
    )


def _still(bench: Bench, stage: Acquire) -> str:
    """Say what is not yet as it must be, or ""."""
    status: DeviceStatus = bench.device.ask("status", stage.timeout_s)
    if status.alarms:
        return f"The device still says: {'; '.join(status.alarms)}. "
    if bench.frozen.cards is None:
        return ""
    count: CountReport = bench.device.ask("count", stage.timeout_s)
    whole = count.correct and count.inside == bench.frozen.cards.size
    return "" if whole else f"The device counts {count.inside} of {bench.frozen.cards.size} cards. "
