"""From a run's records to its verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace

from labharness.analysis.decision.declared import declared_checks, declared_rule
from labharness.analysis.decision.false_alarms import false_alarms
from labharness.analysis.decision.rule import combine, decide, families
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.evaluation import evaluate, planned_samples, recorded_samples
from labharness.analysis.sampling.monitors.monitoring import Monitoring
from labharness.analysis.sampling.sample import Decode
from labharness.assessment.runs import trust
from labharness.assessment.runs.monitored import with_monitors
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.judged import FalseAlarmsExpected, FamilyApplied, RuleApplied
from labharness.model.results import (
    CheckResult,
    Ending,
    Outcome,
    Verdict,
)
from labharness.plans.frozen import FrozenPlan
from labharness.reason import Reason


def judge(
    folder: RunFolder,
    frozen: FrozenPlan,
    catalog: Catalog,
    ending: Ending,
    decode: Decode,
    on_step: Callable[[str], None] = lambda _: None,
) -> tuple[dict[str, CheckResult], Verdict]:
    """Evaluate a run's recorded samples and decide; a pure function of what is on disk.

    Parameters
    ----------
    decode
        Decodes the raw bytes of an exchange of this run again.
    """
    samples = recorded_samples(folder.records, decode)
    results = evaluate(frozen, planned_samples(frozen, catalog), samples, on_step)
    return results, verdict_on(results, folder, frozen, catalog, ending, RunHistory.of(folder))


def verdict_on(
    results: Mapping[str, CheckResult],
    folder: RunFolder,
    frozen: FrozenPlan,
    catalog: Catalog,
    ending: Ending,
    history: RunHistory,
) -> Verdict:
    """Decide by the results of the checks and the course of the run, which ``history`` has read."""
    verdict = Verdict(Outcome.PASS, ())
    if frozen.plan.checks:
        verdict = decide(declared_checks(frozen.plan, catalog), results, declared_rule(frozen.plan))
    verdict = with_monitors(verdict, Monitoring.of(frozen, folder.records()).watched, history.log)
    result = history.trust
    verdict = replace(verdict, decisions=(*trust.carried_out(result, frozen), *verdict.decisions))
    failed = trust.failures(result)
    if failed:
        verdict = Verdict(
            Outcome.FAIL,
            tuple(each.reason for each in failed) + verdict.reasons,
            (*failed, *verdict.decisions),
        )
    return combine(verdict, ending, trust.caveats(result, frozen))


def against(history: RunHistory, frozen: FrozenPlan) -> list[Reason]:
    """Return what the course of a run sets against a pass, whatever its samples show; nothing is computed again."""
    failed = trust.failures(history.trust)
    return [*(each.reason for each in failed), *trust.caveats(history.trust, frozen)]


def rule_record(frozen: FrozenPlan, catalog: Catalog) -> RuleApplied:
    """Return the decision rule as the verdict's record keeps it, so that a report needs no constant of ours."""
    planned, rule = declared_checks(frozen.plan, catalog), declared_rule(frozen.plan)
    return RuleApplied(
        **asdict(rule),
        families=tuple(
            FamilyApplied(
                name=each.id if each else "laboratory",
                checks=tuple(item.check_id for item in family),
                level=each.alpha if each else rule.family_alpha,
                fail_below=each.failing if each else rule.family_alpha,
                retest_below=each.retest if each else None,
            )
            for family in families(planned)
            for each in [family[0].citation]
        ),
        false_alarms=FalseAlarmsExpected(**asdict(false_alarms(planned, rule, frozen.plan.monitored_level))),
        monitoring=frozen.plan.monitored_level,
    )
