"""Run every planned check over a run's recorded samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.fold import Counting, Folding, Part, Tallies
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.sample import Decode, blocks, population_of
from labharness.evidence.records.line import Record
from labharness.model.counted import Counted
from labharness.model.observations import OF_KIND
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.plans.frozen import FrozenPlan
from labharness.plans.stages import Acquire


@dataclass(frozen=True, slots=True)
class PlannedSample:
    """The sample of a stage, and the checks that a plan wants of it.

    Parameters
    ----------
    checks
        By id, in the plan's order.
    look_back
        Units before a block that they read.
    """

    stage: Acquire
    population: Population
    checks: Mapping[str, Check]
    look_back: int


Samples = Callable[[PlannedSample], Iterable[Part]]
"""Gives what was recorded of a sample."""


def planned_samples(frozen: FrozenPlan, catalog: Catalog) -> tuple[PlannedSample, ...]:
    """Return the samples of a plan, in its order."""
    result = []
    for stage in frozen.plan.acquisitions:
        mine = [planned for planned in frozen.plan.checks if planned.stage == stage.name]
        look_back = max((catalog.check_info(planned.check).look_back for planned in mine), default=0)
        built = {planned.id: catalog.build(planned) for planned in mine}
        result.append(PlannedSample(stage, population_of(frozen, stage), built, look_back))
    return tuple(result)


def recorded_samples(records: Callable[[], Iterable[Record]], decode: Decode) -> Samples:
    """Return what reads samples here, from all records.

    Parameters
    ----------
    records
        Gives the run's records afresh at each call.
    decode
        Decodes the raw bytes of an exchange again.
    """

    def blocks_of(sample: PlannedSample) -> Iterator[Block]:
        return blocks(records(), sample.stage.name, sample.population, sample.look_back, decode)

    return blocks_of


def evaluate(
    frozen: FrozenPlan,
    planned: Iterable[PlannedSample],
    samples: Samples,
    on_step: Callable[[str], None] = lambda _: None,
    there: Counting | None = None,
) -> dict[str, CheckResult]:
    """Return the result of every planned check, by its id, in the plan's order.

    Parameters
    ----------
    samples
        Gives what was recorded.
    on_step
        Told what is being computed, for people who wait.
    there
        What counts and judges samples; this process, if left out.

    Notes
    -----
    All samples are counted before the first is judged, in reverse order. Other processes begin with the first samples, so no
    process waits for another before the end.

    A sample that is not complete has no p-value that decides: when it ended may have been chosen. What was
    recorded of it is judged for information, see ``interim``. Violations in it stay violations, for one is one.
    """
    there, sample_of = there or Folding(), dict[str, PlannedSample]()
    tallies, units = Tallies(), dict[str, int]()

    def judging(name: str) -> None:
        on_step(f"judging {name}")

    for sample in reversed(tuple(planned)):
        stage = sample.stage
        on_step(f"counting {stage.name}")
        counted, units[stage.name] = _counted(sample.checks, samples(sample) if sample.checks else (), there)
        tallies |= counted
        sample_of |= dict.fromkeys(sample.checks, sample)
    checks = {
        planned.id: sample_of[planned.id].checks[planned.id]
        for planned in frozen.plan.checks
        if units[planned.stage]
    }
    judged = there.judge(checks, tallies, {name: sample_of[name].population for name in checks}, judging)

    def result_of(name: str) -> CheckResult:
        stage, result = sample_of[name].stage, judged.get(name, CheckResult(units=0))
        if (recorded := units[stage.name]) == stage.units:
            return result
        return _unfinished(result, recorded, stage.units, OF_KIND[stage.observes])

    return {planned.id: result_of(planned.id) for planned in frozen.plan.checks}


def _counted(checks: Mapping[str, Check], sample: Iterable[Part], there: Counting) -> tuple[Tallies, int]:
    """Return what a sample adds up to, and how many units it has."""
    units = 0

    def passing() -> Iterator[Part]:
        nonlocal units
        for part in sample:
            units += part.units
            yield part

    return there.fold(checks, passing()), units


def _unfinished(result: CheckResult, units: int, planned: int, what: Counted) -> CheckResult:
    why = Sample.INCOMPLETE(recorded=units, planned=planned, what=what)
    interim = {} if result.not_applicable else result.p
    return replace(
        result,
        p={},
        effect=None,
        violations=result.violations or None,
        not_applicable=why,
        interim=interim,
        bounds=None,
    )
