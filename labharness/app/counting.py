"""Where a sample is counted: processes of this computer, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import Check
from labharness.analysis.sampling.files.stretches import Stretch
from labharness.analysis.sampling.fold import Tallies, fold

MOST_WORKERS = 256
PROCESSES = "processes"
"""The executor that is this computer."""


@contextmanager
def counting(
    executor: str, workers: int, *, threads: bool = False
) -> Iterator[tuple[int, Callable[[Mapping[str, Check], Iterable[Block | Stretch]], Tallies]]]:
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
        yield workers, partial(fold, workers=workers, threads=threads)
        return
    from labharness.app.cluster import cluster

    with cluster(executor) as there:
        yield there.workers + 1, there.fold  # with one, a file would be read here and its blocks sent
