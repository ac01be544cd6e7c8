"""What the sample of a plan could show: whole samples of a flawed device through the plan's checks and rule.

Replicates of simulations on any number of processes: the same outcomes, whoever computed which.

What a file could have shown: files of the same size, made by sources with a known flaw, through the same checks.
"""

from __future__ import annotations

import zlib
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.random import PCG64, Generator, SeedSequence

from labharness.analysis.decision.families import adjusted, p_of
from labharness.analysis.decision.rule import awaits_retest, decide, declared_checks, declared_rule
from labharness.analysis.laws.intervals import LEVEL, accept_least, clopper_pearson
from labharness.analysis.power import REPLICATES, SEED
from labharness.analysis.power.defects.named import Defect, Units, fair_units
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.evaluation import built, fold
from labharness.analysis.sampling.monitors import Monitoring, Watched
from labharness.analysis.sampling.processes import AHEAD, pool, useful
from labharness.analysis.sampling.sample import population_of
from labharness.analysis.sampling.tables import BLOCK_UNITS, Block, CardRows, Population, tail
from labharness.errors import InputError
from labharness.model.cards import Order
from labharness.model.observations import (
    Deal,
    Draws,
    Event,
    EventKind,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    Source,
)
from labharness.model.reasons.wire import Simulations, Task
from labharness.model.results import CheckResult, Outcome, Tail
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire, PlannedCheck

Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)

STRETCHES = 40
"""Parts of a simulation that are handed out: a progress bar moves, and making ready costs little."""


class Simulation(Protocol[Found_co]):
    """What can be replicated: it is sent to another process and made ready there."""

    def ready(self) -> Callable[[int], Found_co]:
        """Return what gives the outcome of the replicate of this number, from its own random stream."""


@dataclass(frozen=True, slots=True)
class Job(Generic[Found]):
    """A simulation and how often it is replicated."""

    simulation: Simulation[Found]
    replicates: int


def replicated(
    jobs: Mapping[str, Job[Found]],
    workers: int = 1,
    on_done: Callable[[str, int], None] = lambda _name, _replicates: None,
) -> Iterator[tuple[str, list[Found]]]:
    """Yield the outcomes of each job in the order of its replicates, job by job.

    Parameters
    ----------
    workers
        Processes that compute; with 1, this one.
    on_done
        Told of each job how many of its replicates there are.

    Notes
    -----
    An outcome depends on the simulation and on the number of the replicate alone.  Whoever stops listening
    keeps whole jobs: nothing is yielded of one that is not complete.
    """
    if workers == 1:
        for name, job in jobs.items():
            result: list[Found] = []
            for first, stop in _stretches(job.replicates):
                result += outcomes(job.simulation, first, stop)
                on_done(name, len(result))
            yield name, result
        return
    with pool(workers, Task.SIMULATING) as processes:
        yield from _gathered(processes, jobs, useful(workers) * AHEAD, on_done)


def outcomes(simulation: Simulation[Found], first: int, stop: int) -> list[Found]:
    """Return the outcomes of these replicates."""
    ready = simulation.ready()
    return [ready(place) for place in range(first, stop)]


def _gathered(
    processes: ProcessPoolExecutor,
    jobs: Mapping[str, Job[Found]],
    most: int,
    on_done: Callable[[str, int], None],
) -> Iterator[tuple[str, list[Found]]]:
    waiting: deque[tuple[str, Future[list[Found]]]] = deque()
    parts = ((name, part) for name, job in jobs.items() for part in _stretches(job.replicates))
    result: list[Found] = []
    try:
        while True:
            while len(waiting) < most and (following := next(parts, None)):
                name, (first, stop) = following
                waiting.append((name, processes.submit(outcomes, jobs[name].simulation, first, stop)))
            if not waiting:
                return
            name, future = waiting.popleft()
            result += future.result()
            on_done(name, len(result))
            if len(result) == jobs[name].replicates:
                yield name, result
                result = []
    finally:
        for _, future in waiting:
            future.cancel()


def _stretches(replicates: int) -> Iterator[tuple[int, int]]:
    size = -(-replicates // STRETCHES)
    for first in range(0, replicates, size):
        yield first, min(first + size, replicates)


FILLED = (Event(0, EventKind.REFILL),)
"""What happened to a simulated device: its cards were put in, once."""
MOST_UNITS = 1 << 26
"""Largest sample that is simulated: it is made in memory, again and again."""


@dataclass(frozen=True, slots=True)
class DetectionRate:
    """A share of simulated submissions, with exact limits (Clopper & Pearson)."""

    share: float
    low: float
    high: float
    level: float = LEVEL


@dataclass(frozen=True, slots=True)
class EarlyEnds:
    """Submissions whose first attempt a monitor ended, and after how many units: median, and 95% of them at most."""

    times: int
    median: float
    most: float


@dataclass(frozen=True, slots=True)
class Power:
    """What a plan does with a device of one defect.

    Parameters
    ----------
    defect, title
        Its name, and what it is.
    units
        Sample size by stage.
    replicates, seed
        Submissions simulated, and the seed of all their chance.
    not_passed
        Share that is FAIL or INCONCLUSIVE at the first attempt.
    failed
        Share that is FAIL in the end, the declared retest included.
    found_by
        Number of first attempts in which each check stood against a pass, by its id.
    ended_early
        First attempts that a monitor ended, by stage.
    """

    defect: str
    title: str
    units: dict[str, int]
    replicates: int
    seed: int
    not_passed: DetectionRate
    failed: DetectionRate
    found_by: dict[str, int] = field(default_factory=dict)
    ended_early: dict[str, EarlyEnds] = field(default_factory=dict)


def powers(
    frozen: FrozenPlan,
    catalog: Catalog,
    defects: Sequence[Defect],
    replicates: int = REPLICATES,
    seed: int = SEED,
    *,
    workers: int = 1,
    on_done: Callable[[str, int], None] = lambda _name, _done: None,
) -> Iterator[Power]:
    """Yield how often a plan as it stands finds each of some defects.

    Parameters
    ----------
    frozen
        Its sample sizes, checks, levels and retest are used as they are.
    workers
        Processes that simulate; the figures are the same with any number.
    on_done
        Told of each defect, by name, how many submissions there are.

    Notes
    -----
    Only samples are simulated: stages that acquire none, independent reads and endings are taken as good.
    Every submission has a random stream of its own, so that the first hundred of two hundred are those of
    one hundred.
    """
    accept_least("replicates", replicates, 1)
    accept_least("seed", seed, 0)
    by_name = {defect.name: defect for defect in defects}
    jobs = {name: Job(Submissions(frozen, catalog, each, seed), replicates) for name, each in by_name.items()}
    for name, result in replicated(jobs, workers, on_done):
        yield summed(frozen, by_name[name], seed, result)


@dataclass(frozen=True, slots=True)
class SubmittedSample:
    """One simulated submission.

    Parameters
    ----------
    first, last
        Outcome of the first attempt, and that in the end.
    against
        Checks that stood against a pass at first.
    crossed
        Stage and units at which a monitor ended the first attempt.
    """

    first: Outcome
    last: Outcome
    against: tuple[str, ...]
    crossed: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Submissions:
    """Submissions of devices with one defect, each from the stream of its number."""

    frozen: FrozenPlan
    catalog: Catalog
    defect: Defect
    seed: int

    def ready(self) -> Callable[[int], SubmittedSample]:
        """Build the checks once; raises :class:`InputError` for a sample that is too large."""
        trial = _Trial(self.frozen, self.catalog, self.defect)
        chance = [self.seed, zlib.crc32(self.defect.name.encode())]

        def submission(place: int) -> SubmittedSample:
            return trial.submission(Generator(PCG64(SeedSequence(chance, spawn_key=(place,)))))

        return submission


def summed(frozen: FrozenPlan, defect: Defect, seed: int, samples: Sequence[SubmittedSample]) -> Power:
    """Return what submissions of one defect come to."""
    hits = Counter(name for each in samples for name in each.against)
    crossed: dict[str, list[int]] = {}
    for stage, units in (each.crossed for each in samples if each.crossed):
        crossed.setdefault(stage, []).append(units)
    return Power(
        defect.name,
        defect.title,
        {stage.name: stage.units for stage in frozen.plan.acquisitions},
        len(samples),
        seed,
        _estimate(sum(each.first is not Outcome.PASS for each in samples), len(samples)),
        _estimate(sum(each.last is Outcome.FAIL for each in samples), len(samples)),
        {check.id: hits[check.id] for check in frozen.plan.checks},
        {
            stage: EarlyEnds(len(units), float(np.median(units)), float(np.quantile(units, 0.95)))
            for stage, units in crossed.items()
        },
    )


class _Trial:
    """A plan made ready to be carried out many times on one device."""

    def __init__(self, frozen: FrozenPlan, catalog: Catalog, defect: Defect) -> None:
        self._defect, self._unopened, self._frozen = defect, frozen.unopened, frozen
        checks = [each for each in frozen.plan.checks if not catalog.check_info(each.check).names_programs]
        simulated = {check.id for check in checks}
        declared = declared_checks(frozen.plan, catalog)
        self._planned = tuple(check for check in declared if check.check_id in simulated)
        self._rule = declared_rule(frozen.plan)
        self._stages: list[tuple[Acquire, Population, dict[str, Check], int]] = []
        for stage in frozen.plan.acquisitions:
            if stage.units > MOST_UNITS:
                raise InputError(
                    Simulations.TOO_MANY_UNITS(stage=stage.name, units=stage.units, most=MOST_UNITS)
                )
            mine = built([check for check in checks if check.stage == stage.name], catalog)
            self._stages.append((stage, population_of(frozen, stage), *mine))

    def submission(self, random: Generator) -> SubmittedSample:
        """Carry out the plan, its retest included."""
        sample = self._sample(random)
        if isinstance(sample, Watched):
            crossed = (sample.stage, sample.crossed_at)
            return SubmittedSample(Outcome.FAIL, Outcome.FAIL, (), crossed)
        first = decide(self._planned, sample, self._rule)
        against = tuple(
            decision.check_id for decision in first.decisions if decision.outcome is not Outcome.PASS
        )
        awaiting = frozenset(decision.check_id for decision in first.decisions if awaits_retest(decision))
        if first.outcome is not Outcome.INCONCLUSIVE or awaiting != set(against):
            return SubmittedSample(first.outcome, first.outcome, against)
        retest = self._sample(random)
        if isinstance(retest, Watched):
            return SubmittedSample(first.outcome, Outcome.FAIL, against)
        last = decide(self._planned, retest, self._rule, awaiting)
        return SubmittedSample(first.outcome, last.outcome, against)

    def _sample(self, random: Generator) -> dict[str, CheckResult] | Watched:
        """Return the results of a whole sample, or the monitor that ended its recording."""
        result, monitors = dict[str, CheckResult](), Monitoring(self._frozen).monitors
        for stage, population, checks, look_back in self._stages:
            acts = population.kind in self._defect.kinds
            dealt = (self._defect.make if acts else fair_units)(random, population, stage.units)
            units = observed(dealt, population, stage.input, self._unopened)
            if (monitor := monitors.get(stage.name)) is not None:
                for block in blocks_of(units, stage.units, stage.input, population, 0):
                    monitor.take(block)
                if monitor.crossed_at:
                    return monitor.watched
            tallies = fold(checks, blocks_of(units, stage.units, stage.input, population, look_back))
            result |= {name: check.judge(tallies[name], population) for name, check in checks.items()}
        return result


def observed(
    units: Units, population: Population, known: InputKnown = InputKnown.RESET, unopened: Order | None = None
) -> Sequence[Observation]:
    """Return the units of a fault model as a capture would hold them.

    Parameters
    ----------
    unopened
        Order of the unopened set with the marks that its cards bear; without any if left out.
    """
    if isinstance(units, bytes):
        return [RawBytes(units)]
    if population.determinant:
        raise InputError(Simulations.DOUBLE_SHOE())
    if population.kind is Kind.DRAW:
        return [Draws(units.astype(np.uint16))]
    if population.kind is Kind.ROUND:
        cards = units.astype(np.uint16)
        return CardRows(Round, cards, cards)
    assert population.cards is not None
    deck = population.cards.new_deck_order() if unopened is None else unopened
    if population.kind is Kind.DEAL:
        ends = [0, *np.cumsum(population.stacks, dtype=np.intp).tolist()]
        stacks = [slice(*span) for span in pairwise(ends)]
        return [Deal(tuple(order[stack] for stack in stacks), order[ends[-1] :]) for order in deck[units]]
    inputs = np.tile(deck, (len(units), 1))
    if known is InputKnown.CHAINED:
        for unit in range(1, len(units)):
            inputs[unit] = inputs[unit - 1][units[unit - 1]]
    inputs[1::2] += np.uint16((population.batches - 1) * max(population.cards.counts) << 6)
    return CardRows(Shuffle, inputs, np.take_along_axis(inputs, units.astype(np.intp), axis=1))


def blocks_of(
    units: Sequence[Observation], count: int, known: InputKnown, population: Population, look_back: int
) -> Iterator[Block]:
    """Yield a sample of so many units in blocks of the size that a run's records are read in."""
    size = BLOCK_UNITS[population.kind]
    provenance = Provenance(known, Source.OBSERVED)
    context: tuple[Observation, ...] = ()
    for start in range(0, count, size):
        block = Block(population, start, _stretch(units, start, start + size), provenance, context, FILLED)
        yield block
        context = tail(block, look_back)


def _stretch(units: Sequence[Observation], start: int, stop: int) -> Sequence[Observation]:
    whole = units[0]
    if isinstance(whole, Draws):
        return (Draws(whole.values[start:stop]),)
    return (RawBytes(whole.data[start:stop]),) if isinstance(whole, RawBytes) else units[start:stop]


def _estimate(hits: int, trials: int) -> DetectionRate:
    return DetectionRate(hits / trials, *clopper_pearson(hits, trials))


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
        mine, look_back = built(checks, self.catalog)
        chance = [self.seed, zlib.crc32(self.defect.name.encode())]
        make = self.defect.make if self.population.kind in self.defect.kinds else fair_units

        def rejected(place: int) -> bool:
            random = Generator(PCG64(SeedSequence(chance, spawn_key=(place,))))
            units = observed(make(random, self.population, self.units), self.population, self.known)
            tallies = fold(mine, blocks_of(units, self.units, self.known, self.population, look_back))
            result = {name: check.judge(tallies[name], self.population) for name, check in mine.items()}
            return rejects(checks, result, self.level, self.catalog)

        return rejected


def rate_of(rejected: Sequence[bool]) -> DetectionRate:
    """Return the share of files that were rejected, with exact limits."""
    return DetectionRate(sum(rejected) / len(rejected), *clopper_pearson(sum(rejected), len(rejected)), LEVEL)
