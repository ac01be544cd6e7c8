"""Replicates of simulations on any number of processes: the same outcomes, whoever computed which."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from labharness.analysis.sampling.processes import AHEAD, pool, useful
from labharness.model.reasons.simulation import Task

Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)

STRETCHES = 40
"""Parts of a simulation that are handed out: a progress bar moves, and making ready costs little."""


class Simulation(Protocol[Found_co]):
    """What can be replicated: it is sent to another process and made ready there."""

    def ready(self) -> Callable[[int], Found_co]:
        """Return what gives the outcome of the replicate of this number, from its own random stream."""
        ...


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
