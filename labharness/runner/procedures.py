"""Stages that people carry out: every trial and every item becomes a finding on record.

Stages that prepare or close a session; each says how it went in a status and reasons.

``done``: as it should be.  ``failed``: the device is not as it should be; the run cannot pass.
``doubtful``: nothing wrong was shown, but the evidence cannot carry a pass.  ``not applicable``: the device has nothing
of what the stage is about, so that nothing is decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from labharness.devices.tap import Limits
from labharness.errors import WrongDevice
from labharness.evidence.records.course import StageFinishedBody, StageStartedBody
from labharness.model.cards import format_order
from labharness.model.device import CountReport, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.reasons.run import Shown
from labharness.model.stages import Result, StageStatus
from labharness.plans.plan import Acquire, Authenticate, Count, Identify, Load, Stage, ValidateCapture
from labharness.plans.procedures import Action, Inspect, InspectionItem, Procedure, ReactionSign
from labharness.reason import Reason, quoted
from labharness.runner.acquire import (
    Report,
    StoppedByRule,
    count_by_hand,
    done,
    doubtful,
    failed,
    judge_count,
    put_in,
    validate_capture,
)
from labharness.runner.control import MOST_TRIES, ActiveRun, Given, OperatorAnswer, Question, ask

Seen = tuple[Reason, ...]
"""What the device or a person showed."""

MOST_RESTORES = 3
"""How often a person is asked to bring a device back that still raises an alarm."""


def procedure(bench: ActiveRun, stage: Procedure) -> Report:
    """Make the trials that are still missing and say what all of them showed.

    Notes
    -----
    A trial that seems to fail is looked at again: only what a person confirms is a failure, and what turns out
    to have been no proper trial is left out, on record, with the reason.  A trial is on record once the device
    is back to what it was; one that broke off before is made again.  Where the plan says that the trials may not
    apply, a person says so at the first one, and again when asked whether it is so; then none is made.
    """
    standing, why_not = tuple[str, ...](), ""
    for trial in range(len(bench.progress.findings.get(stage.name, ())), stage.trials):
        if Result.NOT_APPLICABLE in bench.progress.findings.get(stage.name, ()):
            break
        bench.control.check()
        bench.control.close_if_asked()
        if standing:  # an alarm that was there before says nothing
            alarm = (Shown.STANDING_ALARM(alarms=standing),)
            bench.finding(stage.name, str(trial + 1), Result.LEFT_OUT, alarm)
            continue
        where, data = Ask.TRIAL(trial=trial + 1, trials=stage.trials), _data(bench, stage, trial)
        result, reaction, answer = _trial(bench, stage, where, data)
        why_not = answer.comment
        if stage.restore is not None and answer.given is Given.YES:
            standing = _restored(bench, stage, where, data)
        bench.finding(stage.name, str(trial + 1), result, reaction, answer.comment, answer.attachment)
    return _over_all(stage, bench.progress.findings[stage.name], why_not)


def bring_back(bench: ActiveRun) -> None:
    """After a break in the middle of a trial, have the device brought back to what it was before."""
    trials = {trial.name: trial for trial in bench.frozen.plan.trials if isinstance(trial, Procedure)}
    stage = trials.get(bench.progress.trial)
    if stage is None or stage.action is Action.NOTHING:
        return
    number = len(bench.progress.findings.get(stage.name, ()))
    _restored(bench, stage, Ask.BROKEN_TRIAL(stage=stage.name), _data(bench, stage, number))


def inspect(bench: ActiveRun, stage: Inspect) -> Report:
    """Have every item looked at that was not yet, and say what was found."""
    for item in stage.items[len(bench.progress.findings.get(stage.name, ())) :]:
        bench.control.check()
        bench.control.close_if_asked()
        result, seen, answer = _inspected(bench, stage, item)
        bench.finding(stage.name, item.id, result, seen, answer.comment, answer.attachment)
    outcome = dict(zip(stage.items, bench.progress.findings[stage.name], strict=True))
    untrue = [item.id for item, result in outcome.items() if result is Result.NOT_AS_EXPECTED]
    missing = [item.id for item, result in outcome.items() if result is Result.LEFT_OUT and item.blocking]
    if untrue:
        shown = Shown.NOT_CONFORMING(items=tuple(untrue))
        return failed(shown) if stage.role == "required" else doubtful(shown)
    if missing:
        return doubtful(Shown.NOT_INSPECTED(items=tuple(missing)))
    return _conforming(list(outcome.values()))


def _data(bench: ActiveRun, stage: Procedure, trial: int) -> dict[str, Any]:
    """Return what a prompt says to machines; trials are counted from 0."""
    cards = bench.frozen.unopened
    return {
        "stage": stage.name,
        "action": stage.action.value,
        "trial": trial + 1,
        "trials": stage.trials,
        "unopened": format_order(cards) if cards is not None else "",
    }


def _trial(
    bench: ActiveRun, stage: Procedure, where: Reason, data: dict[str, Any]
) -> tuple[Result, Seen, OperatorAnswer]:
    """Act, look, confirm what should not be; an answer other than yes says that nothing was done."""
    first = data["trial"] == 1 and _may_not_apply(bench, stage)
    must_say = frozenset({Given.NO, Given.NOT_APPLICABLE}) if stage.blocking or first else frozenset[Given]()
    unless = (Ask.APPLIES_IF(condition=stage.applies_if),) if first and stage.applies_if else ()
    asks = (where, quoted(stage.instruction), *unless)
    answer = ask(bench, Question("procedure", asks, data, must_say, stage.photograph), stage.patience_s)
    if first and answer is not None and answer.given is Given.NOT_APPLICABLE:
        return _applies_to_none(bench, stage, answer, data)
    if answer is None or answer.given is not Given.YES:
        return Result.LEFT_OUT, *_usable(answer)
    objects, reaction = _reaction(bench, stage, where, data)
    if objects is stage.objects:
        return Result.AS_EXPECTED, reaction, answer
    result, confirmed = _confirmed(bench, stage, where, objects, data, answer)
    return result, reaction, OperatorAnswer(Given.YES, confirmed.comment, confirmed.attachment)


def _may_not_apply(bench: ActiveRun, stage: Procedure) -> bool:
    """Say whether people may find that no trial applies: not where the run has shown that the device has what it takes."""
    if stage.applies_if is None:
        return False
    trials = [trial for trial in bench.frozen.plan.trials if isinstance(trial, Procedure)]
    alike = [trial for trial in trials if trial.applies_if == stage.applies_if]
    # A device with a port tells its count when it is asked, so that it shows one.
    if not bench.device.info.source.independent and any(each.sign is ReactionSign.COUNT for each in alike):
        return False
    answer = [result for each in alike for result in bench.progress.findings.get(each.name, ())]
    return not {Result.AS_EXPECTED, Result.NOT_AS_EXPECTED} & set(answer)


def _applies_to_none(
    bench: ActiveRun, stage: Procedure, before: OperatorAnswer, data: dict[str, Any]
) -> tuple[Result, Seen, OperatorAnswer]:
    """Have it said a second time that no trial applies; any other answer leaves out the first trial alone."""
    asks = Ask.NONE_APPLIES(
        trials=stage.trials, stage=stage.name, condition=stage.applies_if or "", why=before.comment
    )
    answer = ask(bench, Question("confirm_not_applicable", (asks,), data), stage.patience_s)
    text = answer is not None and answer.given is Given.YES
    return (Result.NOT_APPLICABLE if text else Result.LEFT_OUT), (), before


def _restored(bench: ActiveRun, stage: Procedure, where: Reason, data: dict[str, Any]) -> tuple[str, ...]:
    """Have the device restored; return the alarms that still stand."""
    still = tuple[str, ...]()
    for _ in range(MOST_RESTORES):
        again = {"reasons": (Ask.STILL_ALARMS(alarms=still),)} if still else {}
        asks = (where, quoted(stage.restore)) if stage.restore else (where,)
        bench.control.ask("restore", asks, {**data, **again}, stage.patience_s)
        still = () if bench.device.info.source.independent else _alarms(bench, stage)
        if not still:
            return ()
    bench.deviation(Conduct.NOT_RESTORED(stage=stage.name, alarms=still))
    return still


def _alarms(bench: ActiveRun, stage: Procedure) -> tuple[str, ...]:
    status: DeviceStatus = bench.device.ask("status", Limits(stage.within_s, stage.deadline_s))
    return status.alarms


def _reaction(bench: ActiveRun, stage: Procedure, where: Reason, data: dict[str, Any]) -> tuple[bool, Seen]:
    """Return whether the device objects, and what it says."""
    if not bench.device.info.source.independent:
        if stage.sign is ReactionSign.COUNT:
            count: CountReport = bench.device.ask("count", Limits(stage.within_s, stage.deadline_s))
            shown = Shown.COUNT_SHOWN(inside=count.inside, expected=count.expected, message=count.message)
            return not count.correct, (shown,)
        if stage.sign is ReactionSign.ALARM:
            alarms = _alarms(bench, stage)
            return bool(alarms), (Shown.ALARMS(alarms=alarms) if alarms else Shown.NO_ALARM(),)
    asks = (where, Ask.LOOK(seconds=stage.within_s), quoted(stage.expects), Ask.IS_IT_SO())
    answer = ask(bench, Question("look", asks, data | {"objects": stage.objects}), stage.patience_s)
    seen = answer is not None and answer.given is Given.YES
    words: Seen = (quoted(answer.comment),) if answer and answer.comment else ()
    return seen is stage.objects, words if answer else (Shown.NO_USABLE_ANSWER(),)


def _confirmed(
    bench: ActiveRun,
    stage: Procedure,
    where: Reason,
    objects: bool,
    data: dict[str, Any],
    before: OperatorAnswer,
) -> tuple[Result, OperatorAnswer]:
    """Have a reaction that should not be looked at again."""
    asks = (where, Ask.OBJECTS() if objects else Ask.OBJECTS_NOT())
    answer = ask(bench, Question("confirm_finding", asks, data, frozenset(Given)), stage.patience_s)
    if answer is None:
        return Result.NOT_AS_EXPECTED, before
    kept = OperatorAnswer(answer.given, answer.comment, answer.attachment or before.attachment)
    return (Result.NOT_AS_EXPECTED if answer.given is Given.YES else Result.LEFT_OUT), kept


def _over_all(stage: Procedure, results: list[Result], why_not: str) -> Report:
    """Return what the trials showed, or why there were none."""
    if Result.NOT_APPLICABLE in results:
        return Report(StageStatus.NOT_APPLICABLE, (Shown.NONE_APPLIES(trials=stage.trials, why=why_not),))
    built = [result for result in results if result is not Result.LEFT_OUT]
    if not built:
        none = Shown.NO_TRIAL(trials=stage.trials)
        return done(Shown.FOR_INFORMATION(result=none)) if stage.role == "informational" else doubtful(none)
    shown, wrong = _counted(stage, built)
    if stage.role == "informational":
        return done(Shown.FOR_INFORMATION(result=shown))
    if wrong > (0 if stage.objects else stage.false_alarms):
        return failed(shown)
    left = stage.trials - len(built)
    return doubtful(shown, Shown.TRIALS_LEFT_OUT(trials=left)) if left else done(shown)


def _counted(stage: Procedure, results: Sequence[Result]) -> tuple[Reason, int]:
    """Count what was not as expected, with exact limits of how often the device does so."""
    from labharness.analysis.laws.intervals import clopper_pearson
    from labharness.model.results import Tail

    wrong = results.count(Result.NOT_AS_EXPECTED)
    # Each limit by itself has 95% confidence; of a rate that showed, the lower one is what is proved.
    _, most = clopper_pearson(wrong, len(results), tail=Tail.RIGHT)
    least, _ = clopper_pearson(wrong, len(results), tail=Tail.LEFT)
    shown = Shown.MISSES if stage.objects else Shown.FALSE_ALARMS
    return shown(wrong=wrong, trials=len(results), least=float(least), most=float(most)), wrong


def _conforming(results: list[Result]) -> Report:
    """Return what a list showed in which no item is missing or does not conform."""
    of = {result: results.count(result) for result in Result}
    others = tuple(
        code(items=of[result])
        for code, result in (
            (Shown.ITEMS_NOT_APPLICABLE, Result.NOT_APPLICABLE),
            (Shown.ITEMS_LEFT_OUT, Result.LEFT_OUT),
        )
        if of[result]
    )
    if not of[Result.AS_EXPECTED]:
        return doubtful(Shown.NOTHING_INSPECTED(items=len(results)), *others)
    return done(Shown.CONFORMING(conforming=of[Result.AS_EXPECTED], items=len(results)), *others)


def _inspected(bench: ActiveRun, stage: Inspect, item: InspectionItem) -> tuple[Result, Seen, OperatorAnswer]:
    must_say = frozenset({Given.NO, Given.NOT_APPLICABLE}) if item.blocking else frozenset[Given]()
    asks = (quoted(item.text), Ask.REQUIRED_BY(citation=item.citation))
    question = Question("inspect", asks, {"item": item.id}, must_say, item.photograph)
    answer = ask(bench, question, stage.patience_s)
    if answer is None:
        return Result.LEFT_OUT, *_usable(answer)
    results = {
        Given.YES: Result.AS_EXPECTED,
        Given.NO: Result.NOT_AS_EXPECTED,
        Given.NOT_APPLICABLE: Result.NOT_APPLICABLE,
    }
    return results[answer.given], (), answer


def _usable(answer: OperatorAnswer | None) -> tuple[Seen, OperatorAnswer]:
    """Return an answer with what is to be said of it: nothing, or that none could be used."""
    return ((), answer) if answer else ((Shown.NO_USABLE_ANSWER(),), OperatorAnswer(Given.NO))


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
