"""Stages that prepare or close a session; each says how it went in a status and reasons.

``done``: as it should be.  ``failed``: the device is not as it should be; the run cannot pass.
``doubtful``: nothing wrong was shown, but the evidence cannot carry a pass.  ``not applicable``: the device has nothing
of what the stage is about, so that nothing is decided.
"""

from __future__ import annotations

from labharness.errors import WrongDevice
from labharness.evidence.records.course import StageFinishedBody, StageStartedBody
from labharness.model.device import CountReport, DeviceIdentity, SoftwareComponent
from labharness.model.reasons.ask import Ask
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.shown import Shown
from labharness.model.stage_status import StageStatus
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Acquire, Authenticate, Count, Identify, Load, Stage, ValidateCapture
from labharness.runner.acquire import put_in
from labharness.runner.active_run import ActiveRun
from labharness.runner.answers import MOST_TRIES
from labharness.runner.capture import validate_capture
from labharness.runner.card_reconciliation import count_by_hand, judge_count
from labharness.runner.monitoring import StoppedByRule
from labharness.runner.procedures import inspect, procedure
from labharness.runner.report import Report, done, failed


def run_stage(bench: ActiveRun, stage: Stage) -> None:
    """Run one stage other than an acquisition and record how it went.

    Raises
    ------
    StoppedByRule
        If it did not go well and the plan wants the run to stop there.
    """
    assert not isinstance(stage, Acquire)
    if isinstance(stage, Procedure | Inspect) and stage.name in bench.progress.finished:
        return  # once in a run, not in every session
    bench.control.check()
    by_people = isinstance(stage, Procedure | Inspect)
    bench.append(
        StageStartedBody(
            stage=stage.name,
            kind=stage.kind,
            session=bench.progress.session,
            units=_units(stage),
            done=len(bench.progress.findings.get(stage.name, ())) if by_people else 0,
        )
    )
    report = _report(bench, stage)
    finish_stage(bench, stage.name, report)
    if report.status in (StageStatus.FAILED, StageStatus.DOUBTFUL) and stage.otherwise == "stop":
        raise StoppedByRule(Conduct.STOPPED_AT_STAGE(stage=stage.name, result=report.reasons))


def _units(stage: Stage) -> int:
    """Return how many decks, trials or items a stage has, 0 where it is done in one go."""
    if isinstance(stage, ValidateCapture):
        return stage.decks
    if isinstance(stage, Procedure):
        return stage.trials
    return len(stage.items) if isinstance(stage, Inspect) else 0


def finish_stage(bench: ActiveRun, name: str, report: Report) -> None:
    """Record that a stage is over."""
    session = bench.progress.session
    bench.append(StageFinishedBody(stage=name, session=session, status=report.status, reasons=report.reasons))


def _report(
    bench: ActiveRun, stage: Identify | Authenticate | ValidateCapture | Load | Count | Procedure | Inspect
) -> Report:
    if isinstance(stage, Procedure):
        return procedure(bench, stage)
    if isinstance(stage, Inspect):
        return inspect(bench, stage)
    if isinstance(stage, Identify):
        return _identify(bench, stage)
    if isinstance(stage, Authenticate):
        return _authenticate(bench, stage)
    if isinstance(stage, ValidateCapture):
        return validate_capture(bench, stage)
    return _load(bench, stage) if isinstance(stage, Load) else _count(bench, stage)


def _identify(bench: ActiveRun, stage: Identify) -> Report:
    """Ask the device who it is; a person who reads the name plate of another one is asked again."""
    for _ in range(MOST_TRIES - 1 if bench.device.info.source.independent else 0):
        try:
            return _identified(bench, stage)
        except WrongDevice as error:
            data = {"reasons": error.reasons}
            bench.control.ask("confirm", Ask.NAME_PLATE_AGAIN(), data, stage.patience_s)
    return _identified(bench, stage)


def _identified(bench: ActiveRun, stage: Identify) -> Report:
    before = bench.progress.identity
    found: DeviceIdentity = bench.device.ask("identify", bench.wait(stage))
    if before is not None and (found.model, found.serial) != (before.model, before.serial):
        raise WrongDevice(
            Conduct.OTHER_UNIT(
                model=before.model, serial=before.serial, other_model=found.model, other_serial=found.serial
            )
        )
    expected = bench.frozen.plan.device_class.value
    if found.device_class != expected:
        raise WrongDevice(Conduct.OTHER_CLASS(planned=expected, reported=found.device_class))
    bench.progress.identity = found
    return done(Shown.IDENTITY(manufacturer=found.manufacturer, model=found.model, serial=found.serial))


def _authenticate(bench: ActiveRun, stage: Authenticate) -> Report:
    before = bench.progress.software
    found: tuple[SoftwareComponent, ...] = bench.device.ask("software", bench.wait(stage))
    bench.progress.software = before or found
    if before is not None and found != before:
        return failed(Shown.SOFTWARE_CHANGED())
    declared = {(one.name, one.algorithm, one.digest) for one in stage.declared}
    if not declared:
        return done(Shown.SOFTWARE_RECORDED(components=len(found)))
    reported = {(one.name, one.algorithm, one.digest) for one in found}
    wrong = sorted(name for name, _, _ in declared ^ reported)
    if wrong:
        return failed(Shown.SOFTWARE_DIFFERS(components=tuple(dict.fromkeys(wrong))))
    return done(Shown.SOFTWARE_AS_DECLARED(components=len(found)))


def _load(bench: ActiveRun, stage: Load) -> Report:
    assert bench.frozen.cards is not None
    if bench.progress.finished.get(stage.name) == "done":
        found: CountReport = bench.device.ask("count", bench.wait(stage))
        if found.inside:
            return judge_count(found, bench.frozen.cards.size)
        bench.deviation(Conduct.PUT_IN_AGAIN())
        bench.progress.last_output.clear()
    found = put_in(bench, stage)
    return judge_count(found, bench.frozen.cards.size)


def _count(bench: ActiveRun, stage: Count) -> Report:
    assert bench.frozen.cards is not None
    if stage.by == "hand" and bench.device.info.source.independent:
        return count_by_hand(bench, stage)
    found: CountReport = bench.device.ask("count", bench.wait(stage))
    counted = judge_count(found, bench.frozen.cards.size)
    return counted if stage.by == "device" else counted.joined(count_by_hand(bench, stage))
