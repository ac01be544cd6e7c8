"""Judge a run again from its folder, on any number of processes or on a cluster, and compare with its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from labharness.analysis.sampling.evaluation import PlannedSample, evaluate, planned_samples
from labharness.analysis.sampling.fold import Begun
from labharness.analysis.sampling.processes import Processes
from labharness.app.counting import PROCESSES, counting
from labharness.app.plug_ins.discovery import discover
from labharness.app.same_values import same_values
from labharness.assessment.runs.judging import verdict_on
from labharness.errors import InputError, IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.line import Record
from labharness.evidence.verify import verify
from labharness.games.chapter_standing import is_rescinded
from labharness.model.reasons.run import Runs
from labharness.model.results import CheckResult, Ending, Verdict
from labharness.model.standing import Standing, standing_of
from labharness.plans.frozen import frozen_plan
from labharness.runner.cutting import run_cutting
from labharness.runner.replaying import builders
from labharness.runner.run_parts import RunPart


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
    on_step: Callable[[str], None] = lambda _: None,
    others: Processes | None = None,
    workspace: Path | None = None,
) -> Evaluation:
    """Count and judge the recorded samples of a run; nothing is written.

    Parameters
    ----------
    workers, executor
        As of :func:`labharness.app.counting.counting`.  One pass here verifies the run and cuts its records into ranges.
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

    A program that stated no bounds on gains, or not which strategies they cover, may have written the record; what it
    stated is compared.
    """
    return [
        name
        for name, result in results.items()
        if (known := before.get(name)) is None or not same_values(_as_stated(result, known), known)
    ]


def _as_stated(result: CheckResult, known: CheckResult) -> CheckResult:
    if known.bounds is None or result.bounds is None:
        return replace(result, bounds=None if known.bounds is None else result.bounds)
    if any(bound.covers is not None for bound in known.bounds):
        return result
    return replace(result, bounds=tuple(replace(bound, covers=None) for bound in result.bounds))
