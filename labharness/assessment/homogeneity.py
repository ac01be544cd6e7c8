"""Homogeneity of a submission: whether its units, versions, card sets and sessions behave alike.

A sample speaks for the device that it was drawn from. This asks another question than fairness: whether the next
device is this one.

What a submission builds on: the items of its earlier report against its own, and what its type requires of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import ceil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.decision.families import holm
from labharness.analysis.laws.tails import contingency_test, permutation_test
from labharness.analysis.sampling.sample import population_of, statistics_of
from labharness.analysis.sampling.tables import Block, Population
from labharness.assessment.dossier import Dossier, Group, reads_the_same
from labharness.assessment.law import standard
from labharness.assessment.runs.subject import Subject
from labharness.assessment.settling import counted
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.calls import ObservedBody
from labharness.evidence.records.course import SessionOpenedBody
from labharness.filings.entries.filing import BUILDS_ON_ANOTHER, Filing, SubmissionKind
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import (
    FormerDeficiency,
    FormerItem,
    FormerReport,
    Submission,
    former_items,
)
from labharness.model.observations import Batch, Kind
from labharness.model.reasons.decision import Baselines, Factor, Homogeneity
from labharness.model.results import Ending
from labharness.plans.frozen import frozen_plan
from labharness.plans.plan import Acquire
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
            asked = GroupComparison(plan.id, stage.name, tuple(factors), of_groups, (), required=required)
            yield asked, labels, parts


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
    blocks, groups = [part.block for part in parts], len(comparison.groups)
    names: Sequence[Reason] = ()
    if blocks[0].population.kind is Kind.DRAW:
        counts = _counts(blocks, labels)
        difference = contingency_test(counts)
        units = counts.sum(axis=1)
        means = counts / np.maximum(units, 1)[:, None]
    else:
        names, tables = statistics_of(blocks)
        table = np.concatenate(tables)
        of_rows = np.repeat(labels, [len(each) for each in tables])
        difference = permutation_test(table, of_rows, permutations, SEED)
        units = np.bincount(of_rows, minlength=groups)
        means = np.stack([_mean(table[of_rows == group]) for group in range(groups)])
    sizes = tuple(map(int, units))
    if difference is None:
        return replace(comparison, units=sizes)
    at = difference.column
    largest = names[at] if names else Homogeneity.OUTCOME(outcome=blocks[0].population.low + at)
    return replace(
        comparison, units=sizes, largest=largest, means=tuple(map(float, means[:, at])), p=difference.p
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


_CHANGES = (SubmissionKind.MODIFICATION, SubmissionKind.EMERGENCY_MODIFICATION)
_ON_APPROVAL = (*_CHANGES, SubmissionKind.REGRESSION)
"""Types that build on a report that recommended approval."""


class ItemState(StrEnum):
    """An item of this submission against the earlier report."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    NEW = "new"
    DROPPED = "not submitted"


@dataclass(frozen=True, slots=True)
class ItemPair:
    """An item of the earlier report and its counterpart in this submission; at least one of them exists."""

    before: FormerItem | None
    now: FormerItem | None

    @property
    def state(self) -> ItemState:
        """How the two compare; the hash decides for software."""
        if self.before is None:
            return ItemState.NEW
        if self.now is None:
            return ItemState.DROPPED
        same = self.before.digest.casefold() == self.now.digest.casefold()
        return ItemState.UNCHANGED if same and self.before.version == self.now.version else ItemState.CHANGED


@dataclass(frozen=True, slots=True)
class FormerAnswer:
    """A deficiency of the earlier report, and the entry of this submission that answers it."""

    former: FormerDeficiency
    answer: Deficiency | None


def compared(dossier: Dossier) -> tuple[ItemPair, ...]:
    """Return every item of the earlier report and of this submission in pairs; empty without an earlier report."""
    if dossier.baseline is None:
        return ()
    before, pairs = list(dossier.baseline.items), list[ItemPair]()
    for now in former_items(dossier.submission):
        match = next((each for each in before if _same_item(each, now)), None)
        if match is not None:
            before.remove(match)
        pairs.append(ItemPair(match, now))
    return (*pairs, *(ItemPair(each, None) for each in before))


def answered(dossier: Dossier) -> tuple[FormerAnswer, ...]:
    """Return the open deficiencies of the earlier report, each with its answer in this submission."""
    if dossier.baseline is None:
        return ()
    answers = {each.answers: each for each in dossier.submission.of(Deficiency) if each.answers}
    former = (deficiency for deficiency in dossier.baseline.deficiencies if deficiency.is_open)
    return tuple(FormerAnswer(deficiency, answers.get(deficiency.id)) for deficiency in former)


def uncompared(dossier: Dossier) -> Iterable[str]:
    """Return the number of the earlier report where its items could not be compared."""
    filing = dossier.submission.filing
    return [filing.baseline] if filing.type in BUILDS_ON_ANOTHER and dossier.baseline is None else []


def open_items(dossier: Dossier) -> Iterator[Reason]:
    """Yield what the type of the submission requires and the records do not show."""
    filing = dossier.submission.filing
    if dossier.baseline is not None:
        yield from _of_former_report(dossier, dossier.baseline)
    if filing.type is SubmissionKind.EMERGENCY_MODIFICATION:
        yield from _of_permission(filing, dossier.made[:10])
    if filing.type is SubmissionKind.ABBREVIATED and not filing.omitted:
        yield Baselines.NOTHING_OMITTED()


def _of_former_report(dossier: Dossier, former: FormerReport) -> Iterator[Reason]:
    kind = dossier.submission.filing.type
    if not former.proven:
        yield Baselines.UNPROVEN(report=former.number)
    if kind in _ON_APPROVAL and not former.approves:
        yield Baselines.NOT_APPROVED(report=former.number)
    if kind in _CHANGES and all(each.state is ItemState.UNCHANGED for each in compared(dossier)):
        yield Baselines.NOTHING_CHANGED(report=former.number)
    if kind is SubmissionKind.RESUBMISSION:
        for step in answered(dossier):
            if step.answer is None:
                yield Baselines.UNANSWERED(
                    report=former.number, deficiency=step.former.id, finding=step.former.finding
                )


def _of_permission(filing: Filing, text: str) -> Iterator[Reason]:
    if not filing.permitted_by or filing.permitted is None:
        yield Baselines.NO_PERMISSION()
    if filing.provisional_until is None:
        yield Baselines.NO_LIMIT()
    elif filing.provisional_until.isoformat() < text:
        yield Baselines.EXPIRED(until=filing.provisional_until.isoformat())


def provisional(submission: Submission) -> Reason | None:
    """Return until when an emergency modification is permitted, and by whom; None for any other submission."""
    filing = submission.filing
    if filing.type is not SubmissionKind.EMERGENCY_MODIFICATION:
        return None
    if filing.provisional_until is None or filing.permitted is None or not filing.permitted_by:
        return None
    until, since = filing.provisional_until.isoformat(), filing.permitted.isoformat()
    return Baselines.PROVISIONAL(until=until, person=filing.permitted_by, permitted=since)


def left_out(submission: Submission) -> Reason | None:
    """Return the tests that the filing leaves out, None where it leaves out none."""
    tests = tuple(test.test for test in submission.filing.omitted)
    return Baselines.OMITTED(tests=tests) if tests else None


def _same_item(item: FormerItem, other: FormerItem) -> bool:
    """Whether two items are versions of one: same kind, product and name."""
    return (
        item.kind == other.kind
        and reads_the_same(item.product, other.product)
        and (item.name == other.name or reads_the_same(item.name, other.name))
    )
