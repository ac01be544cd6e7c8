"""Count blocks on any number of processes: the same tallies, bit for bit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.processes import AHEAD, Processes
from labharness.analysis.sampling.tally import Tally
from labharness.errors import LabharnessError
from labharness.model.reasons.simulation import Task

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


def fold(
    checks: Mapping[str, Check],
    parts: Iterable[Block | SamplePart],
    workers: int = 1,
    *,
    threads: bool = False,
) -> Tallies:
    """Return the tally of every check over a whole sample, by its name; parameters as of :func:`folding`."""
    with folding(workers, threads=threads) as made:
        return made.fold(checks, parts)


@contextmanager
def folding(workers: int, *, threads: bool = False) -> Iterator[Folding]:
    """Give what counts samples on this computer.

    Parameters
    ----------
    workers
        Processes that count, this one among them.
    threads
        Whether threads count in their place: for a sample that compiled loops read, during which threads do not wait for
        each other. They need neither a start nor copies.
    """
    if workers == 1:
        yield Folding(None, 0)
        return
    # This process counts too: it would only wait, and another one takes a second to start.
    if threads:
        with ThreadPoolExecutor(workers - 1) as executor:
            yield Folding(executor.submit, workers - 1)
        return
    others = Processes(workers - 1, Task.COUNTING)
    try:
        yield Folding(others.submit, others.workers)
    finally:
        others.close()


@dataclass(frozen=True, slots=True)
class Folding:
    """Counts samples, each in parts and with the help of others.

    Parameters
    ----------
    submit
        Has one of the others do something; None where there are none.
    others
        How many there are.
    """

    submit: Callable[..., PendingTallies] | None
    others: int

    def prepare(self, checks: Mapping[str, Check], parts: type[SamplePart]) -> None:
        """Let the others load what these checks and parts need, while this process does something else."""
        if self.submit is not None:
            for _ in range(self.others):
                self.submit(_loaded, checks, parts)

    def fold(self, checks: Mapping[str, Check], parts: Iterable[Block | SamplePart]) -> Tallies:
        """Return the tally of every check over a whole sample, by its name.

        Parameters
        ----------
        parts
            The sample in order.

        Notes
        -----
        Merging is exact and in the order of the parts, so that it does not matter who counted which.
        """
        if self.submit is None:
            return merged(checks, (tally_all(checks, part) for part in parts))
        count = partial(tally_all, checks)
        submit = partial(self.submit, tally_all, checks)
        return merged(checks, counted(submit, count, parts, self.others * AHEAD))


def _loaded(*_: object) -> None:
    """Load the compiler of loops. Unpickling the arguments has imported the modules of the checks and parts."""
    import_module("numba")


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
    parts: Iterable[Block | SamplePart],
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
                if sum(not one.done() for one in waiting) < most:
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
