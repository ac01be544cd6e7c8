"""Conduct a run: start or resume it, walk the plan session by session, end it, whatever happens."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace

from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.monitors import Monitoring
from labharness.devices.stream import nothing
from labharness.devices.tap import Limits
from labharness.errors import (
    DeviceError,
    DeviceLost,
    DeviceNotFound,
    LabharnessError,
    RunInterrupted,
    StopRequested,
    StorageError,
    WrongDevice,
)
from labharness.evidence.folder import RunFolder, utc_now
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import Reasons
from labharness.evidence.records.calls import SafeStateBody
from labharness.evidence.records.course import (
    BrokenOffBody,
    ConductedBody,
    SessionClosedBody,
    SessionOpenedBody,
    StageStartedBody,
    StartBody,
)
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire, Stage
from labharness.plans.procedures import Inspect, Procedure
from labharness.reason import OnStep, unheard
from labharness.runner.acquire import StoppedByRule, acquire, recorded, stop_if_crossed
from labharness.runner.channel import HICCUPS, Channel, open_channel
from labharness.runner.control import ActiveRun, Control, SessionClosed
from labharness.runner.cutting import Conducted, conclude
from labharness.runner.procedures import bring_back, finish_stage, run_stage
from labharness.runner.recovery import came_back, clear, take_up

FAILURES = (DeviceLost, DeviceNotFound, *HICCUPS)
"""What breaks a run off, and not the run: another attempt may succeed with the same device."""
OF_PEOPLE = (Conduct.NOBODY_ANSWERED, Wire.NO_NEW_FILE)
"""Nobody was there, which says nothing of the device."""
SAFE_STATE_SECONDS = 5.0


@dataclass
class Conductor:
    """One process's share of a run.

    Parameters
    ----------
    listening
        Entered with the control while the device is at work, so that a signal handler can ask for a stop.
    on_step
        Told what is going on while nothing is recorded.
    beside
        Gives the runs on record, whose data are compared with those of this one when it is judged.
    """

    writer: RunWriter
    frozen: FrozenPlan
    catalog: Catalog
    listening: Callable[[Control], AbstractContextManager[None]] = lambda _: nullcontext()
    on_step: OnStep = unheard
    beside: Callable[[], Iterable[RunFolder]] = tuple
    _channels: list[Channel] = field(default_factory=list)

    def conduct(self, start: StartBody, history: RunHistory) -> Conducted:
        """Do what the plan still asks for and judge it; afterwards the run has ended, or goes on another time."""
        control = Control(self.writer, history.progress.prompts)
        try:
            with self.listening(control):
                while (over := self._carry_out(start, control, history)) is None:
                    self.writer.close()
                    self.writer, history = take_up(RunFolder(self.writer.path))
                    control.go_on(self.writer)
        except StorageError:
            self._abandon()
            raise
        if over.ending is None:
            return over
        conducted = ConductedBody(ending=over.ending, reasons=over.reasons)
        concluded = conclude(self.writer, self.frozen, self.catalog, conducted, self.on_step, self.beside)
        if over.error is not None and not isinstance(over.error, LabharnessError):
            raise over.error
        return replace(concluded, error=over.error)

    def _carry_out(  # noqa: C901  every way out of a run, in one place
        self, start: StartBody, control: Control, history: RunHistory
    ) -> Conducted | None:
        """Walk the plan, and bring the device to rest; None where it failed and is there again, so that the run goes on."""
        progress = history.progress
        reasons: Reasons
        ending, reasons = Ending.COMPLETE, (Conduct.CARRIED_OUT(),)
        error: Exception | None = None
        closed = False
        try:
            bench = self._bench(start, control, history)
            stop_if_crossed(bench)
            _clear_away(bench)
            clear(bench)
            bring_back(bench)
            closed = _walk(bench)
        except RunInterrupted as signal:
            return self._leave(signal.reasons)
        except StopRequested as stop:
            ending, reasons = Ending.STOPPED_BY_OPERATOR, stop.reasons
        except StoppedByRule as stop:
            ending, reasons = Ending.STOPPED_BY_RULE, (stop.reason,)
        except FAILURES as failure:
            if failure.reasons[0].is_a(*OF_PEOPLE):
                return self._leave(failure.reasons, failure)
            return self._broken_off(failure, start, control, history)
        except StorageError:
            raise
        except LabharnessError as failed:
            if isinstance(failed, WrongDevice) and progress.identity is not None:
                units = dict[str, int]()
                self.writer.append(
                    SessionClosedBody(session=progress.session, units=units, reasons=failed.reasons)
                )
                return self._leave(failed.reasons, failed)
            ending, reasons, error = Ending.ERROR, failed.reasons, failed
        except Exception as unexpected:  # noqa: BLE001  it goes up once the device is at rest and the run is judged
            ending, error = Ending.ERROR, unexpected
            reasons = (Conduct.HARNESS_FAILED(error=type(unexpected).__name__),)
        if closed:
            return self._leave((Conduct.SESSION_CLOSED(),))
        return self._over(ending, reasons, error)

    def _bench(self, start: StartBody, control: Control, history: RunHistory) -> ActiveRun:
        for name, (url, adapter) in start.channels.items():
            channel = open_channel(name, self.writer, self.catalog, url, adapter.name)
            for hook, answer in (("ask", control.ask), ("idle", control.check)):
                if hasattr(channel.transport, hook):
                    setattr(channel.transport, hook, answer)
            channel.watch(control.look)
            channel.repeats_left = max(0, self.frozen.plan.repeats_allowed - history.trust.repeats)
            channel.open()
            self._channels.append(channel)
        reader = next((channel for channel in self._channels if channel.name == "reader"), None)
        draw = int(RunFolder(self.writer.path).start().hash, 16)
        monitoring = Monitoring.of(self.frozen, RunFolder(self.writer.path).records())
        return ActiveRun(
            self.writer, self.frozen, self._channels[0], reader, control, history, draw, monitoring
        )

    def _broken_off(
        self, failure: DeviceError, start: StartBody, control: Control, history: RunHistory
    ) -> Conducted | None:
        """Put a failure of the device on record, and wait for the device where the plan allows one more interruption."""
        self.writer.append(BrokenOffBody(reasons=failure.reasons))
        self._rest()
        plan = self.frozen.plan
        needed = (url for url, _ in start.channels.values())
        try:
            if history.trust.gaps < plan.interruptions_allowed and came_back(
                needed, plan.reconnect_s, control.look
            ):
                return None
        except RunInterrupted as signal:
            return self._leave(signal.reasons)
        except StopRequested as stop:
            return self._over(Ending.STOPPED_BY_OPERATOR, stop.reasons, None)
        return self._leave(failure.reasons, failure)

    def _leave(self, reasons: Reasons, error: LabharnessError | None = None) -> Conducted:
        """Bring the device to rest and let go of the run, so that it can go on another time."""
        self._rest()
        self.writer.close()
        return Conducted(None, reasons, error=error)

    def _abandon(self) -> None:
        """Let go without another record, because the disk takes none."""
        for channel in self._channels:
            with suppress(StorageError):
                channel.abandon()
        with suppress(StorageError):
            self.writer.close()

    def _over(self, ending: Ending, reasons: Reasons, error: Exception | None) -> Conducted:
        """Put on record that nothing more is asked of the device, first of all: judging then needs the disk alone."""
        self.writer.append(ConductedBody(ending=ending, reasons=reasons))
        self._rest()
        self.writer.barrier()
        return Conducted(ending, reasons, error=error)

    def _rest(self) -> None:
        """Bring the device to rest within a time limit, record how that went, and let go of everything."""
        for channel in self._channels:
            # The stop that brought us here has been heard; the device must come to rest.
            channel.watch(nothing)
            if channel.name == "device":
                self.writer.append(_safe_state(channel))
            channel.close(Conduct.LET_GO())
        self._channels.clear()


def _safe_state(channel: Channel) -> SafeStateBody:
    if channel.info.source.independent:
        return SafeStateBody(attempted=False, reached=False, reasons=(Conduct.NO_PORT(),))
    text: list[Reasons] = []

    def attempt() -> None:
        try:
            channel.ask("safe_state", Limits(SAFE_STATE_SECONDS, SAFE_STATE_SECONDS))
        except LabharnessError as error:
            text.append(error.reasons)
        else:
            text.append(())

    worker = threading.Thread(target=attempt, name="safe-state", daemon=True)
    worker.start()
    worker.join(SAFE_STATE_SECONDS + 1)
    if not text:
        channel.abandon(Conduct.REST_UNANSWERED())
        return SafeStateBody(attempted=True, reached=False, reasons=(Conduct.REST_UNANSWERED(),))
    if text[0]:
        return SafeStateBody(attempted=True, reached=False, reasons=(Conduct.NOT_AT_REST(), *text[0]))
    return SafeStateBody(attempted=True, reached=True, reasons=(Conduct.AT_REST(),))


def _clear_away(bench: ActiveRun) -> None:
    """After a break in the middle of the device's work, have cards that no record knows taken out of the way."""
    read = any(stage.independent_reads for stage in bench.frozen.plan.acquisitions)
    if bench.progress.orphaned and bench.reader is not None and read:
        bench.control.ask("confirm", Ask.OUTPUT_CLEARED(), {}, bench.frozen.plan.stages[0].patience_s)


def _walk(bench: ActiveRun) -> bool:
    """Walk the plan; returns whether the operator closed the session before its end."""
    plan, progress = bench.frozen.plan, bench.progress
    opening, closing = _around(plan.stages)
    session = max(progress.session, 1)
    while True:
        if progress.session < session:
            bench.append(SessionOpenedBody(session=session, utc=utc_now()))
        closed, before = False, dict(progress.units)
        try:
            for stage in opening:
                run_stage(bench, stage)
            for each in plan.acquisitions:
                _acquire(bench, each, _target(each.units, session, plan.sessions))
        except SessionClosed:
            closed = True
        for stage in closing:
            try:
                if not (closed and isinstance(stage, Procedure | Inspect)):
                    run_stage(bench, stage)
            except SessionClosed:
                closed = True
        units = {name: count - before.get(name, 0) for name, count in progress.units.items()}
        why = Conduct.SESSION_CLOSED() if closed else Conduct.SESSION_COMPLETE()
        bench.append(SessionClosedBody(session=session, units=units, reasons=(why,)))
        if closed or all(progress.units.get(each.name, 0) >= each.units for each in plan.acquisitions):
            return closed
        session += 1


def _acquire(bench: ActiveRun, stage: Acquire, target: int) -> None:
    done = bench.progress.units.get(stage.name, 0)
    if done >= target:
        return
    session = bench.progress.session
    bench.append(
        StageStartedBody(stage=stage.name, kind=stage.kind, session=session, units=stage.units, done=done)
    )
    acquire(bench, stage, target)
    stop_if_crossed(bench)
    finish_stage(bench, stage.name, recorded(bench, stage, target))


def _around(stages: tuple[Stage, ...]) -> tuple[list[Stage], list[Stage]]:
    """Return the stages before the first acquisition and those after the last one."""
    places = [place for place, stage in enumerate(stages) if isinstance(stage, Acquire)]
    if not places:
        return list(stages), []
    return list(stages[: places[0]]), list(stages[places[-1] + 1 :])


def _target(units: int, session: int, sessions: int) -> int:
    return units if session >= sessions else math.ceil(units * session / sessions)
