"""Judge a run again from its folder, on any number of processes or on a cluster, and compare with its record.

Where a sample is counted: processes of this computer, or a cluster.

Whether what was computed again is what is on record, on whatever processor.

Processors of several kinds add in several orders, and the last digits of a sum depend on that. Counts, words and outcomes are
compared exactly, other numbers to nine digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.analysis.sampling.evaluation import Begun, PlannedSample, evaluate, planned_samples
from labharness.analysis.sampling.processes import Processes, counting_processes
from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.judging import as_stated, verdict_on
from labharness.errors import InputError, IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import dump
from labharness.evidence.records.line import Record
from labharness.evidence.verify import verify
from labharness.games.chapter_standing import is_rescinded
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.run import Runs
from labharness.model.results import CheckResult, Ending, Standing, Verdict, standing_of
from labharness.plans.frozen import frozen_plan
from labharness.reason import OnStep, Reason, unheard
from labharness.runner.cutting import RunPart, builders, run_cutting

if TYPE_CHECKING:
    from labharness.analysis.sampling.evaluation import Counting


MOST_WORKERS = 256
PROCESSES = "processes"
"""The executor that is this computer."""


def too_many(workers: int) -> Reason | None:
    """Return why so many processes cannot count, None where they can."""
    known = 1 <= workers <= MOST_WORKERS
    return None if known else Inputs.OUT_OF_RANGE(low=1, high=MOST_WORKERS, got=str(workers))


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
        from labharness.analysis.sampling.evaluation import Folding

        with nullcontext(others) if others else counting_processes(workers) as beside:
            yield workers, Folding(beside)
        return
    from labharness.app.runs.cluster import cluster

    with cluster(executor) as there:
        yield there.workers + 1, there  # with one, a file would be read here and its blocks sent


RELATIVE, ABSOLUTE = 1e-9, 1e-14
"""Differences that the order of additions can make: of a number, and of one that is itself a difference of larger ones."""


def same_values(value: Any, recorded: Any) -> bool:
    """Say whether two frozen dataclasses of the model have the same values.

    Examples
    --------
    >>> from labharness.model.results import CheckResult
    >>> first, again = (CheckResult(units=9, p={"right": p}) for p in (0.3098161600654519, 0.30981616006545193))
    >>> same_values(first, again), same_values(first, CheckResult(units=8, p=first.p))
    (True, False)
    """
    return _same(dump(value), dump(recorded))


def _same(value: Any, other: Any) -> bool:
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(_same(each, other[key]) for key, each in value.items())
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_same, value, other))
    if isinstance(value, float) and isinstance(other, float):
        counts = value.is_integer() and other.is_integer()
        return value == other or (not counts and isclose(value, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE))
    return bool(value == other)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the records of a run give when they are judged again.

    Parameters
    ----------
    results
        Result of every check, by its id.
    verdict, standing, ending
        What they add up to, and how the run stopped.
    recorded
        Whether the run has a verdict on record.
    differing
        Ids of the checks, and ``verdict``, that the record has with other values.
    titles
        Titles of the checks on record, by id.
    """

    results: Mapping[str, CheckResult]
    verdict: Verdict
    standing: Standing
    ending: Ending
    recorded: bool
    differing: tuple[str, ...]
    titles: Mapping[str, str]


def evaluate_run(
    folder: RunFolder,
    workers: int = 1,
    executor: str = PROCESSES,
    on_step: OnStep = unheard,
    others: Processes | None = None,
    workspace: Path | None = None,
) -> Evaluation:
    """Count and judge the recorded samples of a run; nothing is written.

    Parameters
    ----------
    workers, executor
        As of :func:`labharness.app.runs.evaluating.counting`.  One pass here verifies the run and cuts its records into ranges.
        Processes of this computer read theirs from the disk, workers of a cluster are sent theirs; all compare what they
        read with what was verified, decode and count it.  The results are the same to the last bit.
    others
        Processes that count beside this one, where they were started already.
    workspace
        The one that a person named or opened, whose plug-ins may count.

    Raises
    ------
    InputError
        If a runner is at work on it: numbers of a sample that grows are no evidence.
    IntegrityError
        If the folder does not verify.
    """
    if folder.alive:
        raise InputError(Runs.AT_WORK(run=folder.run))
    with counting(executor, workers, others) as (processes, there):
        catalog, frozen = discover(workspace), frozen_plan(folder)
        planned = planned_samples(frozen, catalog)
        there.prepare({name: check for each in planned for name, check in each.checks.items()}, RunPart)

        def begin(sample: PlannedSample, part: RunPart) -> RunPart | Begun:
            return there.begin(sample.checks, part)

        history = RunHistory()
        cutting = run_cutting(folder, planned, processes, builders(folder, catalog), begin)

        def each(record: Record) -> None:
            history.take(record)
            cutting.take(record)

        if problems := verify(folder.path, None, each, cutting.read, cutting.framed).problems:
            raise IntegrityError(*problems)
        results = evaluate(frozen, planned, cutting.parts, on_step, there)
    summary = history.summary
    ending = summary.ending or Ending.INTERRUPTED
    verdict = verdict_on(results, folder, frozen, catalog, ending, history)
    recorded = summary.verdict is not None and not summary.awaits_judgment
    differing = other_results(results, summary.results) if recorded else []
    if recorded and not same_values(verdict, summary.verdict):
        differing.append("verdict")
    standing = standing_of(
        verdict.outcome,
        ending=ending,
        simulated=summary.simulated,
        replayed=summary.replayed,
        rescinded_law=is_rescinded(frozen.game.standing),
    )
    return Evaluation(results, verdict, standing, ending, recorded, tuple(differing), summary.titles)


def other_results(results: Mapping[str, CheckResult], before: Mapping[str, CheckResult]) -> list[str]:
    """Return the ids of the checks that a record has with other values.

    A program that stated no bounds on gains, or not which strategies they cover, or not how many units were judged, may have
    written the record; what it stated is compared.
    """
    return [
        name
        for name, result in results.items()
        if (known := before.get(name)) is None or not same_values(_as_stated(result, known), known)
    ]


def _as_stated(result: CheckResult, known: CheckResult) -> CheckResult:
    result = as_stated(result, known)
    if known.bounds is None or result.bounds is None:
        return replace(result, bounds=None if known.bounds is None else result.bounds)
    if any(bound.covers is not None for bound in known.bounds):
        return result
    return replace(result, bounds=tuple(replace(bound, covers=None) for bound in result.bounds))
