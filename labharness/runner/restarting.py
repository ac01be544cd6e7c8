"""Restarts of a noise source within a stage: a person switches it off and on, and it must be the same unit."""

from __future__ import annotations

from labharness.errors import WrongDevice
from labharness.model.reasons.ask import Ask
from labharness.model.reasons.conduct import Conduct
from labharness.plans.stages import Acquire
from labharness.runner.active_run import ActiveRun
from labharness.runner.reconnecting import REPLAYED, came_back

NUMBERS = ("vid", "pid", "serial")
"""What a bus says of a unit whatever its place on it."""


def restart(bench: ActiveRun, stage: Acquire, first: int) -> None:
    """Let go of the device, have it switched off and on, and connect again before byte ``first`` of a stage.

    A recording is not restarted: its bytes follow each other as they did.

    Raises
    ------
    WrongDevice
        If the bus names another unit than before.
    DeviceError
        If the device does not come back within the plan's time.
    """
    channel = bench.device
    if channel.transport.url.startswith(REPLAYED):
        return
    before = channel.bus
    channel.close(Conduct.RESTARTED())
    restarts = -(-stage.units // stage.batch)
    asks = Ask.RESTART_SOURCE(number=first // stage.batch + 1, restarts=restarts)
    bench.control.ask("confirm", asks, {}, stage.patience_s)
    came_back((channel.transport.url,), bench.frozen.plan.reconnect_s, bench.control.look)
    channel.open()
    bench.health.begin_anew()
    bus = channel.bus
    if any(bus.get(name) != before.get(name) for name in NUMBERS):
        models = [f"{info.get('vid', '')}:{info.get('pid', '')}" for info in (before, bus)]
        serials = [info.get("serial", "") for info in (before, bus)]
        raise WrongDevice(
            Conduct.OTHER_UNIT(
                model=models[0], serial=serials[0], other_model=models[1], other_serial=serials[1]
            )
        )
