"""Gather the dossier of a submission: the register's record of it, and every run in the workspace that is part of it.

A dossier as files of a report's folder: written when the report is built, read back when it is drawn again.

What a decision would come to, told before it is made.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from labharness.analysis.sampling.catalog import Catalog
from labharness.app.people.signing import verify_all
from labharness.app.plug_ins.check_titles import titles_for
from labharness.app.plug_ins.discovery import discover
from labharness.app.plug_ins.plug_in_files import drawn_with, versions
from labharness.app.submission.baselines import contradictions, failed_elsewhere, former_report
from labharness.app.submission.decisions import (
    CONCLUSION,
    RECORD,
    REMAINDER,
    Concluded,
    RegisterRecord,
    Remainder,
    read_conclusion,
    read_record,
)
from labharness.app.submission.submissions import named_runs
from labharness.app.workspace.manifest import parsed
from labharness.app.workspace.register import (
    CLAIMED,
    ISSUED,
    REHEARSAL_SIGNED,
    REHEARSED,
    SIGNED,
    open_register,
    store,
)
from labharness.app.workspace.settings import identity
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.conclusion import Conclusion
from labharness.assessment.dossier import Dossier, Group, reads_the_same
from labharness.assessment.invalidations import invalidated, void
from labharness.assessment.runs.repeats import Beginnings, DataRepeats, other
from labharness.assessment.runs.subject import Subject
from labharness.assessment.settling import DeviceAttempts, Member, settle_members
from labharness.errors import EvidenceError, InputError, IntegrityError, LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.entry import Attached, Entry
from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.review import Explanation, Invalidation, Lifting
from labharness.filings.entries.snapshot import FormerReport, Submission
from labharness.filings.store.file_store import FileStore
from labharness.games.mistakes import Data
from labharness.model.eastern_time import today
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import EqualData
from labharness.model.reasons.register import Invalidations
from labharness.model.reasons.run import Runs
from labharness.reason import OnStep, Reason, unheard
from labharness.runner.cutting import RawDecoder


@dataclass
class _Found:
    """What the workspace holds, sorted."""

    members: list[Member] = field(default_factory=list)
    subjects: dict[str, Subject] = field(default_factory=dict)
    notes: list[Reason] = field(default_factory=list)
    faults: list[Reason] = field(default_factory=list)
    origins: set[str] = field(default_factory=set)
    """Hashes of the start records."""
    beside: list[Beginnings] = field(default_factory=list)
    """Of runs of the workspace that are no part of the submission."""
    unread: set[str] = field(default_factory=set)

    def lost(self, submission: Submission, here: str) -> Iterator[Reason]:
        """Yield runs that the register names and that are not in the workspace ``here``, by its id.

        A name taken again hides no run; one of another bench is named with the place where it was begun.
        """
        present = {member.run for member in self.members} | self.unread
        for named in named_runs(submission):
            if named.start in self.origins or named.run in self.unread:
                continue
            if named.workspace not in ("", here):
                yield Dossiers.RUN_ELSEWHERE(run=named.run, bench=named.bench or named.workspace)
            elif named.run not in present:
                yield Dossiers.RUN_MISSING(run=named.run)
            elif named.start:
                yield Dossiers.RUN_REPLACED(run=named.run, start=named.start[:16])


def gather_dossier(
    workspace: Workspace,
    submission: str,
    on_step: OnStep = unheard,
    series: str = "r",
    revision: int = 1,
    beside: Sequence[Entry] = (),
) -> Dossier:
    """Return the dossier of a submission as it is now.

    A run is part of it where its start record names the submission, or names none and the device said that it
    is one of the submission's units: a run that nobody assigned counts like any other.

    Parameters
    ----------
    beside
        Entries that are not on record, to tell what they would come to.

    Raises
    ------
    InputError
        If a runner is at work on one of its runs.
    RegisterError
        If the register holds no such submission.
    """
    with open_register(workspace) as register:
        snapshot = register.snapshot(submission)
    snapshot = replace(snapshot, entries=(*snapshot.entries, *beside))
    _, _, problems = verify_all(workspace)
    runs = _runs(workspace, snapshot)
    _look_elsewhere(runs, snapshot)
    baseline = _baseline(workspace, snapshot, runs)
    return Dossier(
        _without_reports(snapshot),
        _groups(runs.members, runs.subjects, snapshot, discover(workspace.path), on_step),
        notes=tuple(runs.notes),
        lost=tuple(runs.lost(snapshot, identity(workspace))),
        faults=(*problems, *runs.faults, *contradictions(workspace, snapshot, runs.members)),
        versions=versions(),
        series=series,
        revision=revision,
        baseline=baseline,
        files=_files(store(workspace), snapshot),
    )


def _baseline(workspace: Workspace, submission: Submission, result: _Found) -> FormerReport | None:
    """Return the report on which the submission builds, with a fault where it is there and cannot be read."""
    try:
        return former_report(workspace, submission)
    except IntegrityError as error:
        result.faults += error.reasons
        return None


def settled(
    folders: Iterable[RunFolder], submission: Submission, workspace: Path | None, on_step: OnStep = unheard
) -> tuple[Group, ...]:
    """Return the groups of runs that are known to be those of a submission, as in a report's folder.

    Parameters
    ----------
    workspace
        The one that a person named or opened, whose plug-ins may count.

    Raises
    ------
    IntegrityError
        If not even the first records of a run can be read.
    """
    members = [_member(folder) for folder in folders]
    subjects = {member.run: Subject.of(member.folder, titled=titles_for(workspace)) for member in members}
    return _groups(members, subjects, submission, discover(workspace), on_step)


def unaccounted(dossier: Dossier) -> list[str]:
    """Return runs that the register's record in a dossier names and that are neither there nor said to be lost."""
    there = {run.folder.start().hash for run in dossier.runs}
    names = {run.run for run in dossier.runs}
    lost = {reason["run"] for reason in dossier.lost}
    lost |= {note["run"] for note in dossier.notes if note.is_a(Dossiers.NOT_BEGUN)}
    return [
        named_run.run
        for named_run in named_runs(dossier.submission)
        if named_run.start not in there
        and (named_run.start or named_run.run not in names)
        and named_run.run not in lost
    ]


def _without_reports(snapshot: Submission) -> Submission:
    """Leave out that reports were built and signed: building one again must not change what it says."""
    left_out = (CLAIMED, ISSUED, SIGNED, REHEARSED, REHEARSAL_SIGNED)
    changes = tuple(change for change in snapshot.changes if change.what not in left_out)
    return replace(snapshot, changes=changes, head=changes[-1].hash if changes else "")


def _runs(workspace: Workspace, submission: Submission) -> _Found:
    """Read every run folder, and keep what is part of the submission."""
    result = _Found()
    for folder in workspace.runs():
        member, named = _read(folder, submission, result)
        if member is None:
            continue
        if not _belongs(member, named, submission, result):
            result.beside.append(Beginnings.of(member.history))
            continue
        if folder.alive:
            raise InputError(Runs.AT_WORK(run=folder.run))
        result.origins.add(member.origin)
        try:
            result.subjects[member.run] = Subject.of(folder, titled=titles_for(workspace.path))
        except IntegrityError as error:
            result.faults += error.reasons
            continue
        if member.slip:
            result.notes.append(Dossiers.NOT_BEGUN(run=folder.run, why=member.slip))
        elif member.untouched:
            result.notes.append(Dossiers.UNTOUCHED(run=folder.run))
        result.members.append(member)
    return result


def _look_elsewhere(result: _Found, submission: Submission) -> None:
    """Compare the runs of a submission with all others of the workspace: no plan, unit or submission makes equal data chance.

    What a run has on record itself is settled with it; a report's folder has nothing of the other runs.
    """
    own = [Beginnings.of(member.history) for member in result.members]
    inside = {each.named for each in own}
    repeats = DataRepeats.among((*own, *result.beside), submission.explained)
    for each in own:
        recorded = {other(same) for same in each.same}
        left = {other(same) for same in repeats.unexplained(each.named)} - inside - recorded
        if left:
            result.faults.append(
                EqualData.ELSEWHERE(run=each.run, runs=tuple(sorted(name for name, _ in left)))
            )
        shared = {other(same) for same in repeats.explained_of(each.named)} - inside
        for word in submission.grounded(Explanation):
            for name, start in sorted(shared):
                if word.pair == {each.named, (name, start)}:
                    note = EqualData.EXPLAINED_ELSEWHERE(explanation=word.id, runs=(each.run, name))
                    result.notes.append(note)


def _read(folder: RunFolder, submission: Submission, result: _Found) -> tuple[Member | None, str]:
    """Return a run and the submission that it names; what cannot be read may be one that counts."""
    named = ""
    with suppress(IntegrityError):
        named = folder.begun().submission
    try:
        return _member(folder), named
    except IntegrityError as error:
        result.unread.add(folder.run)
        if not named or named == submission.id:
            result.faults += error.reasons
        return None, named


def _member(folder: RunFolder) -> Member:
    """Return a run, even one of which only the first records are as they were written, if they name the unit."""
    try:
        return Member.of(folder)
    except IntegrityError:
        with suppress(IntegrityError):
            begun = Member(folder, Subject.of(folder).history)
            if begun.unit:
                return begun
        raise


def _belongs(member: Member, named: str, submission: Submission, result: _Found) -> bool:
    """Whether a run is part of the submission, with a note where that is not plain."""
    if named == submission.id:
        return True
    if not _tested_a_unit(member, submission):
        return False
    if named:
        result.notes.append(Dossiers.COUNTS_ELSEWHERE(run=member.run, submission=named))
        if failed_elsewhere(member, submission):
            result.faults.append(Dossiers.FAILED_ELSEWHERE(run=member.run, submission=named))
    else:
        result.notes.append(Dossiers.COUNTS_UNASSIGNED(run=member.run))
    return not named


def _tested_a_unit(member: Member, submission: Submission) -> bool:
    """Whether a device named itself as a unit that is or was on record: taking one out hides none of its runs."""
    if not member.unit:
        return False
    _, model, serial = member.unit
    models: dict[str, list[str]] = {}
    for entry in _ever(submission, Product.kind):
        models.setdefault(str(entry["id"]), []).append(str(entry["model"]))
    return any(
        reads_the_same(str(entry["serial"]), serial) and reads_the_same(each, model)
        for entry in _ever(submission, Unit.kind)
        for each in models.get(str(entry["product"]), ())
    )


def _ever(submission: Submission, kind: str) -> Iterator[Mapping[str, Any]]:
    """Yield the entries of a kind as they are and as they ever were."""
    for change in submission.changes:
        if change.kind == kind:
            yield from (body for body in (change.before, change.after) if body is not None)


def _groups(
    members: Iterable[Member],
    subjects: Mapping[str, Subject],
    submission: Submission,
    catalog: Catalog,
    on_step: OnStep,
) -> tuple[Group, ...]:
    """Settle runs, each group for itself."""
    members = sorted((member for member in members if member.slip is None), key=_start)
    repeats = DataRepeats.among((Beginnings.of(member.history) for member in members), submission.explained)
    return tuple(
        _group(each, subjects, submission.invalidated, repeats, catalog, on_step)
        for each in _grouped(members)
    )


def _grouped(members: Iterable[Member]) -> list[list[Member]]:
    """Part runs by unit, software and plan; one that never said which is an attempt on the first that it may be."""
    groups: list[list[Member]] = []
    for member in sorted(members, key=lambda each: not each.unit):
        if not member.unit and member.untouched:
            continue
        same = next((group for group in groups if not member.differs(group[0])), None)
        if same is None:
            groups.append([member])
        else:
            same.append(member)
            same.sort(key=_start)
    return groups


def _group(
    members: Sequence[Member],
    subjects: Mapping[str, Subject],
    invalidated: Collection[tuple[str, str]],
    repeats: DataRepeats,
    catalog: Catalog,
    on_step: OnStep,
) -> Group:
    on_step(Doing.SETTLING(runs=tuple(member.run for member in members)))
    runs = tuple(subjects[member.run] for member in members)
    broken = next((run for run in runs if not run.verification.clean), None)
    if broken is not None:
        return Group(runs, None, (Dossiers.NOT_INTACT(run=broken.run),))
    try:
        attempted = DeviceAttempts(members[0], members, repeats=repeats)
        result = settle_members(
            attempted, catalog, RawDecoder, on_step, recorded=True, invalidated=invalidated
        )
    except (EvidenceError, InputError) as error:
        return Group(runs, None, error.reasons)
    return Group(runs, result)


def _files(kept: FileStore, submission: Submission) -> dict[str, bytes]:
    """Return the pictures that the report prints, and what shows why something was lifted.

    One that is lost or altered is left for the report to name.
    """
    contents = dict[str, bytes]()
    wanted = [file for unit in submission.of(Unit) for file in unit.photographs]
    wanted += [file for entry in submission.entries if isinstance(entry, Lifting) for file in entry.files]
    for file in wanted:
        try:
            contents[file.sha256] = kept.read(file)
        except LabharnessError:
            continue
    return contents


def _start(member: Member) -> tuple[str, str]:
    return member.summary.started, member.run


PHOTOGRAPHS = "files/"
_REST = ("series", "revision", "amends", "baseline", "notes", "lost", "faults")
"""What a dossier holds as its file holds it."""


def written(dossier: Dossier, conclusion: Conclusion) -> dict[str, bytes]:
    """Return everything of a dossier but its runs, as files by name."""
    submission = dossier.submission
    entries = tuple({"kind": entry.kind, **entry.model_dump(mode="json")} for entry in submission.entries)
    rest: dict[str, Any] = {name: getattr(dossier, name) for name in _REST}
    remainder = Remainder(**rest, versions=dict(dossier.versions), drawn_with=drawn_with())
    return {
        RECORD: _json(RegisterRecord(head=submission.head, entries=entries, changes=submission.changes)),
        CONCLUSION: _json(Concluded.of(conclusion)),
        REMAINDER: _json(remainder),
        **{f"{PHOTOGRAPHS}{digest}": content for digest, content in dossier.files.items()},
    }


def read_dossier(
    files: Mapping[str, bytes], runs: Sequence[RunFolder], on_step: OnStep, workspace: Path | None = None
) -> tuple[Dossier, Remainder, Concluded]:
    """Return a dossier from its files and runs, with what was written of its making and of its conclusion.

    Raises
    ------
    IntegrityError
        If a file is missing or not what this program writes, or a run cannot be read.
    """
    submission, remainder = read_record(files), parsed(Remainder, files, REMAINDER)
    dossier = Dossier(
        submission,
        settled(runs, submission, workspace, on_step),
        **{name: getattr(remainder, name) for name in (*_REST, "versions")},
        files={
            name.removeprefix(PHOTOGRAPHS): content
            for name, content in files.items()
            if name.startswith(PHOTOGRAPHS)
        },
    )
    return dossier, remainder, read_conclusion(files)


def _json(data: Data) -> bytes:
    text = data.model_dump(mode="json", by_alias=True)
    return (json.dumps(text, indent=1, sort_keys=True, ensure_ascii=True) + "\n").encode()


_SHOWN = Attached(name="shown", sha256="0" * 64, size=1)
_FACT = "Stands for grounds that are still to be written."


@dataclass(frozen=True, slots=True)
class InvalidationEffect:
    """What an invalidation would come to.

    Parameters
    ----------
    counts
        Why the run would count all the same, None where it would be set aside.
    doubt
        What would stand against an approval although the run is set aside, None where nothing would.
    """

    run: str
    counts: Reason | None
    doubt: Reason | None = None

    @property
    def takes(self) -> bool:
        """Whether the run would be set aside."""
        return self.counts is None


def would_take_effect(
    workspace: Workspace, submission: str, word: Invalidation, on_step: OnStep = unheard
) -> InvalidationEffect:
    """Settle the runs of a submission as if an invalidation were on record, and tell what it comes to.

    Raises
    ------
    LabharnessError
        As :func:`~labharness.app.submission.dossiers.gather_dossier` does.
    """
    dossier = gather_dossier(workspace, submission, on_step, beside=(word,))
    result = next(each for each in invalidated(dossier) if each.word is word)
    doubts = (reason for reason in void(dossier, dossier.groups) if reason.is_a(Invalidations.BY_PARTICIPANT))
    return InvalidationEffect(
        word.run, result.counts, next((doubt for doubt in doubts if doubt["run"] == word.run), None)
    )


def planned_invalidation(workspace: Workspace, run: str, by: str) -> Invalidation:
    """Return an invalidation of a run whose grounds are still to be written, as if they stated facts and a file showed them."""
    folder = workspace.run(run)
    return Invalidation(
        id="planned",
        run=folder.begun().run,
        start=folder.start().hash,
        by=by,
        date=today(),
        cause=_FACT,
        source=_FACT,
        reason=_FACT,
        files=(_SHOWN,),
    )
