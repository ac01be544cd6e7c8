"""What a plan has watched while its samples are recorded, as a fold of the run's records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.monitors.monitor import Monitor, Watched
from labharness.analysis.sampling.monitors.order_bets import OrderBets
from labharness.analysis.sampling.monitors.outcome_bets import OutcomeBets
from labharness.analysis.sampling.monitors.watched_samples import watched_samples
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.analysis.sampling.orders.contrasts import contrasts
from labharness.analysis.sampling.orders.seating import parse_served
from labharness.analysis.sampling.population import Population
from labharness.evidence.records.line import Record
from labharness.evidence.records.sample import ObservedBody
from labharness.model.observations import Kind
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Plan

VERSION = 1
"""Of what the monitors bet; another one makes tables of detection rates of monitored plans out of date."""
SEATS = "seat_contrasts"
"""The check whose parameters say who gets which cards."""


class Monitoring:
    """All monitors of a run; the runner and whoever judges the run feed it the same records."""

    def __init__(self, frozen: FrozenPlan) -> None:
        self.monitors: dict[str, Monitor] = {}
        self._populations: dict[str, Population] = {}
        samples = watched_samples(frozen)
        for stage, population in samples.items():
            level = frozen.plan.monitored_level / len(samples)
            self._populations[stage] = population
            self.monitors[stage] = _monitor(frozen.plan, stage, level, population)

    @classmethod
    def of(cls, frozen: FrozenPlan, records: Iterable[Record]) -> Self:
        """Return what the monitors of a plan make of a run's records."""
        result = cls(frozen)
        for record in records if result.monitors else ():
            result.take(record)
        return result

    def take(self, record: Record) -> None:
        """Add the next record of the run."""
        body = record.body
        if isinstance(body, ObservedBody) and body.stage in self.monitors:
            batch = body.batch()
            population = self._populations[body.stage]
            self.monitors[body.stage].take(
                Block(population, batch.first, batch.observations, batch.provenance)
            )

    @property
    def watched(self) -> tuple[Watched, ...]:
        """Where each monitor stands, in the plan's order."""
        return tuple(monitor.watched for monitor in self.monitors.values())

    @property
    def crossed(self) -> Watched | None:
        """The monitor that reached its threshold, None while none did."""
        return next((each for each in self.watched if each.crossed_at), None)


def _monitor(plan: Plan, stage: str, level: float, population: Population) -> Monitor:
    if population.kind is Kind.DRAW:
        return OutcomeBets(stage, level, population)
    declared = next(
        (check.parameters for check in plan.checks if (check.check, check.stage) == (SEATS, stage)), {}
    )
    family = contrasts(
        population,
        tuple(dict.fromkeys(map(CardGroup, declared.get("groups", ("ace", "ten-value", "ten-or-ace"))))),
        parse_served(declared.get("served", ())),
        declared.get("positions", 7),
        declared.get("burns", 0),
    )
    return OrderBets(stage, level, population, family)
