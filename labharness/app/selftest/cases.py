"""What is tried on what: every check, every packaged plan and suite, and samples in which defects are sought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from labharness.analysis.power.defects.named import Defect, usual_defects
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check, CheckInfo
from labharness.analysis.sampling.population import Population
from labharness.app.selftest.machines import MACHINES, BenchMachine
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.plans.plan import PlannedCheck
from labharness.testing.calibration import ENOUGH, SHORT, simulated
from labharness.testing.samples import population_of

ONE_DECK = Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1))
SIX_DECKS = Population(Kind.SHUFFLE, CardSet.of_decks("six decks", 6))
ROUNDS = Population(Kind.ROUND, CardSet.of_decks("six decks", 6), round_cards=20)
DEALS = Population(Kind.DEAL, CardSet.of_decks("one deck and a joker", 1, jokers=1), stacks=(7,) * 7, stub=4)
OUTCOMES = Population(Kind.DRAW, low=1, high=7)
BYTES = Population(Kind.BYTES)

FILES = {
    Kind.SHUFFLE: (ONE_DECK, 260),
    Kind.ROUND: (ROUNDS, 1000),
    Kind.DEAL: (DEALS, 260),
    Kind.DRAW: (OUTCOMES, 20_000),
    Kind.BYTES: (BYTES, 125_000),
}
"""Population and size of the files that a suite is tried on, unless it is named below."""
FILES_OF = {"shoes": (SIX_DECKS, 100), "entropy": (BYTES, SHORT["samples"])}
CUT = {"entropy": {"samples": SHORT["samples"]}}
"""Parameters that a suite's own checks are cut to where one file would take many seconds; the file says so."""

SOUGHT = {
    Kind.SHUFFLE: (ONE_DECK, (100, 500)),
    Kind.ROUND: (ROUNDS, (250, 1000)),
    Kind.DEAL: (DEALS, (100, 530)),
    Kind.DRAW: (OUTCOMES, (10_000, 150_000)),
    Kind.BYTES: (BYTES, (12_500, 125_000)),
}
"""Population and sample sizes in which defects are sought."""
SOUGHT_REPLICATES = 199
"""Replicates of a check's own simulation there: its least two-sided p-value is then the level, 0.01."""


@dataclass(frozen=True, slots=True)
class CheckCase:
    """One check of one kind of unit."""

    cls: type[Any]
    info: CheckInfo
    population: Population
    units: int

    @property
    def name(self) -> str:
        """What it is called while it is tried."""
        return f"{self.info.name}, {self.population.kind.value}"


def check_cases(catalog: Catalog) -> Iterator[CheckCase]:
    """Yield every check with every kind of unit that it reads, on the smallest sample it says something of."""
    for name in sorted(catalog.checks):
        info = catalog.check_info(name)
        for kind in sorted(info.observes):
            yield CheckCase(catalog.checks[name], info, population_of(info, kind), ENOUGH[kind])


@dataclass(frozen=True, slots=True)
class SoughtCase:
    """One defect in samples of one size, and the checks that look for it."""

    source: str
    defect: Defect | BenchMachine
    population: Population
    units: int
    checks: Mapping[str, Check]

    @property
    def name(self) -> str:
        """What it is called while it is tried; its random streams depend on it."""
        return f"{self.source} {self.defect.name}, {self.units} {self.population.kind.value}"


def sought_cases(catalog: Catalog) -> Iterator[SoughtCase]:
    """Yield every usual defect of the fault models and every simulated machine, each in every size."""
    for kind, (population, sizes) in SOUGHT.items():
        checks = {
            name: cls(**simulated(cls, 1, SOUGHT_REPLICATES))
            for name, cls in sorted(catalog.checks.items())
            if kind in catalog.check_info(name).observes
        }
        for units in sizes:
            for defect in usual_defects(frozenset({kind})):
                yield SoughtCase("fault model", defect, population, units, checks)
            for machine in MACHINES[kind]:
                yield SoughtCase("simulated machine", machine, population, units, checks)


def cut(planned: PlannedCheck, catalog: Catalog, parameters: Mapping[str, int]) -> PlannedCheck:
    """Return a check with those of some parameters that it has."""
    have = catalog.checks[planned.check].__dataclass_fields__.keys() & parameters.keys()
    changed = {**planned.parameters, **{name: parameters[name] for name in have}}
    return planned.model_copy(update={"parameters": changed})


def words(population: Population) -> str:
    """Say what one unit is."""
    cards = population.cards
    if cards is None:
        return f"an outcome from {population.low} to {population.high}" if population.high else "a byte"
    inside = f"{cards.size} cards ({cards.name})"
    if population.round_cards:
        return f"a round of {population.round_cards} of {inside}"
    return f"{inside} in {len(population.stacks)} stacks and a stub" if population.stacks else inside
