"""What is replicated: a check, a suite on fair samples, and checks on samples of a defect."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from numpy.random import PCG64, Generator, SeedSequence

from labharness.analysis.power.defects.named import Defect, fair_units
from labharness.analysis.power.detection import FILLED, observed
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.population import Population
from labharness.app.file_analysis.analyze import judge_file
from labharness.app.selftest.machines import BenchMachine
from labharness.assessment.file_analysis import FileFinding
from labharness.model.observations import InputKnown, Provenance, Source
from labharness.model.results import CheckResult
from labharness.plans.plan import PlannedCheck
from labharness.testing.calibration import smallest
from labharness.testing.samples import fair_block

FAIR = Provenance(InputKnown.RESET, Source.OBSERVED)


class Judged(NamedTuple):
    """What a check said of one fair sample.

    Parameters
    ----------
    tails
        p-values to the right, to the left and two-sided, or None where it gives none.
    violations
        What a counting check counted.
    spread
        A uniform chance, to spread a lattice's p-value evenly over that of the observed value.
    """

    tails: tuple[float, float, float] | None
    violations: int | None
    spread: float


def stream(seed: int, name: str, place: int) -> Generator:
    """Return the random stream of one replicate, that of no other."""
    return Generator(PCG64(SeedSequence([seed, zlib.crc32(name.encode())], spawn_key=(place,))))


@dataclass(frozen=True, slots=True)
class FairSamples:
    """One check on fair samples, its own simulation, if any, with a fresh seed for each."""

    cls: type[Any]
    population: Population
    units: int
    name: str
    seed: int

    def ready(self) -> Callable[[int], Judged]:
        """Return what judges the sample of a number."""

        def judged(place: int) -> Judged:
            random = stream(self.seed, self.name, place)
            check: Check = self.cls(**smallest(self.cls, place))
            result = check.judge(
                check.tally(fair_block(self.population, self.units, random)), self.population
            )
            p, spread = result.p, float(random.random())
            tails = (p["right"], p["left"], p["two_sided"]) if p else None
            return Judged(tails, result.violations, spread)

        return judged


class FileJudged(NamedTuple):
    """What a suite said of one file: checks that rejected it, and those that did not apply."""

    rejected: tuple[str, ...]
    not_applicable: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FairFiles:
    """A suite on files of fair units, at the level that files are judged at."""

    checks: tuple[PlannedCheck, ...]
    catalog: Catalog
    population: Population
    units: int
    level: float
    name: str
    seed: int

    def ready(self) -> Callable[[int], FileJudged]:
        """Build the checks once."""
        built = {check.id: self.catalog.build(check) for check in self.checks}

        def judged(place: int) -> FileJudged:
            result = fair_units(stream(self.seed, self.name, place), self.population, self.units)
            block = Block(self.population, 0, observed(result, self.population), FAIR)
            answer = {name: _result(check, block) for name, check in built.items()}
            files = judge_file(self.checks, answer, self.level, self.catalog)
            return FileJudged(
                tuple(each.id for each in files if each.finding is FileFinding.REJECTED),
                tuple(each.id for each in files if each.finding is FileFinding.NOT_APPLICABLE),
            )

        return judged


@dataclass(frozen=True, slots=True)
class FlawedSamples:
    """Checks on samples of one defect: which of them found it, None where one did not apply."""

    defect: Defect | BenchMachine
    checks: Mapping[str, Check]
    population: Population
    units: int
    level: float
    name: str
    seed: int

    def ready(self) -> Callable[[int], tuple[bool | None, ...]]:
        """Return what judges the sample of a number by every check."""

        def judged(place: int) -> tuple[bool | None, ...]:
            random = stream(self.seed, self.name, place)
            if isinstance(self.defect, BenchMachine):
                units = self.defect.make(random, self.population, self.units)
            else:
                units = observed(self.defect.make(random, self.population, self.units), self.population)
            block = Block(self.population, 0, units, FAIR, events=FILLED)
            return tuple(self._finds(_result(check, block)) for check in self.checks.values())

        return judged

    def _finds(self, result: CheckResult) -> bool | None:
        if result.violations is not None:
            return result.violations > 0
        return result.p["two_sided"] <= self.level if result.p else None


def _result(check: Check, block: Block) -> CheckResult:
    return check.judge(check.tally(block), block.population)
