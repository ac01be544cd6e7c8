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
    identity: DeviceIdentity = bench.device.ask("identify", bench.wait(stage))
    if before is not None and (identity.model, identity.serial) != (before.model, before.serial):
        raise WrongDevice(
            Conduct.OTHER_UNIT(
                model=before.model,
                serial=before.serial,
                other_model=identity.model,
                other_serial=identity.serial,
            )
        )
    expected = bench.frozen.plan.device_class.value
    if identity.device_class != expected:
        raise WrongDevice(Conduct.OTHER_CLASS(planned=expected, reported=identity.device_class))
    bench.progress.identity = identity
    return done(
        Shown.IDENTITY(manufacturer=identity.manufacturer, model=identity.model, serial=identity.serial)
    )


def _authenticate(bench: ActiveRun, stage: Authenticate) -> Report:
    before = bench.progress.software
    components: tuple[SoftwareComponent, ...] = bench.device.ask("software", bench.wait(stage))
    bench.progress.software = before or components
    if before is not None and components != before:
        return failed(Shown.SOFTWARE_CHANGED())
    declared = {(each.name, each.algorithm, each.digest) for each in stage.declared}
    if not declared:
        return done(Shown.SOFTWARE_RECORDED(components=len(components)))
    reported = {(each.name, each.algorithm, each.digest) for each in components}
    wrong = sorted(name for name, _, _ in declared ^ reported)
    if wrong:
        return failed(Shown.SOFTWARE_DIFFERS(components=tuple(dict.fromkeys(wrong))))
    return done(Shown.SOFTWARE_AS_DECLARED(components=len(components)))


def _load(bench: ActiveRun, stage: Load) -> Report:
    assert bench.frozen.cards is not None
    if bench.progress.finished.get(stage.name) == "done":
        report: CountReport = bench.device.ask("count", bench.wait(stage))
        if report.inside:
            return judge_count(report, bench.frozen.cards.size)
        bench.deviation(Conduct.PUT_IN_AGAIN())
        bench.progress.last_output.clear()
    report = put_in(bench, stage)
    return judge_count(report, bench.frozen.cards.size)


def _count(bench: ActiveRun, stage: Count) -> Report:
    assert bench.frozen.cards is not None
    if stage.by == "hand" and bench.device.info.source.independent:
        return count_by_hand(bench, stage)
    report: CountReport = bench.device.ask("count", bench.wait(stage))
    counted = judge_count(report, bench.frozen.cards.size)
    return counted if stage.by == "device" else counted.joined(count_by_hand(bench, stage))
