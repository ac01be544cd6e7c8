"""Stages that people carry out: every trial and every item becomes a finding on record."""

from __future__ import annotations

from typing import Any

from labharness.evidence.records import RecordType
from labharness.model.cards import format_order
from labharness.model.device import CountReport, DeviceStatus
from labharness.model.findings import Result
from labharness.plans.procedures import Inspect, Item, Procedure, Sign
from labharness.runner.answers import Answer, Given, Question, ask
from labharness.runner.bench import Bench

Report = tuple[str, str]


def procedure(bench: Bench, stage: Procedure) -> Report:
    """Make the trials that are still missing and say what all of them showed.

    Notes
    -----
    A trial that seems to fail is looked at again: only what a person confirms is a failure, and what turns out
    to have been no proper trial is left out, on record, with the reason.
    """
    for trial in range(len(bench.progress.findings.get(stage.name, ())), stage.trials):
        bench.control.check()
        _record(bench, stage.name, str(trial + 1), *_trial(bench, stage, trial))
    return _over_all(stage, bench.progress.findings[stage.name])


def inspect(bench: Bench, stage: Inspect) -> Report:
    """Have every item looked at that was not yet, and say what was found."""
    for item in stage.items[len(bench.progress.findings.get(stage.name, ())) :]:
        bench.control.check()
        _record(bench, stage.name, item.id, *_look_at(bench, stage, item))
    found = dict(zip(stage.items, bench.progress.findings[stage.name], strict=True))
    untrue = [item.id for item, result in found.items() if result is Result.NOT_AS_EXPECTED]
    missing = [item.id for item, result in found.items() if result is Result.LEFT_OUT and item.blocking]
    if untrue:
        return "failed", f"Not as it should be: {', '.join(untrue)}."
    if missing:
        return "doubtful", f"Not looked at: {', '.join(missing)}."
    good = sum(result is Result.AS_EXPECTED for result in found.values())
    return "done", f"{good} of {len(found)} items are as they should be; the others do not apply."


def _record(bench: Bench, stage: str, item: str, result: Result, reaction: str, answer: Answer) -> None:
    body: dict[str, Any] = {"stage": stage, "item": item, "result": result.value, "reaction": reaction}
    bench.append(RecordType.FINDING, {**body, "comment": answer.comment, "attachment": answer.attachment})


def _trial(bench: Bench, stage: Procedure, trial: int) -> tuple[Result, str, Answer]:
    """Act, look, confirm what should not be, restore."""
    where = f"Trial {trial + 1} of {stage.trials}. "
    cards = bench.frozen.cards
    data = {
        "action": stage.action.value,
        "trial": trial + 1,
        "trials": stage.trials,
        "cards": format_order(cards.new_deck_order()) if cards else "",
    }
    must_say = frozenset({Given.NO, Given.NOT_APPLICABLE}) if stage.blocking else frozenset[Given]()
    question = Question("procedure", f"{where}{stage.instruction}", data, must_say, stage.photograph)
    answer = ask(bench, question, stage.patience_s)
    if answer is None or answer.given is not Given.YES:
        return Result.LEFT_OUT, "", answer or Answer(Given.NO, "no answer could be used")
    objects, reaction = _reaction(bench, stage, where, data)
    result = Result.AS_EXPECTED
    if objects is not stage.objects:
        result, answer = _confirmed(bench, stage, where, objects, data, answer)
    if stage.restore is not None:
        bench.control.ask("restore", f"{where}{stage.restore}", data, stage.patience_s)
    return result, reaction, answer


def _reaction(bench: Bench, stage: Procedure, where: str, data: dict[str, Any]) -> tuple[bool, str]:
    """Return whether the device objects, and what it says."""
    if not bench.device.info.source.independent:
        if stage.sign is Sign.COUNT:
            count: CountReport = bench.device.ask("count", stage.within_s)
            return not count.correct, f"{count.inside} of {count.expected} {count.message}".strip()
        if stage.sign is Sign.ALARM:
            status: DeviceStatus = bench.device.ask("status", stage.within_s)
            return bool(status.alarms), "; ".join(status.alarms) or status.mode
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


def _over_all(stage: Procedure, found: list[Result]) -> Report:
    """Say what the trials showed, with an exact limit of what they could have missed."""
    from labharness.analysis.intervals import clopper_pearson
    from labharness.model.results import Tail

    made = [result for result in found if result is not Result.LEFT_OUT]
    if not made:
        return "doubtful", f"None of {stage.trials} trials was made."
    wrong = made.count(Result.NOT_AS_EXPECTED)
    _, most = clopper_pearson(wrong, len(made), tail=Tail.RIGHT)
    what = "misses" if stage.objects else "false alarms"
    said = f"{wrong} {what} in {len(made)} trials; the rate is at most {most:.2%} with 95 % confidence"
    if wrong > (0 if stage.objects else stage.false_alarms):
        return "failed", f"{said}."
    if len(made) < stage.trials:
        return "doubtful", f"{said}; {stage.trials - len(made)} trials were left out."
    return "done", f"{said}."


def _look_at(bench: Bench, stage: Inspect, item: Item) -> tuple[Result, str, Answer]:
    must_say = frozenset({Given.NO, Given.NOT_APPLICABLE}) if item.blocking else frozenset[Given]()
    question = Question(
        "inspect", f"{item.text} ({item.citation})", {"item": item.id}, must_say, item.photograph
    )
    answer = ask(bench, question, stage.patience_s)
    if answer is None:
        return Result.LEFT_OUT, "", Answer(Given.NO, "no answer could be used")
    results = {
        Given.YES: Result.AS_EXPECTED,
        Given.NO: Result.NOT_AS_EXPECTED,
        Given.NOT_APPLICABLE: Result.NOT_APPLICABLE,
    }
    return results[answer.given], "", answer
