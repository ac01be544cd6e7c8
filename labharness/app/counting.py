"""Where a sample is counted: processes of this computer, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from labharness.analysis.sampling.processes import Processes, counting_processes

if TYPE_CHECKING:  # commands start processes before they load what counts
    from labharness.analysis.sampling.fold import Counting

MOST_WORKERS = 256
PROCESSES = "processes"
"""The executor that is this computer."""


def helpers(executor: str, workers: int) -> AbstractContextManager[Processes | None]:
    """Start the processes that will count beside this one, before anything else is loaded; None where there are none."""
    here = executor == PROCESSES and 1 < workers <= MOST_WORKERS
    return counting_processes(workers) if here else nullcontext()


@contextmanager
def counting(executor: str, workers: int, others: Processes | None = None) -> Iterator[tuple[int, Counting]]:
    """Yield how many processes count, and what has them count a sample.

    Parameters
    ----------
    executor
        ``processes``, or the URL of a cluster.
    workers
        Processes of this computer, this one among them.
    others
        Those beside this one, where they were started already.

    Raises
    ------
    InputError
        If the executor is neither.
    LabharnessError
        If the cluster cannot count.
    """
    if executor == PROCESSES:
        from labharness.analysis.sampling.fold import Folding

        with nullcontext(others) if others else counting_processes(workers) as beside:
            yield workers, Folding(beside)
        return
    from labharness.app.cluster import cluster

    with cluster(executor) as there:
        yield there.workers + 1, there  # with one, a file would be read here and its blocks sent
