"""Which samples of a plan are watched: those of which the fair law of a unit is known whatever came before it."""

from __future__ import annotations

from labharness.analysis.sampling.outcomes.outcome_groups import outcomes
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.sample import population_of
from labharness.model.observations import Kind
from labharness.plans.frozen import FrozenPlan

MOST_OUTCOMES = 4096
"""Most outcomes of a generator whose bettors' tables are worth their memory."""


def watched_samples(frozen: FrozenPlan) -> dict[str, Population]:
    """Return the populations of the samples that are watched, by stage; none where the plan asks for no monitoring."""
    if frozen.plan.monitoring is None:
        return {}
    every = {stage.name: population_of(frozen, stage) for stage in frozen.plan.acquisitions}
    return {name: population for name, population in every.items() if _is_known(population)}


def _is_known(population: Population) -> bool:
    if population.kind is Kind.DRAW:
        return 2 <= outcomes(population) <= MOST_OUTCOMES
    return population.kind is not Kind.BYTES and not population.buffer and not population.determinant
