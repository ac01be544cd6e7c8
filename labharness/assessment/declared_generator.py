"""Whether the generator that a plan declares can be identified from the outcomes that the plan records."""

from __future__ import annotations

import numpy as np

from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.generator import KnownGenerator, SearchStage
from labharness.analysis.identification.stream import Stream
from labharness.analysis.sampling.sample import population_of
from labharness.analysis.sampling.tables import Population
from labharness.model.observations import Kind
from labharness.model.reasons.game import Effort, Identifications
from labharness.plans.frozen import FrozenPlan
from labharness.reason import Reason

IDENTIFYING = "identified_generator", "identified_shuffler"
MOST = 250_000
"""Outcomes that are looked at: no family in reach needs more."""
WORD_BYTES = 4


def declared_generator(frozen: FrozenPlan) -> Reason | None:
    """Return what a plan says of the generator that it declares; None if it declares none."""
    name = frozen.plan.generator
    if name is None:
        return None
    stages = {check.stage for check in frozen.plan.checks if check.check in IDENTIFYING}
    for stage in frozen.plan.acquisitions:
        if stage.name not in stages:
            continue
        population = population_of(frozen, stage)
        stream = _recorded(population, stage.units)
        for family in families():
            if family.name.casefold() != name.casefold() or family.stage is SearchStage.SEARCHED_SEEDS:
                continue
            every = needs(family, stream).items()
            reached = {call: need for call, need in every if need and need <= len(stream)}
            if reached:
                words = WORD_BYTES if population.kind is Kind.BYTES else 1
                of = {"generator": family.name, "stage": stage.name, "recorded": stage.units}
                needed = max(reached.values()) * words
                return Identifications.IDENTIFIED_HERE(**of, calls=tuple(reached), needed=needed)
    return Identifications.REVIEW_THE_SOURCE(generator=name)


def needs(family: KnownGenerator, stream: Stream) -> dict[str, int | None]:
    """Return how many outcomes in a row prove a state by each call, wherever they begin; None where that is out of reach."""
    ways = [way for way in family.ways(Effort.DEFAULT) if way.stride == 1 and not way.place]
    proving = ((way.call.name, family.proving(way, stream)) for way in ways)
    return {call: None if isinstance(need, Reason) else need for call, need in proving}


def fewest(family: KnownGenerator, stream: Stream) -> int | None:
    """Return the fewest outcomes in a row that prove a state of a family, None if all calls are out of reach."""
    needs = [family.proving(way, stream) for way in family.ways(Effort.DEFAULT) if way.stride == 1]
    return min((need for need in needs if not isinstance(need, Reason)), default=None)


def _recorded(population: Population, units: int) -> Stream:
    """Return outcomes of the size of a sample: what is needed depends on their range, and on the bits they tell on average."""
    if population.kind is Kind.SHUFFLE:
        bounds = np.arange(population.held.size, 1, -1)
        decks = min(units, MOST // len(bounds) + 1)
        bounds = np.tile(bounds, decks)
    else:
        bytes_ = population.kind is Kind.BYTES
        n = 1 << 8 * WORD_BYTES if bytes_ else population.high - population.low + 1
        bounds = np.broadcast_to(np.int64(n), min(units // (WORD_BYTES if bytes_ else 1), MOST))
    return Stream((np.arange(len(bounds)) * 2_654_435_761 >> 16) % bounds, bounds)
