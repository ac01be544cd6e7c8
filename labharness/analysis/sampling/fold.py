"""Count blocks on any number of processes: the same tallies, bit for bit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.judging import judged
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.processes import AHEAD, Processes, counting_processes
from labharness.analysis.sampling.tally import Tally
from labharness.errors import LabharnessError
from labharness.model.results import CheckResult

Tallies = dict[str, Tally]
HELD = 4
"""How many times as many parts as are on the way may wait for an earlier one."""


class SamplePart(Protocol):
    """A part of a sample that the process that counts it reads for itself."""

    @property
    def units(self) -> int:
        """How many units it has."""
        ...

    def blocks(self) -> Iterator[Block]:
        """Yield its blocks."""
        ...


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
        ...

    def prepare(self, checks: Mapping[str, Check], parts: type[SamplePart]) -> None:
        """Let those who count load what these checks and parts need."""
        ...

    def begin(self, checks: Mapping[str, Check], part: Given) -> Given | Begun:
        """Have a part counted before its turn, if somebody has nothing to do."""
        ...

    def fold(self, checks: Mapping[str, Check], parts: Iterable[Part]) -> Tallies:
        """Return the tally of every check over a whole sample, by its name."""
        ...

    def judge(
        self,
        checks: Mapping[str, Check],
        tallies: Tallies,
        populations: Mapping[str, Population],
        on_step: Callable[[str], None] = lambda _: None,
    ) -> dict[str, CheckResult]:
        """Return what each check makes of its tally of its sample, by its name."""
        ...


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
        on_step: Callable[[str], None] = lambda _: None,
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
    whole = {place: np.concatenate(rows) for place, rows in columns.items()}
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
        ...

    def result(self) -> Tallies:
        """Wait for it; raises what went wrong there."""
        ...

    def cancel(self) -> bool:
        """Say that nobody wants it any more."""
        ...


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
    """Count a part in this process; what is wrong with it is said when its turn has come."""
    done: Future[Tallies] = Future()
    try:
        done.set_result(count(part))
    except LabharnessError as error:
        done.set_exception(error)
    return done
