"""One decision of a verdict as facts: what was observed, what a random device gives, and by which limit it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labharness.games.game import cite
from labharness.language.catalog import clause
from labharness.language.checked import beside, numbers, shortly
from labharness.language.numbers import magnitude, number
from labharness.language.text import words
from labharness.model.results import CheckResult, Decision, Outcome, Picture
from labharness.model.standing import Qualifier
from labharness.plans.plan import PlannedCheck

if TYPE_CHECKING:  # it loads what draws reports, which the window need not wait for
    from labharness.assessment.runs.subject import Subject

OWN = "Laboratory's own"
NOT_COMPUTED = "not computed"


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """One decision of the verdict.

    Parameters
    ----------
    id, title, stage
        Which check of which stage; a decision about a stage or its reads has no check, and ``checked`` is False.
    outcome
        None where nothing was decided: the check was not tested.
    shown_only
        Whether the check is for information and passes nothing.
    observed, fair
        What was counted, and what a random device gives on the average, "" where nothing is that plain.
    p, level
        As the decision compared them, "" for a check that counts.
    requirement
        Clause, or that it is the laboratory's own.
    sentence
        What was decided, and why.
    numbers
        Rows of a name and a text: hypothesis, method, statistic, law, effect, bounds.
    details
        What else a reader should know.
    effect
        Size of the deviation with its interval, "" where the check states none.
    result, p_value, threshold, family
        As they are on record.
    qualifiers
        Those of the run.
    """

    id: str
    title: str
    stage: str
    outcome: Outcome | None
    shown_only: bool
    observed: str
    fair: str
    p: str
    level: str
    requirement: str
    sentence: str
    numbers: tuple[tuple[str, str], ...]
    details: tuple[str, ...]
    pictures: tuple[Picture, ...]
    checked: bool = True
    effect: str = ""
    result: CheckResult | None = None
    p_value: float | None = None
    threshold: float | None = None
    family: str = ""
    qualifiers: tuple[Qualifier, ...] = ()


def check_facts(subject: Subject) -> Iterator[CheckFacts]:
    """Yield every decision of the verdict of a run, and every planned check without one."""
    verdict = subject.summary.verdict
    decisions = {each.check_id: each for each in verdict.decisions} if verdict else {}
    for planned in subject.frozen.plan.checks:
        yield _check(subject, planned, decisions.pop(planned.id, None))
    for decision in decisions.values():  # about stages, reads and monitors
        yield CheckFacts(
            id=decision.check_id,
            title=words(decision.check_id).capitalize(),
            stage="",
            outcome=decision.outcome,
            shown_only=False,
            observed="",
            fair="",
            p="" if decision.p is None else magnitude(decision.p),
            level="" if decision.threshold is None else number(decision.threshold),
            requirement=words(decision.family).capitalize(),
            sentence=subject.say(decision.reason),
            numbers=(),
            details=(),
            pictures=(),
            checked=False,
            p_value=decision.p,
            threshold=decision.threshold,
            family=decision.family,
            qualifiers=subject.concluded.qualifiers,
        )


def _check(subject: Subject, planned: PlannedCheck, decision: Decision | None) -> CheckFacts:
    from labharness.assessment.statements import bounds

    result, about = subject.summary.results.get(planned.id), subject.about(planned)
    citation = subject.frozen.plan.citation(planned)
    observed, fair = beside(result)
    if result is not None and result.not_applicable is not None:
        observed = NOT_COMPUTED
    informational = planned.role == "informational"
    rows = [("Hypothesis", about.hypothesis)]
    if planned.parameters:
        rows.append(("Parameters", ", ".join(f"{words(k)} = {v}" for k, v in planned.parameters.items())))
    if about.reference:
        rows.append(("Method", f"{about.reference} (version {about.version})"))
    rows += numbers(result)
    rows += [("Bound on a gain", subject.say(bound)) for bound in bounds(planned, result)] if result else []
    if result is not None:
        rows.append(("Sample", f"{number(result.units)} read (unit: {about.unit})"))
    tested = result is not None and result.not_applicable is None
    return CheckFacts(
        id=planned.id,
        title=about.title,
        stage=planned.stage,
        outcome=decision.outcome
        if decision is not None and (tested or decision.outcome is Outcome.FAIL)
        else None,
        shown_only=informational and decision is not None and decision.outcome is Outcome.PASS,
        observed=observed,
        fair=fair,
        p="" if decision is None or decision.p is None else magnitude(decision.p),
        level="" if decision is None or decision.threshold is None else number(decision.threshold),
        requirement=cite(citation.clause) if citation else "For information" if informational else OWN,
        sentence="No decision is on record." if decision is None else subject.say(decision.reason),
        numbers=tuple(rows),
        details=tuple(clause(each) for each in result.details) if result is not None else (),
        pictures=result.pictures if result is not None else (),
        effect=shortly(result.effect) if result is not None and result.effect is not None else "",
        result=result,
        p_value=decision.p if decision is not None else None,
        threshold=decision.threshold if decision is not None else None,
        family=decision.family if decision is not None else "",
        qualifiers=subject.concluded.qualifiers,
    )
