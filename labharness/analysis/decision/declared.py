"""What a frozen plan declares to the decision rule."""

from __future__ import annotations

from labharness.analysis.decision.levels import CitedRule, DecisionLevels, DeclaredCheck
from labharness.analysis.sampling.catalog import Catalog
from labharness.model.gains import Limit
from labharness.plans.plan import Citation, Plan, PlannedCheck


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
