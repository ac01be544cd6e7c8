"""Count blocks on any number of processes: the same tallies, bit for bit."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from labharness.analysis.block import Block
from labharness.analysis.check import Check
from labharness.analysis.tally import Tally
from labharness.errors import LabharnessError

AHEAD = 2
"""Blocks that wait for each process: enough to keep it busy, few enough for flat memory."""

Tallies = dict[str, Tally]


def fold(checks: Mapping[str, Check], blocks: Iterable[Block], workers: int = 1) -> Tallies:
    """Return the tally of every check over all blocks, by its name.

    Parameters
    ----------
    workers
        Processes that count; with 1, this one.

    Notes
    -----
    Merging is exact and in the order of the blocks, so that it does not matter who counted which.
    """
    if workers == 1:
        return _merged(checks, (tally_all(checks, block) for block in blocks))
    try:
        # Fresh interpreters: a copy of this one could inherit a lock that a thread of it holds.
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            return _merged(checks, counted(pool, checks, blocks, workers * AHEAD))
    except BrokenProcessPool as error:
        raise LabharnessError(
            "A counting process was ended from outside; try again with fewer --workers."
        ) from error


def tally_all(checks: Mapping[str, Check], block: Block) -> Tallies:
    """Return what a block adds to every check."""
    return {name: check.tally(block) for name, check in checks.items()}


def _merged(checks: Mapping[str, Check], parts: Iterable[Tallies]) -> Tallies:
    """Merge neighbours of equal age, as a counter carries: no list of a tally is copied more than a few times."""
    waiting: list[Tallies] = []
    for number, part in enumerate(parts, 1):
        waiting.append(part)
        while number % 2 == 0:
            later = waiting.pop()
            waiting[-1] = _joined(waiting[-1], later)
            number //= 2  # noqa: PLW2901  as many carries as the number of parts has zeros at its end
    total = {name: Tally() for name in checks}
    for later in reversed(waiting):
        total = _joined(later, total)
    return total


def _joined(first: Tallies, later: Tallies) -> Tallies:
    return {name: tally.merge(later[name]) for name, tally in first.items()}


def counted(
    pool: ProcessPoolExecutor, checks: Mapping[str, Check], blocks: Iterable[Block], most: int
) -> Iterator[Tallies]:
    """Yield what each block adds, in order, with at most so many blocks on the way."""
    waiting: deque[Future[Tallies]] = deque()
    try:
        for block in blocks:
            waiting.append(pool.submit(tally_all, checks, block))
            if len(waiting) >= most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
