"""Stages that people carry out: every trial and every item becomes a finding on record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from labharness.model.cards import format_order
from labharness.model.device import CountReport, DeviceStatus
from labharness.model.findings import Result
from labharness.plans.procedures import Action, Inspect, Item, Procedure, Sign
from labharness.runner.answers import Answer, Given, Question, ask
from labharness.runner.bench import Bench

Report = tuple[str, str]

NOT_APPLICABLE = Result.NOT_APPLICABLE.value
"""Status of a stage none of whose trials applies to the device."""
MOST_RESTORES = 3
"""How often a person is asked to bring a device back that still raises an alarm."""


def procedure(bench: Bench, stage: Procedure) -> Report:
    """Make the trials that are still missing and say what all of them showed.

    Notes
    -----
    A trial that seems to fail is looked at again: only what a person confirms is a failure, and what turns out
    to have been no proper trial is left out, on record, with the reason.  A trial is on record once the device
    is back to what it was; one that broke off before is made again.  Where the plan says that the trials may not
    apply, a person says so at the first one, and again when asked whether it is so; then none is made.
    """
    standing, why_not = "", ""
    for trial in range(len(bench.progress.findings.get(stage.name, ())), stage.trials):
        if Result.NOT_APPLICABLE in bench.progress.findings.get(stage.name, ()):
            break
        bench.control.check()
        bench.control.close_if_asked()
        if standing:  # an alarm that was there before says nothing
            why = f"the device was not brought back to what it was: {standing}"
            bench.finding(stage.name, str(trial + 1), Result.LEFT_OUT, comment=why)
            continue
        where, data = f"Trial {trial + 1} of {stage.trials}. ", _data(bench, stage, trial)
        result, reaction, answer = _trial(bench, stage, where, data)
        why_not = answer.comment
        if stage.restore is not None and answer.given is Given.YES:
            standing = _restored(bench, stage, where, data)
        bench.finding(stage.name, str(trial + 1), result, reaction, answer.comment, answer.attachment)
    return _over_all(stage, bench.progress.findings[stage.name], why_not)


def bring_back(bench: Bench) -> None:
    """After a break in the middle of a trial, have the device brought back to what it was before."""
    trials = {one.name: one for one in bench.frozen.plan.trials if isinstance(one, Procedure)}
    stage = trials.get(bench.progress.trial)
    if stage is None or stage.action is Action.NOTHING:
        return
    text = f"The run broke off in a trial of {stage.name}. Bring the device back to what it was before that trial."
    number = len(bench.progress.findings.get(stage.name, ()))
    _restored(bench, stage, f"{text} ", _data(bench, stage, number))


def inspect(bench: Bench, stage: Inspect) -> Report:
    """Have every item looked at that was not yet, and say what was found."""
    for item in stage.items[len(bench.progress.findings.get(stage.name, ())) :]:
        bench.control.check()
        bench.control.close_if_asked()
        result, answer = _look_at(bench, stage, item)
        bench.finding(stage.name, item.id, result, comment=answer.comment, attachment=answer.attachment)
    found = dict(zip(stage.items, bench.progress.findings[stage.name], strict=True))
    untrue = [item.id for item, result in found.items() if result is Result.NOT_AS_EXPECTED]
    missing = [item.id for item, result in found.items() if result is Result.LEFT_OUT and item.blocking]
    if untrue:
        status = "failed" if stage.role == "required" else "doubtful"
        return status, f"Not as it should be: {', '.join(untrue)}."
    if missing:
        return "doubtful", f"Not looked at: {', '.join(missing)}."
    return _looked_at(list(found.values()))


def _data(bench: Bench, stage: Procedure, trial: int) -> dict[str, Any]:
    """Return what a prompt says to machines; trials are counted from 0."""
    cards = bench.frozen.unopened
    return {
        "stage": stage.name,
        "action": stage.action.value,
        "trial": trial + 1,
        "trials": stage.trials,
        "unopened": format_order(cards) if cards is not None else "",
    }


def _trial(bench: Bench, stage: Procedure, where: str, data: dict[str, Any]) -> tuple[Result, str, Answer]:
    """Act, look, confirm what should not be; an answer other than yes says that nothing was done."""
    first = data["trial"] == 1 and _may_not_apply(bench, stage)
    must_say = frozenset({Given.NO, Given.NOT_APPLICABLE}) if stage.blocking or first else frozenset[Given]()
    unless = f" It applies if {stage.applies_if}; if not, answer n/a: REASON." if first else ""
    text = f"{where}{stage.instruction}{unless}"
    answer = ask(bench, Question("procedure", text, data, must_say, stage.photograph), stage.patience_s)
    if first and answer is not None and answer.given is Given.NOT_APPLICABLE:
        return _applies_to_none(bench, stage, answer, data)
    if answer is None or answer.given is not Given.YES:
        return Result.LEFT_OUT, "", answer or Answer(Given.NO, "no answer could be used")
    objects, reaction = _reaction(bench, stage, where, data)
    if objects is stage.objects:
        return Result.AS_EXPECTED, reaction, answer
    result, confirmed = _confirmed(bench, stage, where, objects, data, answer)
    return result, reaction, Answer(Given.YES, confirmed.comment, confirmed.attachment)


def _may_not_apply(bench: Bench, stage: Procedure) -> bool:
    """Say whether people may find that no trial applies: not where the run has shown that the device has what it takes."""
    if stage.applies_if is None:
        return False
    trials = [one for one in bench.frozen.plan.trials if isinstance(one, Procedure)]
    alike = [one for one in trials if one.applies_if == stage.applies_if]
    # A device with a port tells its count when it is asked, so that it shows one.
    if not bench.device.info.source.independent and any(one.sign is Sign.COUNT for one in alike):
        return False
    found = [result for one in alike for result in bench.progress.findings.get(one.name, ())]
    return not {Result.AS_EXPECTED, Result.NOT_AS_EXPECTED} & set(found)


def _applies_to_none(
    bench: Bench, stage: Procedure, before: Answer, data: dict[str, Any]
) -> tuple[Result, str, Answer]:
    """Have it said a second time that no trial applies; any other answer leaves out the first trial alone."""
    text = (
        f"None of the {stage.trials} trials of {stage.name} would be made, and nothing would be shown by them. They apply "
        f"if {stage.applies_if}. You say: {before.comment}. Is it so that they do not apply to this device?"
    )
    answer = ask(bench, Question("confirm_not_applicable", text, data), stage.patience_s)
    said = answer is not None and answer.given is Given.YES
    return (Result.NOT_APPLICABLE if said else Result.LEFT_OUT), "", before


def _restored(bench: Bench, stage: Procedure, where: str, data: dict[str, Any]) -> str:
    """Have the device brought back to what it was; return the alarm that still stands, or ""."""
    still = ""
    for _ in range(MOST_RESTORES):
        said = f"The device still says: {still}. " if still else ""
        bench.control.ask("restore", f"{where}{said}{stage.restore or ''}".strip(), data, stage.patience_s)
        still = "" if bench.device.info.source.independent else _alarms(bench, stage)
        if not still:
            return ""
    bench.deviation(f"After a trial of {stage.name} the device could not be brought back: {still}.")
    return still


def _alarms(bench: Bench, stage: Procedure) -> str:
    status: DeviceStatus = bench.device.ask("status", stage.within_s)
    return "; ".join(status.alarms)


def _reaction(bench: Bench, stage: Procedure, where: str, data: dict[str, Any]) -> tuple[bool, str]:
    """Return whether the device objects, and what it says."""
    if not bench.device.info.source.independent:
        if stage.sign is Sign.COUNT:
            count: CountReport = bench.device.ask("count", stage.within_s)
            return not count.correct, f"{count.inside} of {count.expected} {count.message}".strip()
        if stage.sign is Sign.ALARM:
            alarms = _alarms(bench, stage)
            return bool(alarms), alarms or "no alarm"
    text = f"{where}Within {stage.within_s:g} s: {stage.expects} Is it so?"
    answer = ask(bench, Question("look", text, data | {"objects": stage.objects}), stage.patience_s)
    seen = answer is not None and answer.given is Given.YES
    return seen is stage.objects, answer.comment if answer else "no answer could be used"


def _confirmed(
    bench: Bench, stage: Procedure, where: str, objects: bool, data: dict[str, Any], before: Answer
) -> tuple[Result, Answer]:
    """Have a reaction that should not be looked at again."""
    seen = "objects, which it must not" if objects else "does not object, which it must"
    text = f"{where}The device {seen}. Look at the cards and the device again: was the trial made as asked?"
    answer = ask(bench, Question("confirm_finding", text, data, frozenset(Given)), stage.patience_s)
    if answer is None:
        return Result.NOT_AS_EXPECTED, before
    kept = Answer(answer.given, answer.comment, answer.attachment or before.attachment)
    return (Result.NOT_AS_EXPECTED if answer.given is Given.YES else Result.LEFT_OUT), kept


def _over_all(stage: Procedure, found: list[Result], why_not: str) -> Report:
    """Say what the trials showed, or why there were none."""
    if Result.NOT_APPLICABLE in found:
        said = why_not.rstrip(".") or "as was said at the first one"
        return NOT_APPLICABLE, f"Not applicable, none of {stage.trials} trials was made: {said}."
    made = [result for result in found if result is not Result.LEFT_OUT]
    if not made and stage.role == "informational":
        return "done", f"For information: none of {stage.trials} trials was made."
    if not made:
        return "doubtful", f"None of {stage.trials} trials was made."
    status, said = _counted(stage, made)
    if stage.role == "informational":
        return "done", f"For information: {said}."
    if status == "done" and len(made) < stage.trials:
        return "doubtful", f"{said}; {stage.trials - len(made)} trials were left out."
    return status, f"{said}."


def _counted(stage: Procedure, made: Sequence[Result]) -> Report:
    """Count what was not as expected, with exact limits of how often the device does so."""
    from labharness.analysis.laws.intervals import clopper_pearson
    from labharness.model.results import Tail

    wrong = made.count(Result.NOT_AS_EXPECTED)
    _, most = clopper_pearson(wrong, len(made), tail=Tail.RIGHT)
    least, _ = clopper_pearson(wrong, len(made), tail=Tail.LEFT)
    # Each limit by itself has 95% confidence; of a rate that showed, the lower one is what is proved.
    limits = f"at most {most:.2%}" if not wrong else f"at least {least:.2%}"
    limits += f" and at most {most:.2%}, each" if 0 < wrong < len(made) else ""
    said = f"{wrong} {stage.wrongs(wrong)} in {len(made)} trials; the rate is {limits} with 95% confidence"
    return ("failed" if wrong > (0 if stage.objects else stage.false_alarms) else "done"), said


def _looked_at(found: list[Result]) -> Report:
    """Say what a list showed in which nothing is untrue or missing; one in which nothing was looked at shows nothing."""
    of = {result: found.count(result) for result in Result}
    none, left = of[Result.NOT_APPLICABLE], of[Result.LEFT_OUT]
    others = f"; {none} {'does' if none == 1 else 'do'} not apply" if none else ""
    others += f"; {left} {'was' if left == 1 else 'were'} left out, which this list allows" if left else ""
    if not of[Result.AS_EXPECTED]:
        return (
            "doubtful",
            f"Nothing was looked at: none of {len(found)} items is said to be as it should be{others}.",
        )
    good = f"{of[Result.AS_EXPECTED]} of {len(found)} items are as they should be"
    return "done", f"{good}{others}."


def _look_at(bench: Bench, stage: Inspect, item: Item) -> tuple[Result, Answer]:
    must_say = frozenset({Given.NO, Given.NOT_APPLICABLE}) if item.blocking else frozenset[Given]()
    question = Question(
        "inspect", f"{item.text} ({item.citation})", {"item": item.id}, must_say, item.photograph
    )
    answer = ask(bench, question, stage.patience_s)
    if answer is None:
        return Result.LEFT_OUT, Answer(Given.NO, "no answer could be used")
    results = {
        Given.YES: Result.AS_EXPECTED,
        Given.NO: Result.NOT_AS_EXPECTED,
        Given.NOT_APPLICABLE: Result.NOT_APPLICABLE,
    }
    return results[answer.given], answer
