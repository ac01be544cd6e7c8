"""The checks that a file is analyzed by: those of a suite, or of a stage of a plan."""

from __future__ import annotations

from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.files.observes import Observes
from labharness.assessment.file_analysis import CheckList
from labharness.errors import InputError
from labharness.model.reasons.plan import Plans
from labharness.plans.suite import find_suite

SUITES = {
    Observes.BITS: "bytes",
    Observes.BYTES: "bytes",
    Observes.OUTCOMES: "outcomes",
    Observes.DECKS: "decks",
    Observes.ROUNDS: "rounds",
}
"""The suite that is run where none is named."""


def listed_checks(
    observes: Observes, suite_id: str | None, plan_id: str | None, stage: str | None, catalog: Catalog
) -> CheckList:
    """Return the checks of a suite, or of the stage of a plan that reads such samples.

    Raises
    ------
    InputError
        If the suite reads other samples, or no single stage of the plan reads such samples.
    """
    kind = observes.kind
    if plan_id is None:
        file = find_suite(SUITES[observes] if suite_id is None else suite_id)
        suite = file.suite
        if suite.observes is not kind:
            raise InputError(
                Plans.SUITE_READS_OTHERS(suite=suite.id, reads=suite.observes.value, observes=observes.value)
            )
        checks = tuple(check.planned for check in suite.checks)
        return CheckList("suite", suite.id, suite.version, file.sha256, checks)
    from labharness.analysis.sampling.sample import population_of
    from labharness.app.services import load_plan  # all that conducts a run comes with it

    frozen = load_plan(plan_id, catalog)
    plan = frozen.plan
    stages = [each for each in plan.acquisitions if each.observes is kind and stage in (None, each.name)]
    if len(stages) != 1:
        fitting = tuple(each.name for each in plan.acquisitions if each.observes is kind)
        raise InputError(Plans.NAME_STAGE(plan=plan.id, stages=fitting))
    checks = tuple(check for check in plan.checks if check.stage == stages[0].name)
    if not checks:
        raise InputError(Plans.STAGE_NOT_READ(stage=stages[0].name))
    population = population_of(frozen, stages[0])
    return CheckList("plan", plan.id, plan.version, frozen.sha256, checks, population)
