"""The decision rule: from results of planned checks to a verdict.

Pure functions.  What is missing is never a pass; a literal failure of a citation is never one either.

What a check is held to: the rule that it cites, its role in the plan, and the levels that no citation states.

Gains that a plan calls harmful, against the bounds that a sample reached.

How often a plan's decision rule, as a whole, speaks against a fair device.

What a frozen plan declares to the decision rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from labharness.analysis.decision.families import adjusted, benjamini_hochberg, p_of, unresolved
from labharness.analysis.sampling.catalog import Catalog
from labharness.model.reasons.decision import Held
from labharness.model.reasons.run import Course
from labharness.model.results import CheckResult, Decision, Ending, Limit, Outcome, Tail, Verdict
from labharness.plans.plan import Citation, Plan, PlannedCheck
from labharness.reason import Reason, ReasonKind, Titled

OUTRIGHT = 1e-6
"""A required check below this p-value fails without a retest; an informational one prevents a pass."""


@dataclass(frozen=True, slots=True)
class CitedRule:
    """What a rule demands of a check.

    Parameters
    ----------
    id
        The section, as the report prints it.
    level
        Confidence that the rule states, 0.95 for 95%.
    several
        Whether it names several tests: then Holm among those; one test is judged alone.
    tail
        Tail in which the rule judges: right for a chi-square test.
    fail_below
        p-value below which the first sample fails without the retest; a tenth of 1 - level if left out.
    retest_below
        p-value below which the retest fails; 1 - level if left out.
    """

    id: str
    level: float = 0.95
    several: bool = False
    tail: Tail = Tail.RIGHT
    fail_below: float | None = None
    retest_below: float | None = None

    def __post_init__(self) -> None:
        if not 0.5 <= self.level < 1:
            raise ValueError("a level is at least 0.5 and below 1")
        for name, value in (("fail_below", self.fail_below), ("retest_below", self.retest_below)):
            if value is not None and not 0 < value <= self.alpha + 1e-12:
                raise ValueError(f"{name} is above 0 and at most 1 - level")

    @property
    def alpha(self) -> float:
        """Significance level, 1 - level without its binary dust."""
        return round(1 - self.level, 12)

    @property
    def failing(self) -> float:
        """Level below which no retest is asked for."""
        return self.alpha / 10 if self.fail_below is None else self.fail_below

    @property
    def retest(self) -> float:
        """Level of the retest."""
        return self.alpha if self.retest_below is None else self.retest_below


@dataclass(frozen=True, slots=True)
class DeclaredCheck:
    """One check as the plan lists it.

    Parameters
    ----------
    check_id
        Name in the plan; results are found by it.
    citation
        The rule it answers, None for one of the laboratory's own.
    limits
        Gains that the plan calls harmful: a pass needs a bound below each.
    """

    check_id: str
    counting: bool = False
    required: bool = True
    citation: CitedRule | None = None
    limits: tuple[Limit, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionLevels:
    """Levels that no citation states.

    Parameters
    ----------
    family_alpha
        Chance that a fair device fails any of the laboratory's own required checks (Holm, two-sided).
    informational_level
        False discovery rate at which informational checks are pointed out; never a verdict.
    outright
        A required check below this p-value fails without a retest; an informational one prevents a pass.
    """

    family_alpha: float = 0.05
    informational_level: float = 0.05
    outright: float = OUTRIGHT

    def __post_init__(self) -> None:
        for name in ("family_alpha", "informational_level", "outright"):
            if not 0 < getattr(self, name) <= 0.5:
                raise ValueError(f"{name} is above 0 and at most 0.5")


def not_excluded(check_id: str, limits: Sequence[Limit], result: CheckResult | None) -> Iterator[Reason]:
    """Yield why limits are not shown to hold; nothing where every bound lies below its limit.

    Notes
    -----
    The hypothesis that some gain reaches its limit is rejected only if every bound lies below its limit, so no bound
    needs more confidence than it has by itself (intersection-union test).

    References
    ----------
    Berger 1982, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 295-300.
    """
    for limit in limits:
        if (reason := _not_excluded(check_id, limit, result)) is not None:
            yield reason


def _not_excluded(check_id: str, limit: Limit, result: CheckResult | None) -> Reason | None:
    known = (result.bounds or ()) if result is not None else ()
    bounds = [each for each in known if (each.gainer, each.unit) == (limit.gainer, limit.unit)]
    of: dict[str, Any] = {"check": Titled(check_id), "gainer": limit.gainer, "unit": limit.unit}
    of["below"] = limit.below
    if result is None or not bounds:
        return Held.BOUND_MISSING(**of)
    above = next((bound for bound in bounds if not bound.upper < limit.below), None)
    if above is None:
        return None
    of |= {"what": above.what, "upper": above.upper}
    needed = above.units_needed(result.units, limit.below)
    if needed is None:
        return Held.GAIN_ABOVE(**of, estimate=above.estimate)
    return Held.BOUND_ABOVE(**of, recorded=result.units, needed=needed)


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
        reason = Held.NOT_VIOLATED(check=check, units=result.counted)
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
    violations, units = result.violations or 0, result.counted
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


@dataclass(frozen=True, slots=True)
class FalseAlarms:
    """Rates at which a fair device is met with something else than a pass.

    Parameters
    ----------
    fail
        FAIL, the declared retest included, if the checks are independent of each other.
    not_passed
        FAIL or INCONCLUSIVE at the first attempt, if the checks are independent.
    fail_at_most, not_passed_at_most
        The same whatever the dependence between checks, such as those of one sample.
    """

    fail: float
    not_passed: float
    fail_at_most: float
    not_passed_at_most: float


@dataclass(frozen=True, slots=True)
class _Family:
    """One family under its null hypotheses, p-values independent and uniform.

    Parameters
    ----------
    fails, holds
        Chance that the first sample fails; that no test in it is below its level.
    too_even
        Chance that one is too regular in the tail that it is not judged in.
    fails_again
        Chance, at most, that the retest fails.
    most
        The same chances of failing, of not passing, and of failing again, under any dependence.
    """

    fails: float
    holds: float
    too_even: float
    fails_again: float
    most: tuple[float, float, float]


def false_alarms(
    planned: Sequence[DeclaredCheck], rule: DecisionLevels, monitored: float = 0.0
) -> FalseAlarms:
    """Return the rates of a plan on a fair device.

    Parameters
    ----------
    planned, rule
        As :func:`~labharness.analysis.decision.rule.decide` takes them.
    monitored
        Level of the monitors of one run, added to each rate, and once more where a retest is asked for (Boole).

    Notes
    -----
    A family of k tests rejects at level a if its smallest p-value is below a/k (Holm's first step), which
    independent tests of continuous laws do with chance ``1 - (1 - a/k)^k``; dependent ones, and those of
    lattice laws, with a at most.  Families are combined by products, or by Boole's inequality.  The retest
    happens where some test is below its level and none fails; it repeats every check on a fresh sample, and
    each family that awaited it is held to its retest level, the others to their first.  Counting checks
    raise no false alarm: a fair device breaks no rule.

    Examples
    --------
    One test at 5%, which fails below 2.5% and whose retest fails below 5%:

    >>> from labharness.analysis.decision.rule import Citation
    >>> alone = DeclaredCheck("x2", citation=Citation("rule", 0.95, fail_below=0.025))
    >>> found = false_alarms([alone], DecisionLevels())
    >>> round(found.fail, 6), round(found.not_passed, 6)
    (0.02625, 0.05)
    """
    result = [_family(family, rule) for family in families(planned)]
    shown = sum(1 for item in planned if not item.required and not item.counting)
    passed = prod(each.holds * (1 - each.too_even) for each in result) * (1 - rule.outright) ** shown
    # In a retest some family awaits it, none has failed, and none fails afterwards.
    held = prod(each.holds for each in result)
    undecided = prod(
        (1 - each.fails - each.holds) * (1 - each.fails_again) + each.holds * (1 - each.fails)
        for each in result
    ) - prod(each.holds * (1 - each.fails) for each in result)
    fails, not_passed, again = (min(1.0, sum(each.most[place] for each in result)) for place in range(3))
    return FalseAlarms(
        fail=min(1.0, max(0.0, 1 - held - undecided) + monitored * (2 - passed)),
        not_passed=min(1.0, 1 - passed + monitored),
        fail_at_most=min(1.0, fails + (not_passed - fails) * (again + monitored) + monitored),
        not_passed_at_most=min(1.0, not_passed + shown * rule.outright + monitored),
    )


def _family(family: Sequence[DeclaredCheck], rule: DecisionLevels) -> _Family:
    size, cited, least = len(family), family[0].citation, rule.outright
    alpha = failing = again = rule.family_alpha
    if cited is not None:
        alpha, failing, again = cited.alpha, cited.failing, max(cited.failing, cited.retest)
    one_sided = sum(1 for item in family if item.citation and item.citation.tail is not Tail.TWO_SIDED)
    levels = [max(level, size * least) for level in (failing, alpha, again)]
    fails, falls, fails_again = (1 - (1 - min(1.0, level / size)) ** size for level in levels)
    too_even = one_sided * least / 2
    return _Family(fails, 1 - falls, too_even, fails_again, (levels[0], levels[1] + too_even, levels[2]))


def declared_checks(plan: Plan, catalog: Catalog) -> tuple[DeclaredCheck, ...]:
    """Return the planned checks with the level that each is held to."""
    return tuple(_planned(plan, check, catalog) for check in plan.checks)


def declared_rule(plan: Plan) -> DecisionLevels:
    """Return the levels that no citation states."""
    level = plan.decision.laboratory_level
    if plan.monitoring is not None:
        # What the monitors may use up is taken off, so that all together keep the laboratory's level.
        level = float(f"{level - plan.monitored_level:.12g}")
    return DecisionLevels(level, plan.decision.informational_level)


def _planned(plan: Plan, check: PlannedCheck, catalog: Catalog) -> DeclaredCheck:
    info, cited = catalog.check_info(check.check), plan.citation(check)
    demand = None if cited is None or cited.confidence is None else _demand(plan, cited, cited.confidence)
    limits = tuple(Limit(limit.gainer, limit.unit, limit.below) for limit in check.limits)
    return DeclaredCheck(check.id, info.counting, check.role == "required", demand, limits)


def _demand(plan: Plan, cited: Citation, confidence: float) -> CitedRule:
    alpha = 1 - confidence
    split = next((retest for retest in plan.decision.retests if retest.cites == cited.id), None)
    failing = split.fail_below if split else alpha * plan.decision.fail_fraction
    again = split.retest_below if split else alpha * plan.decision.retest_fraction
    # Levels are printed: none carries the binary dust of 1 - 0.95.
    failing, again = (float(f"{level:.12g}") for level in (failing, again))
    return CitedRule(cited.id, confidence, cited.names == "several", cited.tail, failing, again)
