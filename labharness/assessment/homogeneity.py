"""Homogeneity of a submission: whether its units, versions, card sets and sessions behave alike.

A sample speaks for the device that it was drawn from. This asks another question than fairness: whether the next
device is this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.decision.families import holm
from labharness.analysis.laws.homogeneity import LargestDifference, contingency_test, permutation_test
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.sample import population_of
from labharness.analysis.sampling.unit_statistics import statistics_of
from labharness.assessment.attempts.curing import counted
from labharness.assessment.dossier import Dossier, Group
from labharness.assessment.law import standard
from labharness.assessment.runs.subject import Subject
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.course import SessionOpenedBody
from labharness.evidence.records.sample import ObservedBody
from labharness.model.observations import Batch, Kind
from labharness.model.reasons.homogeneity import Factor, Homogeneity
from labharness.model.results import Ending
from labharness.plans.frozen import frozen_plan
from labharness.plans.stages import Acquire
from labharness.reason import Reason

SEED = 461
_FEWEST = 999
"""Permutations at least; so many more that the smallest p-value, adjusted, is a tenth of the level."""


@dataclass(frozen=True, slots=True)
class GroupComparison:
    """Groups of runs, or of sessions, under one plan.

    Parameters
    ----------
    factors
        What distinguishes the groups; several where they cannot be separated, as with one version in each unit.
    groups, units
        Their names, and the units of each that are compared.
    largest
        The statistic in which they differ most, with its mean in each group; None where nothing varies.
    p, adjusted
        As computed, and adjusted by Holm's method among the required comparisons; None where not computed.
    required
        Whether it must not reject; sessions are compared for information.
    rejects
        Whether it rejects at the declared level.
    """

    plan: str
    stage: str
    factors: tuple[Factor, ...]
    groups: tuple[str, ...]
    units: tuple[int, ...]
    largest: Reason | None = None
    means: tuple[float, ...] = ()
    p: float | None = None
    adjusted: float | None = None
    required: bool = True
    rejects: bool = False


@dataclass(frozen=True)
class _Part:
    """The sample of one session of a run, and the groups that it belongs to."""

    names: dict[Factor, str]
    block: Block


def compare_groups(dossier: Dossier) -> tuple[GroupComparison, ...]:
    """Compare the runs of a submission that followed one plan: by unit, software, card set and session.

    Notes
    -----
    Compared are complete runs whose evidence verifies, without those that were set aside and those of replaced
    software. Shuffles, rounds and deals are compared by permutation of labels, outcomes by a contingency table.
    Raw bytes are the generator's own output and are not compared.
    """
    parted: dict[tuple[str, str], list[tuple[Group, Subject]]] = {}
    for group in counted(dossier):
        for run in group.counting:
            if run.ending is Ending.COMPLETE and run.verification.clean:
                key = (run.frozen.sha256, run.frozen.game.id)
                parted.setdefault(key, []).append((group, run))
    asked = [each for runs in parted.values() for each in _comparisons(runs)]
    needed = sum(each.required for each, _, _ in asked)
    permutations = max(_FEWEST, ceil(10 * needed / standard().homogeneity_level))
    return _judged([_compared(each, labels, parts, permutations) for each, labels, parts in asked])


def _comparisons(
    runs: Sequence[tuple[Group, Subject]],
) -> Iterator[tuple[GroupComparison, tuple[int, ...], tuple[_Part, ...]]]:
    """Yield what is compared of the runs of one plan: the comparison, the group of each part, and the parts."""
    if len(runs) == 1 and runs[0][1].summary.session <= 1:
        return
    plan = runs[0][1].frozen.plan
    for stage in plan.acquisitions:
        if stage.observes is Kind.BYTES:
            continue
        parts = tuple(part for group, run in runs for part in _parts(group, run, stage))
        partitions: dict[tuple[int, ...], list[Factor]] = {}
        for factor in Factor:
            names = [part.names[factor] for part in parts]
            order = list(dict.fromkeys(names))
            labels = tuple(order.index(name) for name in names)
            if len(order) > 1:
                partitions.setdefault(labels, []).append(factor)
        for labels, factors in partitions.items():
            groups = dict(zip(labels, (part.names[factors[0]] for part in parts), strict=True))
            of_groups = tuple(groups[label] for label in sorted(groups))
            required = factors != [Factor.SESSION]
            comparison = GroupComparison(
                plan.id, stage.name, tuple(factors), of_groups, (), required=required
            )
            yield comparison, labels, parts


def _parts(group: Group, run: Subject, stage: Acquire) -> Iterator[_Part]:
    cards = run.start.cards
    names = {
        Factor.UNIT: f"{group.model} {group.serial}".strip() or run.run,
        Factor.SOFTWARE: ", ".join(sorted(f"{text.name} {text.version}" for text in group.software))
        or "not named",
        Factor.CARDS: cards.id if cards else "not named",
    }
    for session, block in _sessions(run.folder.path, run.head, stage.name):
        yield _Part({**names, Factor.SESSION: f"{run.run}, session {session}"}, block)


@lru_cache(maxsize=64)
def _sessions(path: Path, head: str, stage: str) -> tuple[tuple[int, Block], ...]:  # noqa: ARG001  names the content
    """Return the sample of each session of a run; the head hash of its ledger says which content was read."""
    folder = RunFolder(path)
    frozen = frozen_plan(folder, altered=True)
    population = population_of(frozen, next(each for each in frozen.plan.acquisitions if each.name == stage))
    session, result = 1, dict[int, list[Batch]]()
    for record in folder.records():
        if isinstance(record.body, SessionOpenedBody):
            session = record.body.session
        elif isinstance(record.body, ObservedBody) and record.body.stage == stage:
            result.setdefault(session, []).append(record.body.batch())
    return tuple((number, _block(population, batches)) for number, batches in result.items())


def _block(population: Population, batches: Sequence[Batch]) -> Block:
    observations = tuple(each for batch in batches for each in batch.observations)
    return Block(population, batches[0].first, observations, batches[0].provenance)


def _compared(
    comparison: GroupComparison, labels: tuple[int, ...], parts: Sequence[_Part], permutations: int
) -> GroupComparison:
    blocks, groups = [part.block for part in parts], range(len(comparison.groups))
    if blocks[0].population.kind is Kind.DRAW:
        counts = _counts(blocks, labels)
        difference = contingency_test(counts)
        units = counts.sum(axis=1)
        shares = counts / np.maximum(units, 1)[:, None]
        name = (
            Homogeneity.OUTCOME(outcome=blocks[0].population.low + difference.column) if difference else None
        )
        return _told(comparison, difference, name, units, shares)
    names, tables = statistics_of(blocks)
    table = np.concatenate(tables)
    of_rows = np.repeat(labels, [len(each) for each in tables])
    difference = permutation_test(table, of_rows, permutations, SEED)
    means = np.stack([_mean(table[of_rows == group]) for group in groups])
    return _told(
        comparison,
        difference,
        names[difference.column] if difference else None,
        np.bincount(of_rows, minlength=len(groups)),
        means,
    )


def _counts(blocks: Sequence[Block], labels: tuple[int, ...]) -> NDArray[np.int64]:
    """Return outcomes by group; those out of range belong to no outcome."""
    population = blocks[0].population
    size = population.high - population.low + 1
    counts = np.zeros((max(labels) + 1, size), dtype=np.int64)
    for label, block in zip(labels, blocks, strict=True):
        codes = block.values.astype(np.int64) - population.low
        counts[label] += np.bincount(codes[(codes >= 0) & (codes < size)], minlength=size)
    return counts


def _mean(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    means: NDArray[np.float64] = rows.mean(axis=0) if len(rows) else np.full(rows.shape[1], np.nan)
    return means


def _told(
    comparison: GroupComparison,
    difference: LargestDifference | None,
    name: Reason | None,
    units: NDArray[np.intp] | NDArray[np.int64],
    means: NDArray[np.float64],
) -> GroupComparison:
    sizes = tuple(map(int, units))
    if difference is None:
        return replace(comparison, units=sizes)
    of_groups = tuple(float(value) for value in means[:, difference.column])
    return replace(comparison, units=sizes, largest=name, means=of_groups, p=difference.p)


def _judged(result: Sequence[GroupComparison]) -> tuple[GroupComparison, ...]:
    """Hold required comparisons to the declared level together, and each of the others to it alone."""
    level = standard().homogeneity_level
    required = [each for each in result if each.required]
    adjusted = iter(holm([1.0 if each.p is None else each.p for each in required]))
    judged = []
    for each in result:
        p = next(adjusted) if each.required else each.p
        p = None if each.p is None else p
        judged.append(replace(each, adjusted=p, rejects=p is not None and p < level))
    return tuple(judged)
