"""Run every planned check over a run's recorded samples.

Count blocks on any number of processes: the same tallies, bit for bit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.check import Check, Tally
from labharness.analysis.sampling.judging import judged
from labharness.analysis.sampling.processes import AHEAD, Processes, counting_processes
from labharness.analysis.sampling.sample import Decode, blocks, population_of
from labharness.analysis.sampling.tables import Block, Population
from labharness.errors import LabharnessError
from labharness.evidence.records.line import Record
from labharness.model.observations import OF_KIND
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.decision import Sample
from labharness.model.results import CheckResult, Counted
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire, PlannedCheck
from labharness.reason import OnStep, unheard

Tallies = dict[str, Tally]
HELD = 4
"""How many times as many parts as are on the way may wait for an earlier one."""


class SamplePart(Protocol):
    """A part of a sample that the process that counts it reads for itself."""

    @property
    def units(self) -> int:
        """How many units it has."""

    def blocks(self) -> Iterator[Block]:
        """Yield its blocks."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A part that another process counts already.

    Parameters
    ----------
    units
        How many units it has.
    pending
        What they add.
    """

    units: int
    pending: PendingTallies


Given = TypeVar("Given", bound=SamplePart)
Part = Block | SamplePart | Begun


class Counting(Protocol):
    """What counts and judges samples, wherever it does."""

    @property
    def others(self) -> Any:
        """Who computes beside this process, what is given by ``submit``; None where nobody does."""

    def prepare(self, checks: Mapping[str, Check], parts: type[SamplePart]) -> None:
        """Let those who count load what these checks and parts need."""

    def begin(self, checks: Mapping[str, Check], part: Given) -> Given | Begun:
        """Have a part counted before its turn, if somebody has nothing to do."""

    def fold(self, checks: Mapping[str, Check], parts: Iterable[Part]) -> Tallies:
        """Return the tally of every check over a whole sample, by its name."""

    def judge(
        self,
        checks: Mapping[str, Check],
        tallies: Tallies,
        populations: Mapping[str, Population],
        on_step: OnStep = unheard,
    ) -> dict[str, CheckResult]:
        """Return what each check makes of its tally of its sample, by its name."""


def fold(checks: Mapping[str, Check], parts: Iterable[Part], workers: int = 1) -> Tallies:
    """Return the tally of every check over a whole sample, by its name, as so many processes of this computer count it."""
    with counting_processes(workers) as others:
        return Folding(others).fold(checks, parts)


@dataclass(frozen=True, slots=True)
class Folding:
    """Counts samples on this computer, each in parts: this process does, and those beside it.

    Parameters
    ----------
    others
        The processes beside it; None where there are none.
    """

    others: Processes | None = None
    _begun: list[PendingTallies] = field(default_factory=list)

    def prepare(self, checks: Mapping[str, Check], parts: type[SamplePart]) -> None:
        """Let the others load what these checks and parts need, while this process does something else."""
        if self.others is not None:
            for _ in range(self.others.workers):
                self.others.submit(_loaded, checks, parts)

    def begin(self, checks: Mapping[str, Check], part: Given) -> Given | Begun:
        """Have one of the others count a part before its turn; return the part itself where all have enough to do.

        Its tallies are used when the sample is folded, and discarded if it never is.
        """
        if self.others is None or len(self._begun) >= self.others.workers * AHEAD * HELD:
            return part
        if (
            sum(not each.done() for each in self._begun[-self.others.workers * AHEAD :])
            >= self.others.workers * AHEAD
        ):
            return part
        begun = Begun(part.units, self.others.submit(tally_all, checks, part))
        self._begun.append(begun.pending)
        return begun

    def fold(self, checks: Mapping[str, Check], parts: Iterable[Part]) -> Tallies:
        """Return the tally of every check over a whole sample, by its name.

        Parameters
        ----------
        parts
            The sample in order.

        Notes
        -----
        Merging is exact and in the order of the parts, so that it does not matter who counted which.
        """
        count = partial(tally_all, checks)
        if self.others is None:
            return merged(checks, map(count, parts))
        submit = partial(self.others.submit, tally_all, checks)
        return merged(checks, counted(submit, count, parts, self.others.workers * AHEAD))

    def judge(
        self,
        checks: Mapping[str, Check],
        tallies: Tallies,
        populations: Mapping[str, Population],
        on_step: OnStep = unheard,
    ) -> dict[str, CheckResult]:
        """Return what each check makes of its tally of its sample, by its name."""
        return judged(checks, tallies, populations, on_step, self.others)


def _loaded(*_: object) -> None:
    """Do nothing: unpickling the arguments has imported the modules of the checks and parts."""


def tally_all(checks: Mapping[str, Check], part: Block | SamplePart) -> Tallies:
    """Return what a part of a sample adds to every check."""
    if isinstance(part, Block):
        return {name: check.tally(part) for name, check in checks.items()}
    return merged(checks, (tally_all(checks, block) for block in part.blocks()))


def merged(checks: Collection[str], parts: Iterable[Tallies]) -> Tallies:
    """Merge neighbors of equal age, as a counter carries: no list of a tally is copied more than a few times.

    Columns, of one row for each unit, are joined once, at the end.
    """
    waiting: list[Tallies] = []
    columns: dict[tuple[str, str], list[NDArray[np.unsignedinteger[Any]]]] = {}
    for number, part in enumerate(parts, 1):
        for name, tally in part.items():
            for key, rows in tally.columns.items():
                columns.setdefault((name, key), []).append(rows)
        waiting.append({name: replace(tally, columns={}) for name, tally in part.items()})
        while number % 2 == 0:
            later = waiting.pop()
            waiting[-1] = _joined(waiting[-1], later)
            number //= 2  # noqa: PLW2901  as many carries as the number of parts has zeros at its end
    total = {name: Tally() for name in checks}
    for later in reversed(waiting):
        total = _joined(later, total)
    whole = {place: np.concatenate(columns.pop(place)) for place in list(columns)}
    return {
        name: replace(tally, columns={key: rows for (of, key), rows in whole.items() if of == name})
        for name, tally in total.items()
    }


def _joined(first: Tallies, later: Tallies) -> Tallies:
    return {name: tally.merge(later[name]) for name, tally in first.items()}


class PendingTallies(Protocol):
    """What another process adds, once it has counted."""

    def done(self) -> bool:
        """Say whether it has."""

    def result(self) -> Tallies:
        """Wait for it; raises what went wrong there."""

    def cancel(self) -> bool:
        """Cancel it: its result is no longer needed."""


def counted(
    submit: Callable[[Block | SamplePart], PendingTallies],
    count: Callable[[Block | SamplePart], Tallies] | None,
    parts: Iterable[Part],
    most: int,
) -> Iterator[Tallies]:
    """Yield what each part adds, in order.

    Parameters
    ----------
    submit
        Lets another process count a part.
    count
        Counts a part here, where the others have enough to do; None where this process only waits for them.
    most
        Parts that are on the way at most.
    """
    waiting: deque[PendingTallies] = deque()
    try:
        try:
            for part in parts:
                while waiting and (waiting[0].done() or len(waiting) >= most * HELD):
                    yield waiting.popleft().result()
                if isinstance(part, Begun):
                    waiting.append(part.pending)
                elif sum(not each.done() for each in waiting) < most:
                    waiting.append(submit(part))
                elif count is not None:
                    waiting.append(_here(count, part))
                else:
                    yield waiting.popleft().result()
                    waiting.append(submit(part))
        except LabharnessError:
            # What is wrong with an earlier part is said first.
            while waiting:
                waiting.popleft().result()
            raise
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _here(count: Callable[[Block | SamplePart], Tallies], part: Block | SamplePart) -> Future[Tallies]:
    """Count a part in this process; its errors are raised when its turn comes."""
    done: Future[Tallies] = Future()
    try:
        done.set_result(count(part))
    except LabharnessError as error:
        done.set_exception(error)
    return done


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
        result.append(PlannedSample(stage, population_of(frozen, stage), *built(mine, catalog)))
    return tuple(result)


def built(planned: Iterable[PlannedCheck], catalog: Catalog) -> tuple[dict[str, Check], int]:
    """Return checks by id, and how many units before a block they read."""
    checks, look_back = dict[str, Check](), 0
    for each in planned:
        checks[each.id] = catalog.build(each)
        look_back = max(look_back, catalog.check_info(each.check).look_back)
    return checks, look_back


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
    on_step: OnStep = unheard,
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

    for sample in reversed(tuple(planned)):
        stage = sample.stage
        on_step(Doing.COUNTING(stage=stage.name))
        counted, units[stage.name] = _counted(sample.checks, samples(sample) if sample.checks else (), there)
        tallies |= counted
        sample_of |= dict.fromkeys(sample.checks, sample)
    checks = {
        planned.id: sample_of[planned.id].checks[planned.id]
        for planned in frozen.plan.checks
        if units[planned.stage]
    }
    judged = there.judge(checks, tallies, {name: sample_of[name].population for name in checks}, on_step)

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
