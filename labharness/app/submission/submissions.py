"""What is allowed of a submission and is more often a slip, and the files of a folder that is imported.

Gather the attempts on one device with one plan, and judge them.

Which line of the checklist a dropped file belongs to; a proposal that a person confirms.

File the analysis of a file with a submission: as a document outside the checklist, which decides nothing.

Runs that events of the register name, with the place where each was begun.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher, get_close_matches
from hashlib import file_digest
from pathlib import Path

from labharness.analysis.decision.rule import awaits_retest
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.file_analysis import write_report
from labharness.app.submission.decisions import waivable_items
from labharness.app.workspace.explained import explanations
from labharness.app.workspace.register import ISSUED, acting, issued, open_register, store
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.file_analysis import ExaminedFile
from labharness.assessment.runs.repeats import Beginnings, DataRepeats
from labharness.assessment.runs.trust import fails_as_stated, lenient
from labharness.assessment.settling import DeviceAttempts, Member, settle_members
from labharness.errors import InputError, IntegrityError, RegisterError
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import FileReading, open_outside
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.events import Product, RunBegun, SubmissionReported
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.review import Document, Waiver
from labharness.filings.entries.snapshot import Submission
from labharness.filings.entries.submission_folder import FolderContent
from labharness.filings.store.chain import refuse_unpermitted
from labharness.filings.store.file_store import attached, refusals_recorded
from labharness.games.game import game_ids
from labharness.model.eastern_time import today
from labharness.model.reasons.conclusion import Settled
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers
from labharness.model.reasons.run import Attempts, Runs, Trait
from labharness.model.results import Outcome, Verdict
from labharness.model.settlement import Settlement
from labharness.plans.frozen import frozen_plan
from labharness.reason import Reason
from labharness.runner.cutting import RawDecoder


def settle_runs(workspace: Workspace, names: Sequence[str]) -> Settlement:
    """Judge every attempt on the device that the named runs belong to; a pure function of what is on disk.

    Raises
    ------
    InputError
        If the named runs are not of one unit, software and plan.
    IntegrityError
        If an attempt does not verify, or is judged otherwise now than on record.
    """
    return settle_members(gather(workspace, names), discover(workspace.path), RawDecoder)


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


PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""How the files begin that a report can print."""


def doubts(submission: Submission) -> Iterator[Reason]:
    """Yield what is allowed on record but is more often a slip: names that nothing here knows."""
    items = [item.id for item in read_checklist().items]
    for document in submission.of(Document):
        if document.item not in items:
            yield _unknown(document, Noun.ITEM, document.item, items)
    waivable = [name for name, _ in waivable_items()]
    for waiver in submission.of(Waiver):
        if waiver.item not in waivable:
            yield _unknown(waiver, Noun.ITEM, waiver.item, waivable)
    known = game_ids()
    named: tuple[Filing | Product, ...] = (*submission.of(Filing), *submission.of(Product))
    for entry in named:
        for game in entry.games:
            if game not in known:
                yield _unknown(entry, Noun.GAME, game, known)


def _unknown(entry: Entry, what: Noun, name: str, known: Collection[str]) -> Reason:
    nearest = tuple(get_close_matches(name, known, 1))
    return Registers.UNKNOWN_NAME(kind=entry.kind, entry=entry.id, what=what, name=name, nearest=nearest)


def store_files(workspace: Workspace, draft: FolderContent) -> None:
    """Keep the files of a folder; raises :class:`RegisterError` for those that its entries name and it does not have."""
    files = store(workspace)
    problems = list[Reason]()
    for entry, file in attached(draft.entries):
        if file.sha256 in draft.files:
            files.add(draft.files[file.sha256])
        where = f"{entry.kind}.toml: {entry.id}"
        if files.problem(file):
            problems.append(Inputs.AT(where=where, problem=Registers.NOT_IN_THE_FOLDER(file=file.name)))
        elif file in getattr(entry, "photographs", ()) and not is_picture(files.place(file.sha256)):
            problems.append(Inputs.AT(where=where, problem=Registers.NOT_A_PICTURE(file=file.name)))
    if problems:
        raise RegisterError(*problems)


def is_picture(file: Path) -> bool:
    """Say whether a file begins like a picture that a report can print."""
    with FileReading(file), open_outside(file) as content:
        return content.read(8).startswith(PICTURES)


LEAST = 0.6
"""Likeness of a file's name and an item's id from which on it is proposed without a common word."""
MOST_FILES = 500
_STOP = frozenset({
    "a", "all", "an", "and", "by", "each", "every", "for", "from", "in", "is", "it", "its", "of", "on", "or", "that",
    "the", "this", "to", "with",
})  # fmt: skip
"""Words of a name that tell nothing."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a file can be filed.

    Parameters
    ----------
    key
        ``document/ITEM`` of a line of the checklist, ``unit/KEY`` for a photograph of a unit, or the key of an entry.
    title
        What people call it.
    names
        Further words that tell it, such as a serial number.
    """

    key: str
    title: str
    names: tuple[str, ...] = ()
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A dropped file with the place that is proposed for it, "" where none fits."""

    path: Path
    size: int
    sha256: str
    picture: bool
    target: str


def files_below(dropped: Iterable[Path]) -> list[Path]:
    """Return the files that were dropped and those in dropped folders; links and hidden files are left out."""
    result: dict[Path, None] = {}
    for path in dropped:
        inside = sorted(path.rglob("*")) if path.is_dir() and not path.is_symlink() else [path]
        for each in inside:
            hidden = (
                any(part.startswith(".") for part in each.relative_to(path).parts) if each != path else False
            )
            if each.is_file() and not each.is_symlink() and not hidden:
                result[each] = None
    return list(result)[:MOST_FILES]


def propose(dropped: Iterable[Path], targets: Sequence[Target]) -> tuple[Proposal, ...]:
    """Return every dropped file with its hash and the place that its name suggests.

    Raises
    ------
    StorageError
        If a file cannot be read.
    """
    return tuple(_proposals(files_below(dropped), targets))


def _proposals(files: Iterable[Path], targets: Sequence[Target]) -> Iterator[Proposal]:
    for file in files:
        with FileReading(file), file.open("rb") as content:
            digest, size = file_digest(content, "sha256").hexdigest(), file.stat().st_size
        picture = is_picture(file)
        yield Proposal(file, size, digest, picture, best_target(file.stem, targets, picture=picture))


def best_target(name: str, targets: Sequence[Target], *, picture: bool = False) -> str:
    """Return the key of the place that a file's name suggests, "" where none does.

    Examples
    --------
    >>> best_target("02_Operator Manual v3", [Target("document/operator-manual", "The manual for operators")])
    'document/operator-manual'
    >>> best_target("scan0001", [Target("document/operator-manual", "The manual for operators")])
    ''
    """
    words, best, most = _words(name), "", 0.0
    for target in targets:
        if target.picture and not picture:
            continue
        score = _score(words, target)
        if score > most:
            best, most = target.key, score
    return best


def _score(words: frozenset[str], target: Target) -> float:
    stem = target.key.partition("/")[2]
    own = _words(stem)
    whole = 4.0 + len(own) / 2 if own and own <= words else 0.0  # of two that fit wholly, the longer
    named = any(_words(each) and _words(each) <= words for each in target.names)
    common = len(words & own) / max(len(own), 1) + len(words & _words(target.title)) / 8
    alike = SequenceMatcher(None, "".join(sorted(words)), "".join(sorted(own))).ratio()
    score = whole + (5.0 if named else 0.0) + common
    if (
        whole
        or named
        or len(words & own) * 2 >= len(own) > 0
        or (alike >= LEAST and words & _words(target.title))
    ):
        return score + alike / 10
    return 0.0


def _words(text: str) -> frozenset[str]:
    """Return the words of a name, without numbers in front, endings of plurals and words that tell nothing."""
    result = re.findall(r"[a-z]+|[0-9]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower())
    return frozenset(each.removesuffix("s") for each in result if each not in _STOP)


ITEM = "file-analysis"
TITLE = "Analysis of a file (not evidence of the device)"
DIGITS = 8


def attach_analysis(
    workspace: Workspace, submission: str, examined: ExaminedFile, by: str | None = None
) -> str:
    """Store the report of an analysis with a submission; the same file has one document, the latest report the last.

    Returns
    -------
    str
        Id of the document.

    Raises
    ------
    RegisterError
        If there is no such submission, or nobody on the list acts.
    """
    sha256 = examined.analysis.sha256
    id_ = f"{ITEM}-{sha256[:DIGITS]}"
    with open_register(workspace) as register:
        who, snapshot = acting(register, by), register.snapshot(submission)
        with refusals_recorded(register.note, submission, who):
            refuse_unpermitted(register.people(), who, ())  # before the report was drawn
        before = snapshot.named(Document, id_)
        with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
            file = Path(folder) / f"analysis-{sha256[:DIGITS]}.pdf"
            write_report(examined, file)
            kept = store(workspace).add(file)
        earlier = tuple(file for file in (before.files if before else ()) if file.sha256 != kept.sha256)
        document = Document(
            id=id_, item=ITEM, title=TITLE, status="received", received=today(), files=(*earlier, kept)
        )
        last = register.last_changes(submission).get((Document.kind, id_), 0)
        reason = f"Analysis of a file with the SHA-256 {sha256[:12]}."
        register.put(submission, document, who, reason, last)
    return id_


@dataclass(frozen=True, slots=True)
class NamedRun:
    """A run as an event of the register names it.

    Parameters
    ----------
    start
        Hash of its start record, "" where that is not on record.
    workspace, bench
        Id of the workspace that wrote the event, and where that is; "" where the event does not say.
    """

    run: str
    start: str
    workspace: str = field(compare=False)
    bench: str = field(compare=False)


def named_runs(submission: Submission) -> list[NamedRun]:
    """Return every run that an event of the register names, as the first event names it."""
    result: dict[NamedRun, None] = {}
    for change in submission.changes:
        if begun := change.event(RunBegun):
            result.setdefault(NamedRun(begun.run, begun.start, begun.workspace, begun.bench))
        elif change.what == ISSUED and (drawn := change.event(SubmissionReported)):
            starts = drawn.starts or ("",) * len(drawn.runs)
            for run, start in zip(drawn.runs, starts, strict=True):
                result.setdefault(NamedRun(run, start, drawn.workspace, drawn.bench))
    return list(result)
