"""The decision rule: from results of planned checks to a verdict.

Pure functions.  What is missing is never a pass; a literal failure of a citation is never one either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from labharness.analysis.decision.families import adjusted, benjamini_hochberg, p_of, unresolved
from labharness.analysis.decision.levels import DecisionLevels, DeclaredCheck
from labharness.analysis.decision.limits import not_excluded
from labharness.model.reasons.course import Course
from labharness.model.reasons.decision import Held
from labharness.model.results import CheckResult, Decision, Ending, Outcome, Tail, Verdict
from labharness.reason import Reason, ReasonKind
from labharness.titled import Titled


@dataclass(frozen=True, slots=True)
class _Standard:
    """What one required statistical check is held to."""

    name: str
    tail: Tail
    alpha: float
    failing: float
    failure: Held


def decide(
    planned: Sequence[DeclaredCheck],
    results: Mapping[str, CheckResult],
    rule: DecisionLevels,
    retested: frozenset[str] = frozenset(),
) -> Verdict:
    """Return the verdict of a plan's checks.

    Parameters
    ----------
    results
        By check id; a planned check without a result is never a pass.
    retested
        Checks of which this is the retest: they are held to its level.
    """
    judged = {
        decision.check_id: decision
        for family in families(planned)
        for decision in _judge_family(family, results, rule, retested)
    }
    judged |= {decision.check_id: decision for decision in _inform(planned, results, rule)}
    result = [_certain(item, results.get(item.check_id)) or judged[item.check_id] for item in planned]
    decisions = tuple(_bounded(*each, results) for each in zip(planned, result, strict=True))
    reasons = [d.reason for d in decisions if d.outcome is not Outcome.PASS]
    if not any(item.required for item in planned):
        reasons.append(Held.NOTHING_REQUIRED())
    return Verdict(_worst(decisions, bool(reasons)), tuple(reasons), decisions)


def interim(
    planned: Sequence[DeclaredCheck], results: Mapping[str, CheckResult], rule: DecisionLevels
) -> tuple[Decision, ...]:
    """Return what the rule would make of samples that are not complete, had no more been planned.

    For information: it passes and fails nothing.  Checks of complete samples are left out.
    """
    begun = {
        name: replace(result, p=result.interim, not_applicable=None)
        for name, result in results.items()
        if result.interim
    }
    decisions = decide(planned, {**results, **begun}, rule).decisions if begun else ()
    return tuple(each for each in decisions if each.check_id in begun)


def combine(verdict: Verdict, ending: Ending, caveats: Sequence[Reason]) -> Verdict:
    """Return the verdict of a run.

    A failure stays a failure however the run ended.  A pass needs a complete run and no caveat; everything
    else is inconclusive, with every reason.

    Parameters
    ----------
    caveats
        Why the evidence does not carry a pass: integrity, unproven inputs, orders that only the device
        reported, missing stages.
    """
    reasons = [*verdict.reasons, *ended_early(ending), *caveats]
    outcome = verdict.outcome
    if outcome is Outcome.PASS and reasons:
        outcome = Outcome.INCONCLUSIVE
    return Verdict(outcome, tuple(reasons), verdict.decisions)


def ended_early(ending: Ending) -> tuple[Reason, ...]:
    """Return what the ending of a run sets against a pass, nothing where the run is complete."""
    if ending is Ending.COMPLETE:
        return ()
    harmless = ending in (Ending.STOPPED_BY_OPERATOR, Ending.INTERRUPTED)
    return ((Course.ENDED_EARLY if harmless else Course.BROKEN_OFF)(ending=ending),)


def families(planned: Sequence[DeclaredCheck]) -> list[list[DeclaredCheck]]:
    """Group required statistical checks: a test named alone, those of one citation, the laboratory's own."""
    result: dict[tuple[str, str], list[DeclaredCheck]] = {}
    for item in planned:
        if item.required and not item.counting:
            alone = item.citation is not None and not item.citation.several
            result.setdefault((_family_name(item), item.check_id if alone else ""), []).append(item)
    return list(result.values())


def awaits_retest(decision: Decision) -> bool:
    """Whether a test failed at the level of its citation, and only the retest can tell what that means."""
    p, level = decision.p, decision.threshold
    return decision.outcome is Outcome.INCONCLUSIVE and p is not None and level is not None and p < level


def _standard(item: DeclaredCheck, rule: DecisionLevels, *, retested: bool) -> _Standard:
    cited, alpha = item.citation, rule.family_alpha
    if cited is None:
        return _Standard("laboratory", Tail.TWO_SIDED, alpha, alpha, Held.BELOW_LEVEL)
    if retested:
        return _Standard(cited.id, cited.tail, cited.retest, cited.retest, Held.BELOW_RETEST)
    return _Standard(cited.id, cited.tail, cited.alpha, cited.failing, Held.BELOW_CITATION)


def _judge_family(
    family: list[DeclaredCheck],
    results: Mapping[str, CheckResult],
    rule: DecisionLevels,
    retested: frozenset[str],
) -> list[Decision]:
    answer = [
        (item, results.get(item.check_id), _standard(item, rule, retested=item.check_id in retested))
        for item in family
    ]
    raw = [p_of(result, standard.tail) for _, result, standard in answer]
    return [
        _judge(item, standard, result, (p, corrected), len(family), rule.outright)
        for (item, result, standard), p, corrected in zip(answer, raw, adjusted(raw), strict=True)
    ]


def _judge(
    item: DeclaredCheck,
    standard: _Standard,
    result: CheckResult | None,
    p_values: tuple[float | None, float | None],
    size: int,
    outright: float,
) -> Decision:
    """Judge one statistical check by its p-value as found, and after Holm's adjustment in its family."""
    p, corrected = p_values
    alpha, check = standard.alpha, Titled(item.check_id)
    if result is None or p is None or corrected is None:
        return _decision(item, standard.name, _absent(item, result, standard.tail), corrected, alpha)
    value = Held.P_CORRECTED(p=corrected, checks=size) if size > 1 else Held.P(p=corrected)
    two_sided = result.p.get(Tail.TWO_SIDED.value, p)
    # The first condition that holds decides.
    if p < outright:
        reason = Held.OUTRIGHT(check=check, p=p, level=outright)
    elif corrected < standard.failing:
        cited = {} if standard.failure is Held.BELOW_LEVEL else {"citation": standard.name}
        reason = standard.failure(check=check, value=value, level=standard.failing, **cited)
    elif corrected < alpha:
        reason = Held.RETEST_DECIDES(check=check, value=value, level=alpha, citation=standard.name)
    elif unresolved(result, p, standard.tail):
        reason = Held.UNRESOLVED(check=check, value=value)
    elif two_sided < outright:
        reason = Held.TOO_REGULAR(check=check, value=value, two_sided=two_sided)
    else:
        reason = Held.NOT_BELOW(check=check, value=value, level=alpha)
    return _decision(item, standard.name, reason, corrected, alpha)


def _certain(item: DeclaredCheck, result: CheckResult | None) -> Decision | None:
    """Decide what needs no p-value: violations, counting checks, and results that are not there."""
    family = ("counting" if item.counting else _family_name(item)) if item.required else "informational"
    check = Titled(item.check_id)
    if result is None:
        reason = Held.NO_RESULT(check=check)
    elif result.violations:
        violated = Held.VIOLATED if item.required else Held.VIOLATED_INFORMATIONAL
        reason = violated(check=check, seen=_violations(result))
    elif not item.counting:
        return None
    elif not item.required:
        reason = Held.SHOWN(check=check)
    elif result.violations is None or result.not_applicable:
        reason = _absent(item, result, Tail.TWO_SIDED)
    else:
        reason = Held.NOT_VIOLATED(check=check, units=result.units)
    return _decision(item, family, reason)


def _bounded(item: DeclaredCheck, decision: Decision, results: Mapping[str, CheckResult]) -> Decision:
    """Return a decision, no pass where the sample does not exclude a gain that the plan calls harmful."""
    reason = next(not_excluded(item.check_id, item.limits, results.get(item.check_id)), None)
    passed = decision.outcome is Outcome.PASS
    return replace(decision, outcome=_OUTCOMES[reason.kind], reason=reason) if passed and reason else decision


def _decision(
    item: DeclaredCheck, family: str, reason: Reason, p: float | None = None, threshold: float | None = None
) -> Decision:
    return Decision(item.check_id, family, _OUTCOMES[reason.kind], p, threshold, reason)


_OUTCOMES = {
    ReasonKind.FAILURE: Outcome.FAIL,
    ReasonKind.DOUBT: Outcome.INCONCLUSIVE,
    ReasonKind.NOTE: Outcome.PASS,
}


def _violations(result: CheckResult) -> Reason:
    violations, units = result.violations or 0, result.units
    if not result.details:
        return Held.VIOLATIONS(violations=violations, units=units)
    return Held.VIOLATIONS_FROM(violations=violations, units=units, first=result.details[0])


def _inform(
    planned: Sequence[DeclaredCheck], results: Mapping[str, CheckResult], rule: DecisionLevels
) -> Iterator[Decision]:
    """Print p- and q-values of informational checks; only what chance cannot explain prevents a pass."""
    items = [item for item in planned if not item.required and not item.counting]
    raw = [p_of(results.get(item.check_id), Tail.TWO_SIDED) for item in items]
    for item, p, q in zip(items, raw, adjusted(raw, benjamini_hochberg), strict=True):
        check, level = Titled(item.check_id), rule.informational_level
        if p is None or q is None:
            reason = Held.SHOWN(check=check)
        elif p < rule.outright:
            reason = Held.RARE_INFORMATIONAL(check=check, p=p, level=rule.outright)
        elif q <= level:
            reason = Held.SHOWN_NOTABLE(check=check, p=p, q=q, checks=len(items), level=level)
        else:
            reason = Held.SHOWN_P(check=check, p=p, q=q, checks=len(items))
        yield _decision(item, "informational", reason, p)


def _absent(item: DeclaredCheck, result: CheckResult | None, tail: Tail) -> Reason:
    check = Titled(item.check_id)
    if result is not None and result.not_applicable:
        return Held.NOT_COMPUTED(check=check, why=result.not_applicable)
    return Held.NO_RESULT(check=check) if result is None else Held.NO_TAIL(check=check, tail=tail)


def _family_name(item: DeclaredCheck) -> str:
    return item.citation.id if item.citation else "laboratory"


def _worst(decisions: Sequence[Decision], reasons: bool) -> Outcome:
    if any(decision.outcome is Outcome.FAIL for decision in decisions):
        return Outcome.FAIL
    return Outcome.INCONCLUSIVE if reasons else Outcome.PASS
