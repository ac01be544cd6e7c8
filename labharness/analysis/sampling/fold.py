"""Count blocks on any number of processes: the same tallies, bit for bit."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.processes import AHEAD, pool, useful
from labharness.analysis.sampling.tally import Tally
from labharness.errors import LabharnessError
from labharness.model.reasons.simulation import Task

Tallies = dict[str, Tally]


class SamplePart(Protocol):
    """A part of a sample that the process that counts it reads for itself."""

    def blocks(self) -> Iterator[Block]:
        """Yield its blocks."""
        ...


def fold(checks: Mapping[str, Check], parts: Iterable[Block | SamplePart], workers: int = 1) -> Tallies:
    """Return the tally of every check over a whole sample, by its name.

    Parameters
    ----------
    parts
        The sample in order.
    workers
        Processes that count; with 1, this one.

    Notes
    -----
    Merging is exact and in the order of the blocks, so that it does not matter who counted which.
    """
    if workers == 1:
        return merged(checks, (tally_all(checks, part) for part in parts))
    with pool(workers, Task.COUNTING) as processes:
        return merged(checks, counted(processes, checks, parts, useful(workers) * AHEAD))


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


def counted(
    processes: ProcessPoolExecutor,
    checks: Mapping[str, Check],
    parts: Iterable[Block | SamplePart],
    most: int,
) -> Iterator[Tallies]:
    """Yield what each part adds, in order, with at most so many parts on the way."""
    waiting: deque[Future[Tallies]] = deque()
    try:
        try:
            for part in parts:
                waiting.append(processes.submit(tally_all, checks, part))
                if len(waiting) >= most:
                    yield waiting.popleft().result()
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
