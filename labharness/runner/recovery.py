"""Reopen a run that has no end record.

Going on after a jam that a person cleared, as often as the plan allows.

Waiting for a device that failed or was unplugged.

Restarts of a noise source within a stage: a person switches it off and on, and it must be the same unit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime

from labharness.devices.opening import open_transport
from labharness.devices.stream import LOOK_S
from labharness.errors import DeviceError, DeviceJammed, LockedError, WrongDevice
from labharness.evidence.durable import own_account
from labharness.evidence.folder import RunFolder, read_ledger, utc_now
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.records.course import DeviationBody, RecoveredBody, ResumedBody, SessionOpenedBody
from labharness.evidence.records.people import Command, CommandBody
from labharness.evidence.writer import TOLERANCE_S, RunWriter
from labharness.model.device import CountReport, DeviceStatus
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.reasons.evidence import Evidence
from labharness.plans.plan import Acquire
from labharness.reason import Reason
from labharness.runner.control import ActiveRun

TIDYING = (
    RecordType.RECOVERED,
    RecordType.SAFE_STATE,
    RecordType.DISCONNECTED,
    RecordType.EXCHANGE,
    RecordType.DEVIATION,
)
"""Records that may follow the closing of a session without making it an interruption."""


def take_up(folder: RunFolder) -> tuple[RunWriter, RunHistory]:
    """Reopen a run that has no end record and record the gap.

    Returns
    -------
    tuple
        Its writer and how far it came; a session that was closed is followed by the next one.
    """
    writer = RunWriter.reopen(folder)
    covered: dict[str, int] = {}
    history, planned, last = RunHistory(), False, None
    for record in read_ledger(folder.path / LEDGER):
        history.take(record)
        if isinstance(record.body, ExchangeBody):
            covered[record.body.channel] = record.body.frames[1] + 1
        elif isinstance(record.body, RecoveredBody):  # names every channel, also one without an exchange yet
            for segment in record.body.segments:
                covered.setdefault(segment.channel, 0)
        if record.type not in TIDYING:
            planned = record.type is RecordType.SESSION_CLOSED
        if record.type is not RecordType.RECOVERED:
            last = record
    assert last is not None
    orphans = {name: max(0, writer.position(name) - count) for name, count in covered.items()}
    gap_s = round((datetime.now(UTC) - datetime.fromisoformat(last.utc)).total_seconds(), 3)
    body = ResumedBody(
        after_seq=last.seq, gap_s=gap_s, orphan_frames=orphans, planned=planned, account=own_account()
    )
    history.take(writer.append(body))
    if gap_s < -TOLERANCE_S:
        reason = Evidence.CLOCK_SET_BACK(seconds=-gap_s)
        history.take(writer.append(DeviationBody(reasons=(reason,))))
    if planned:
        session = history.progress.session + 1
        history.take(writer.append(SessionOpenedBody(session=session, utc=utc_now())))
    writer.barrier()
    return writer, history


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
        Conduct.JAM(number=result, allowed=stage.jams_allowed, stage=stage.name, unit=unit), *jam.reasons
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


REPLAYED = "capture://"


def came_back(urls: Iterable[str], seconds: float, look: Callable[[], None]) -> bool:
    """Wait until everything that a run needs can be opened, and say whether it can.

    A recording never comes back: it has no more to say than it said.

    Parameters
    ----------
    seconds
        Longest wait.
    look
        Called while waiting; what it raises ends the wait.
    """
    needed = tuple(urls)
    deadline = time.monotonic() + seconds
    while not any(url.startswith(REPLAYED) for url in needed):
        if all(map(_opens, needed)):
            return True
        if time.monotonic() >= deadline:
            break
        look()
        time.sleep(LOOK_S)
    return False


def _opens(url: str) -> bool:
    transport = open_transport(url)
    try:
        with closing(transport):
            transport.open()
    except (DeviceError, LockedError):
        return False
    return True


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
