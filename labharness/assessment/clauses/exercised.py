"""Error conditions that runs brought about: which trials or items show each, and what came of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labharness.assessment.clauses.obligations import NOT_TESTED, stage_came, verified
from labharness.assessment.dossier import Dossier, SoftwareStanding
from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.findings import Finding
from labharness.filings.entries.papers import ErrorCondition
from labharness.model.findings import Result
from labharness.model.reasons.shown import Shown
from labharness.model.results import Outcome
from labharness.plans.procedures import Action, Inspect, Procedure
from labharness.reason import Reason

_WORD = re.compile(r"[^\s,;:()]+")
MADE = (Result.AS_EXPECTED, Result.NOT_AS_EXPECTED)
"""Results of trials that were made."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """What a stage of a run showed of a condition.

    Parameters
    ----------
    code
        The condition's, by the manufacturer's list.
    made, good
        Trials or items that brought it about, and those as expected.
    planned
        As many as the plan asks for.
    shared
        Codes of other conditions that the same trials were to bring about, of which nothing tells them apart.
    """

    run: Subject
    code: str
    stage: Procedure | Inspect
    made: int
    good: int
    planned: int
    shared: tuple[str, ...] = ()

    @property
    def came(self) -> str:
        """What came of it; fewer than planned prove nothing."""
        if isinstance(self.stage, Procedure) and not self.shared:
            origin = stage_came(self.run, self.stage)
            return Outcome.INCONCLUSIVE.value if origin == NOT_TESTED else origin  # begun, and not finished
        if self.good < self.made:
            return Outcome.FAIL.value
        whole = 0 < self.made == self.planned
        return verified(self.run, Outcome.PASS.value) if whole else Outcome.INCONCLUSIVE.value


def exercised(dossier: Dossier, error: ErrorCondition) -> list[Exercise]:
    """Return where runs of the submitted software brought a condition about."""
    return [exercise for exercise in named_for(dossier, error) if exercise.made]


def named_for(dossier: Dossier, error: ErrorCondition) -> list[Exercise]:
    """Return the same with the stages whose trials nothing attributes to the condition, of which none is made."""
    return [
        exercise
        for run in _runs(dossier, error)
        for stage in run.frozen.plan.trials
        if stage.name in error.stages and (exercise := _exercise(dossier, error, run, stage)) is not None
    ]


def _runs(dossier: Dossier, error: ErrorCondition) -> Iterator[Subject]:
    for group in dossier.groups:
        product = dossier.product(group)
        own = product is not None and product.id == error.product
        if own and dossier.standing(group) is not SoftwareStanding.REPLACED:
            yield from group.counting


def _exercise(
    dossier: Dossier, error: ErrorCondition, run: Subject, stage: Procedure | Inspect
) -> Exercise | None:
    trials = [each for each in run.findings.get(stage.name, ()) if each.result in MADE]
    if not trials:
        return None
    if isinstance(stage, Inspect):
        # To look at something brings a condition about only where the list says so of the item.
        items = [item.id for item in stage.items if item.id in error.items]
        return _counted(
            run, error.code, stage, [trial for trial in trials if trial.item in items], len(items)
        )
    if stage.action is Action.NOTHING:
        return _counted(run, error.code, stage, [], stage.trials)
    others = tuple(
        condition.code
        for condition in dossier.submission.of(ErrorCondition)
        if condition.id != error.id and condition.product == error.product and stage.name in condition.stages
    )
    if not others:
        return _counted(run, error.code, stage, trials, stage.trials)
    own = [trial for trial in trials if _names(trial.reaction, error.code)]
    return _counted(run, error.code, stage, own, len(own), others)


def _counted(
    run: Subject,
    code: str,
    stage: Procedure | Inspect,
    trials: Sequence[Finding],
    planned: int,
    shared: tuple[str, ...] = (),
) -> Exercise:
    good = sum(trial.result is Result.AS_EXPECTED for trial in trials)
    return Exercise(run, code, stage, len(trials), good, planned, shared)


def _names(reaction: Sequence[Reason], code: str) -> bool:
    """Whether a device's alarms name a code of the manufacturer's list."""
    alarms = [each["alarms"] for each in reaction if each.is_a(Shown.ALARMS)]
    texts = [str(text) for each in alarms if isinstance(each, tuple) for text in each]
    return any(code.casefold() in _WORD.findall(text.casefold()) for text in texts)
