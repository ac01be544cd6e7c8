"""The verdict of a run, its ending, and what it says nothing about: each in one sentence."""

from __future__ import annotations

from labharness.assessment.obligations import NOT_APPLICABLE, NOT_TESTED, obligations, stage_came
from labharness.assessment.subject import Subject
from labharness.language.numbers import number
from labharness.language.recorded import worded
from labharness.language.text import words
from labharness.model.results import Ending, Outcome, stage_decision

_ENDINGS = {
    Ending.COMPLETE: "The run went to its planned end.",
    Ending.STOPPED_BY_OPERATOR: "A person stopped the run before its planned end.",
    Ending.STOPPED_BY_RULE: "A rule of the plan stopped the run before its planned end.",
    Ending.DEVICE_LOST: "The device was lost before the planned end.",
    Ending.ERROR: "An error stopped the run before its planned end.",
    Ending.INTERRUPTED: "The record has no end.",
}


def found(subject: Subject) -> str:
    """Say what was found."""
    plan = subject.frozen.plan
    required = [one for one in plan.checks if one.role == "required"]
    trials = [one for one in plan.trials if getattr(one, "role", "required") == "required"]
    decisions = subject.summary.verdict.decisions if subject.summary.verdict else ()
    fallen = {one.check_id for one in decisions if one.outcome is Outcome.FAIL}
    failed = [subject.about(one).title for one in required if one.id in fallen]
    if subject.outcome is Outcome.PASS:
        idle = sum(stage_came(subject, one) == NOT_APPLICABLE for one in trials)
        counted = {
            "required checks": len(required),
            "required procedures and inspections": len(trials) - idle,
        }
        met = " and ".join(f"{number(count)} {things}" for things, count in counted.items() if count)
        apart = f"; {number(idle)} more {'does' if idle == 1 else 'do'} not apply to it" if idle else ""
        return f"The device met every one of the plan's {met}{apart}."
    if subject.outcome is Outcome.INCONCLUSIVE:
        return "The evidence supports neither a pass nor a failure, for the reasons given below."
    tried = [one.name for one in trials if stage_decision(one.name) in fallen]
    if failed or tried:
        told = [_share(failed, len(required), "required checks")] if failed else []
        told += [_share(tried, len(trials), "required procedures and inspections")] if tried else []
        return f"The device failed {', and '.join(told)}."
    return "The device failed, for the reasons given below."


def ended(subject: Subject) -> str:
    """Say how the run ended."""
    said = worded(subject.summary.reasons) or _ENDINGS[subject.ending]
    return f"{words(subject.ending.value)}. {said}"


def untested(subject: Subject) -> str:
    """Say how much of what the chapter asks of the device was not tested; "" where all of it was."""
    left = sum(one.came == NOT_TESTED for one in obligations(subject))
    chapter = subject.frozen.game.chapter
    return f"{NOT_TESTED}: {number(left)} of what chapter {chapter} asks of such a device" if left else ""


def _share(names: list[str], of: int, things: str) -> str:
    return f"{number(len(names))} of {number(of)} {things}: {'; '.join(names)}"
