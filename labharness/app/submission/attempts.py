"""Gather the attempts on one device with one plan, and judge them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from labharness.analysis.decision.rule import awaits_retest
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.explained import explanations
from labharness.app.plug_ins.discovery import discover
from labharness.app.register import issued
from labharness.app.workspace import Workspace
from labharness.assessment.attempts.attempt import Member
from labharness.assessment.attempts.settling import settle_members
from labharness.assessment.runs.repeats import Beginnings, DataRepeats
from labharness.assessment.runs.stated_levels import fails_as_stated, lenient
from labharness.errors import InputError, IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.model.reasons.attempts import Attempts
from labharness.model.reasons.run import Runs, Trait
from labharness.model.reasons.settlement import Settled
from labharness.model.results import Outcome, Verdict
from labharness.model.settlement import Settlement
from labharness.plans.frozen import frozen_plan
from labharness.reason import Reason
from labharness.runner.replaying import RawDecoder


@dataclass(frozen=True, slots=True)
class DeviceAttempts:
    """All attempts on one unit with one software and one plan.

    Parameters
    ----------
    base
        The run that was named first; it says which unit, software and plan.
    members
        Every run that belongs, itself included, in the order of their start.
    notes
        What a reader should know of other runs in the workspace.
    beside
        Failures of the same unit and software under another plan.
    repeats
        Data that any runs of the workspace have in common.
    """

    base: Member
    members: tuple[Member, ...]
    notes: tuple[Reason, ...]
    beside: tuple[Reason, ...] = ()
    repeats: DataRepeats | None = None


def settle_runs(
    workspace: Workspace, names: Sequence[str], on_step: Callable[[str], None] = lambda _: None
) -> Settlement:
    """Judge every attempt on the device that the named runs belong to; a pure function of what is on disk.

    Raises
    ------
    InputError
        If the named runs are not of one unit, software and plan.
    IntegrityError
        If an attempt does not verify, or is judged otherwise now than on record.
    """
    attempts = gather(workspace, names)
    return settle(
        attempts.base,
        attempts.members,
        discover(workspace.path),
        attempts.notes,
        on_step,
        beside=attempts.beside,
        repeats=attempts.repeats,
    )


def settle(
    base: Member,
    members: Sequence[Member],
    catalog: Catalog,
    notes: Sequence[Reason] = (),
    on_step: Callable[[str], None] = lambda _: None,
    *,
    recorded: bool = False,
    invalidated: Collection[tuple[str, str]] = (),
    beside: Sequence[Reason] = (),
    repeats: DataRepeats | None = None,
) -> Settlement:
    """Judge all attempts on one unit with the checks of the first run; see :func:`~labharness.assessment.attempts.settling.settle_members`."""
    return settle_members(
        base,
        members,
        catalog,
        partial(RawDecoder, catalog=catalog),
        notes,
        on_step,
        recorded=recorded,
        invalidated=invalidated,
        beside=beside,
        repeats=repeats,
    )


def gather(workspace: Workspace, names: Sequence[str]) -> DeviceAttempts:
    """Return every attempt on the device that the named runs belong to, named or not.

    Raises
    ------
    InputError
        If a named run is of another device or outside the workspace, or one that belongs is at work.
    IntegrityError
        If a run that may belong is not as it was written.
    """
    folders = workspace.runs()
    named = [_inside(workspace, folders, name) for name in names]
    base = Member.of(named[0])
    if not base.unit:
        raise InputError(Runs.UNIT_UNKNOWN(run=base.run))
    if base.slip:
        raise InputError(Runs.NOT_BEGUN(run=base.run, why=base.slip))
    for folder in named[1:]:
        if traits := Member.of(folder).differs(base):
            raise InputError(Runs.OTHER_DEVICE(run=folder.run, first=base.run, traits=tuple(traits)))
    repeats = DataRepeats(frozenset(explanations(workspace)))
    repeats.add(Beginnings.of(base.history))
    members, notes, beside = _members(base, folders, repeats)
    for member in members:
        member.admit()
    if len(named) > 1:
        chosen = {folder.path for folder in named}
        left = [member.run for member in members if member.folder.path not in chosen]
        notes += [Settled.COUNTS_UNNAMED(run=run) for run in left]
    gone = _gone(workspace, folders)
    return DeviceAttempts(base, tuple(members), (*notes, *gone), tuple(beside), repeats)


def _members(
    base: Member, folders: Iterable[RunFolder], repeats: DataRepeats
) -> tuple[list[Member], list[Reason], list[Reason]]:
    """Return the runs that belong with one, notes on those that nearly do, and failures under another plan.

    The beginnings of all of them are added to ``repeats``.
    """
    members, notes, others = [base], list[Reason](), list[Member]()
    for folder in folders:
        if folder.path == base.folder.path:
            continue
        is_of_plan, each = _of_plan(folder, base), Member.of(folder)
        repeats.add(Beginnings.of(each.history))
        what = each.differs(base)
        if each.unit == base.unit and what == [Trait.PLAN]:
            others.append(each)
        if not is_of_plan:
            continue
        if each.slip:
            notes.append(Settled.NOT_BEGUN(run=each.run, why=each.slip))
            continue
        if Trait.UNIT in what:
            continue
        if what:
            notes.append(Settled.STANDS_APART(run=each.run, traits=tuple(what)))
        elif each.untouched and (each.unit, each.software) != (base.unit, base.software):
            notes.append(Settled.NOTHING_DONE(run=each.run))
        else:
            members.append(each)
    return sorted(members, key=_start), notes, list(_failures(others))


def _failures(others: Sequence[Member]) -> Iterator[Reason]:
    """Yield runs of other plans that failed by their plan or by the rule, or that await a retest no later run passed."""
    for other in sorted(others, key=_start):
        verdict = other.summary.verdict
        if other.summary.outcome is Outcome.FAIL or (
            verdict is not None and _failed_as_stated(other, verdict)
        ):
            yield Attempts.FAILED_BESIDE(run=other.run)
            continue
        later = (two for two in others if two.plan == other.plan and _start(two) > _start(other))
        awaits = verdict is not None and any(map(awaits_retest, verdict.decisions))
        if awaits and not any(two.summary.outcome is Outcome.PASS for two in later):
            yield Attempts.AWAITS_BESIDE(run=other.run)


def _failed_as_stated(member: Member, verdict: Verdict) -> bool:
    plan = frozen_plan(member.folder, altered=True).plan
    return bool(lenient(plan)) and fails_as_stated(plan, verdict.decisions)


def _start(member: Member) -> tuple[str, str]:
    return member.summary.started, member.run


def _inside(workspace: Workspace, folders: Iterable[RunFolder], name: str) -> RunFolder:
    path = workspace.run(name).path
    folder = next((folder for folder in folders if folder.path.samefile(path)), None)
    if folder is None:  # the other runs beside it would not be seen
        raise InputError(Runs.OUTSIDE(run=name, workspace=str(workspace.path)))
    return folder


def _of_plan(folder: RunFolder, base: Member) -> bool:
    """Whether a run is of the same plan, or of another text under the same id."""
    try:
        start = folder.begun()
    except IntegrityError as error:
        raise IntegrityError(Runs.UNREADABLE(run=folder.run, why=error.reasons)) from error
    other = base.summary.start
    return other is not None and (start.plan.id == other.plan.id or start.files == other.files)


def _gone(workspace: Workspace, folders: Iterable[RunFolder]) -> list[Reason]:
    """Name runs of which a report was issued and that are no longer there."""
    reported = [drawn.run for drawn in issued(workspace) if drawn.run]
    there = {folder.run for folder in folders}
    return [Settled.REPORTED_AND_GONE(run=run) for run in dict.fromkeys(reported) if run not in there]
