"""Where a sample is counted: processes of this computer, or a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.fold import SamplePart, Tallies, folding

MOST_WORKERS = 256
PROCESSES = "processes"
"""The executor that is this computer."""


class Counting(Protocol):
    """What counts samples, wherever it does."""

    def prepare(self, checks: Mapping[str, Check], parts: type[SamplePart]) -> None:
        """Let those who count load what these checks and parts need."""
        ...

    def fold(self, checks: Mapping[str, Check], parts: Iterable[Block | SamplePart]) -> Tallies:
        """Return the tally of every check over a whole sample, by its name."""
        ...


@contextmanager
def counting(executor: str, workers: int, *, threads: bool = False) -> Iterator[tuple[int, Counting]]:
    """Yield how many processes count, and what has them count a sample.

    Parameters
    ----------
    executor
        ``processes``, or the URL of a cluster.
    workers
        Processes of this computer.
    threads
        Whether threads count in their place.

    Raises
    ------
    InputError
        If the executor is neither.
    LabharnessError
        If the cluster cannot count.
    """
    if executor == PROCESSES:
        with folding(workers, threads=threads) as made:
            yield workers, made
        return
    from labharness.app.cluster import cluster

    with cluster(executor) as there:
        yield there.workers + 1, there  # with one, a file would be read here and its blocks sent
