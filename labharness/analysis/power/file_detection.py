"""What a file could have shown: files of the same size, made by sources with a known flaw, through the same checks."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from numpy.random import PCG64, Generator, SeedSequence

from labharness.analysis.decision.families import adjusted, p_of
from labharness.analysis.laws.intervals import LEVEL, clopper_pearson
from labharness.analysis.power.defects.named import Defect, fair_units
from labharness.analysis.power.detection import DetectionRate, blocks_of, observed
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.fold import fold
from labharness.analysis.sampling.population import Population
from labharness.model.observations import InputKnown
from labharness.model.results import CheckResult, Tail
from labharness.plans.plan import PlannedCheck


def rejects(
    checks: Sequence[PlannedCheck], results: Mapping[str, CheckResult], level: float, catalog: Catalog
) -> bool:
    """Say whether the required checks reject a file: a violation, or a p-value that Holm leaves below the level."""
    required = [check for check in checks if check.role == "required"]
    if any(results[each.id].violations for each in required):
        return True
    family = [each.id for each in required if not catalog.check_info(each.check).counting]
    corrected = adjusted([p_of(results[name], Tail.TWO_SIDED) for name in family])
    return any(p is not None and p < level for p in corrected)


@dataclass(frozen=True, slots=True)
class FilesOfDefect:
    """Files of a source with one defect, each from the stream of its number.

    Parameters
    ----------
    checks
        Those of the suite or plan.
    units
        Of each file.
    known
        How the orders before the shuffles are known.
    """

    catalog: Catalog
    checks: tuple[PlannedCheck, ...]
    population: Population
    known: InputKnown
    units: int
    level: float
    defect: Defect
    seed: int

    def ready(self) -> Callable[[int], bool]:
        """Return what says of the file of a number whether it is rejected."""
        checks = [check for check in self.checks if not self.catalog.check_info(check.check).names_programs]
        built = {check.id: self.catalog.build(check) for check in checks}
        look_back = max((self.catalog.check_info(check.check).look_back for check in checks), default=0)
        chance = [self.seed, zlib.crc32(self.defect.name.encode())]
        make = self.defect.make if self.population.kind in self.defect.kinds else fair_units

        def rejected(place: int) -> bool:
            random = Generator(PCG64(SeedSequence(chance, spawn_key=(place,))))
            units = observed(make(random, self.population, self.units), self.population, self.known)
            tallies = fold(built, blocks_of(units, self.units, self.known, self.population, look_back))
            result = {name: check.judge(tallies[name], self.population) for name, check in built.items()}
            return rejects(checks, result, self.level, self.catalog)

        return rejected


def rate_of(rejected: Sequence[bool]) -> DetectionRate:
    """Return the share of files that were rejected, with exact limits."""
    return DetectionRate(sum(rejected) / len(rejected), *clopper_pearson(sum(rejected), len(rejected)), LEVEL)
