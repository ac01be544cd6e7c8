"""What a plan at work would detect and cost: simulated in processes of their own, given up when nobody waits any more."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from labharness.analysis.decision.rule import FalseAlarms, declared_checks, declared_rule, false_alarms
from labharness.analysis.power import SEED
from labharness.analysis.power.defects.named import Defect
from labharness.analysis.power.detection import Power, Submissions, SubmittedSample, outcomes, summed
from labharness.analysis.power.power_table import FOLDER, PowerTable, fits, load_table
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.benches.queueing import expected_durations
from labharness.app.catalog.games import known_table, simulated, usual
from labharness.app.catalog.plan_cache import FAIR, attendance
from labharness.app.runs.run_index import listed
from labharness.app.workspace.workspace import Workspace
from labharness.child_processes import spawn_context
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.model.reasons.wire import Simulations, Task
from labharness.model.results import Ending
from labharness.plans.attendance import Attendance, laboratory_times
from labharness.plans.frozen import FrozenPlan

COARSE, FINE = 20, 100
"""Submissions of each defect: coarsely while somebody edits, finely when asked."""
FEW = 5
"""Defects that are computed coarsely."""
PART = 5
"""Submissions of one task: what is given up ends within so many."""
POLL_S = 0.05
MIDDLE = 0.75
"""Share around which a change of the sample shows most."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run of a plan takes.

    Parameters
    ----------
    people
        What it asks of people, by the laboratory's handling times.
    device_s
        Median seconds of complete runs of this plan in the workspace, None where there is none.
    disk
        Bytes of such a run, in proportion to the units; None where there is none.
    """

    people: Attendance
    device_s: float | None = None
    disk: int | None = None


def table_of(frozen: FrozenPlan, catalog: Catalog, workspace: Path | None) -> PowerTable | None:
    """Return the table of power that was computed for a plan, None where there is none."""
    if not simulated(frozen):
        return None
    folder = None if workspace is None else workspace / "plans" / FOLDER
    content = known_table(frozen, catalog, folder)
    return None if content is None else load_table(content)


def known_powers(
    frozen: FrozenPlan, catalog: Catalog, workspace: Path | None, base: PowerTable | None = None
) -> tuple[Power, ...]:
    """Return the rows of the table that fits a plan as it stands, none where none was computed.

    Parameters
    ----------
    base
        Table of the plan that it was begun from: it fits as long as samples, checks and levels are the same.
    """
    if base is not None and fits(base, frozen, catalog):
        return base.rows
    table = table_of(frozen, catalog, workspace)
    return () if table is None else table.rows


def defects_of(frozen: FrozenPlan) -> tuple[Defect, ...]:
    """Return the defects that a plan's samples are tried with, without the fair device; none where none can be."""
    return tuple(defect for defect in usual(frozen) if defect.name != FAIR) if simulated(frozen) else ()


def telling(defects: Sequence[Defect], known: Sequence[Power], most: int = FEW) -> tuple[Defect, ...]:
    """Return the defects whose detection changes most with the sample: those found neither always nor never."""
    shares = {row.defect: row.not_passed.share for row in known}

    def settled(defect: Defect) -> tuple[bool, float]:
        share = shares.get(defect.name, MIDDLE)
        return share in (0.0, 1.0), abs(share - MIDDLE)

    ranked = sorted(defects, key=settled)
    chosen = {each.name for each in ranked[:most]}
    return tuple(defect for defect in defects if defect.name in chosen)


def alarms_of(frozen: FrozenPlan, catalog: Catalog) -> FalseAlarms:
    """Return how often the rule of a plan speaks against a fair device, by its levels alone."""
    plan = frozen.plan
    return false_alarms(declared_checks(plan, catalog), declared_rule(plan), plan.monitored_level)


def cost_of(frozen: FrozenPlan, workspace: Workspace, plan_id: str = "") -> Cost:
    """Return what a run takes; what only a device can tell comes from runs that the workspace has.

    Parameters
    ----------
    plan_id
        Plan whose runs count; the plan's own where left out.
    """
    people = attendance(frozen, laboratory_times(workspace.path))
    rows = [row for row in listed(workspace, ended_only=True) if row["plan"] == (plan_id or frozen.plan.id)]
    seconds = expected_durations(rows)
    complete = [row for row in rows if row["ending"] == Ending.COMPLETE.value and sum(row["units"].values())]
    if not seconds or not complete:
        return Cost(people)
    units, before = sum(each.units for each in frozen.plan.acquisitions), sum(complete[-1]["units"].values())
    share = units / before
    return Cost(
        people,
        next(iter(seconds.values())) * share,
        int(_bytes_of(workspace.run(complete[-1]["run"])) * share),
    )


def _bytes_of(run: RunFolder) -> int:
    return sum(file.stat().st_size for file in run.path.rglob("*") if file.is_file())


class SimulatorPool:
    """Processes that simulate samples, begun when first needed and kept between computations."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._pool: ProcessPoolExecutor | None = None

    def powers(
        self,
        frozen: FrozenPlan,
        catalog: Catalog,
        defects: Sequence[Defect],
        replicates: int,
        given_up: threading.Event,
        on_done: Callable[[int], None] = lambda _: None,
    ) -> Iterator[Power]:
        """Yield the detection rate of each defect, the same as :func:`labharness.analysis.power.detection.powers` gives.

        Parameters
        ----------
        given_up
            Ends the computation within one task.
        on_done
            Told how many submissions of all there are.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, spawn_context())
        parts = [
            (at, first, min(first + PART, replicates))
            for at in range(len(defects))
            for first in range(0, replicates, PART)
        ]
        jobs = [Submissions(frozen, catalog, defect, SEED) for defect in defects]
        waiting: deque[tuple[int, Future[list[SubmittedSample]]]] = deque()
        samples: list[SubmittedSample] = []
        done = 0
        try:
            while parts or waiting:
                while parts and len(waiting) <= self._workers:
                    at, first, stop = parts.pop(0)
                    waiting.append((at, self._pool.submit(outcomes, jobs[at], first, stop)))
                at, future = waiting[0]
                if not wait_for([future], timeout=POLL_S).done:
                    if given_up.is_set():
                        return
                    continue
                waiting.popleft()
                samples += self._result(future)
                done += PART
                on_done(min(done, replicates * len(defects)))
                if given_up.is_set():
                    return
                if len(samples) == replicates:
                    yield summed(frozen, defects[at], SEED, samples)
                    samples = []
        finally:
            for _, future in waiting:
                future.cancel()

    def _result(self, future: Future[list[SubmittedSample]]) -> list[SubmittedSample]:
        try:
            return future.result()
        except BrokenProcessPool as error:  # the next computation begins others
            self.close()
            raise LabharnessError(Simulations.PROCESS_ENDED(task=Task.SIMULATING)) from error

    def close(self) -> None:
        """Let go of the processes; what they compute is lost."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
