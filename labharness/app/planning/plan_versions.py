"""The laboratory's own plans: every version that was saved, who saved it, and why.

Drafts of plans: copies at work, kept by person in the workspace, that no run takes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from labharness.analysis.sampling.catalog import Catalog
from labharness.app.plug_ins.plug_in_files import data_files
from labharness.app.runs.services import load_plan
from labharness.app.workspace.file_change import VERSIONS, FileChange
from labharness.app.workspace.workspace import Workspace, make_inside
from labharness.assessment.runs.trust import lenient
from labharness.errors import InputError, LabharnessError, PlanError, StorageError
from labharness.evidence import durable
from labharness.evidence.durable import Writing, make_folder, own_account
from labharness.evidence.outside import FileReading, SizeLimit, read_outside, text_outside
from labharness.games.mistakes import SLUG, parse
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import PlanTexts
from labharness.plans.coverage import packaged
from labharness.plans.frozen import FrozenPlan, find_composed, find_plan, freeze
from labharness.plans.plan import Plan
from labharness.plans.written.edits import put
from labharness.reason import Reason

PLANS = "plans"
SHORT = 12
"""Digits of a hash in an address."""
LEAST_DIGITS = 8


@dataclass(frozen=True, slots=True)
class SavedVersion:
    """One version of a plan of the laboratory.

    Parameters
    ----------
    previous
        SHA-256 of the version before, "" of the first one.
    based_on
        Plan that the copy was begun from, as ``ID@HASH``.
    when
        UTC.
    """

    plan: str
    version: int
    sha256: str
    previous: str = ""
    based_on: str = ""
    who: str = ""
    account: str = ""
    when: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save did.

    Parameters
    ----------
    lenient
        Where the plan is more lenient than the rule: no run of it can pass, and its report says why.
    """

    file: Path
    version: SavedVersion
    lenient: tuple[Reason, ...] = field(default=())


def of_product(plan_id: str) -> bool:
    """Whether an id is that of a plan that comes with the product."""
    return plan_id in packaged() or find_composed(plan_id) is not None


def own_files(workspace: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield the plan files of a workspace with the ids that they state; files without a readable one are left out."""
    for file in sorted((workspace / PLANS).glob("*.toml")) if workspace is not None else ():
        try:
            yield file, parse(Plan, read_outside(file, SizeLimit.WRITTEN), file.name).id
        except (OSError, InputError):
            continue


def read_version(name: str, catalog: Catalog, workspace: Path | None) -> FrozenPlan:
    """Return a plan by file, id, or ``ID@HASH``.

    Parameters
    ----------
    name
        A hash may be cut to its first eight digits or more; it also finds versions saved before.

    Raises
    ------
    PlanError
        If there is no such plan, or with all mistakes in it.
    """
    plan_id, _, digest = name.rpartition("@") if "@" in name else (name, "", "")
    if not digest:
        return _current(plan_id, catalog, workspace)
    if len(digest) >= LEAST_DIGITS:
        for content, where in _contents(plan_id, workspace):
            if hashlib.sha256(content).hexdigest().startswith(digest):
                return load_plan(where.removesuffix(".toml"), catalog, content)
    raise PlanError((PlanTexts.NO_VERSION(plan=plan_id, digest=digest),))


def _current(plan_id: str, catalog: Catalog, workspace: Path | None) -> FrozenPlan:
    for file, own in own_files(workspace):
        if own == plan_id and not of_product(plan_id):
            return load_plan(str(file), catalog, workspace=workspace)
    return load_plan(plan_id, catalog, workspace=workspace)


def _contents(plan_id: str, workspace: Path | None) -> Iterator[tuple[bytes, str]]:
    if of_product(plan_id):
        yield find_plan(plan_id)
    for file in data_files(PLANS, workspace).get(plan_id, ()):
        yield read_outside(file, SizeLimit.WRITTEN), file.name
    if workspace is not None:
        for file, own in own_files(workspace):
            if own == plan_id:
                yield read_outside(file, SizeLimit.WRITTEN), file.name
        for file in sorted((workspace / PLANS / VERSIONS).glob(f"{plan_id}-v*.toml")):
            yield read_outside(file, SizeLimit.WRITTEN), file.name


def history(plan_id: str, workspace: Path) -> tuple[SavedVersion, ...]:
    """Return the versions of a plan that were saved, the oldest first.

    Raises
    ------
    StorageError
        If the file of the versions cannot be read.
    """
    file = workspace / PLANS / VERSIONS / f"{plan_id}.jsonl"
    try:
        with FileReading(file):
            lines = text_outside(file, SizeLimit.KEPT).splitlines() if file.exists() else []
        return tuple(SavedVersion(**json.loads(line)) for line in lines if line)
    except (ValueError, TypeError) as error:
        raise StorageError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error))) from error


def latest_version(plan_id: str, workspace: Path) -> int:
    """Return the highest version of an id that the workspace has or had, 0 where there is none."""
    known = [version.version for version in history(plan_id, workspace)]
    for file, own in own_files(workspace):
        if own == plan_id:
            known.append(parse(Plan, read_outside(file, SizeLimit.WRITTEN), file.name).version)
    return max(known, default=0)


def problems_of_save(content: bytes, workspace: Path, catalog: Catalog) -> tuple[Reason, ...]:
    """Return what prevents a save: every mistake of the plan, an id that is taken, a version that is not raised."""
    reasons: tuple[Reason, ...] = ()
    try:
        load_plan("draft", catalog, content)
    except LabharnessError as error:
        reasons = error.reasons
    try:
        frozen = freeze(content, "draft.toml")
    except LabharnessError:  # which has been said
        return reasons
    return (*reasons, *_taken(frozen, workspace))


def _taken(frozen: FrozenPlan, workspace: Path) -> Iterator[Reason]:
    plan = frozen.plan
    if of_product(plan.id):
        yield PlanTexts.ID_OF_THE_PRODUCT(plan=plan.id)
        return
    others = data_files(PLANS, workspace).get(plan.id, ())
    target = workspace / PLANS / f"{plan.id}.toml"
    own = {file: name for file, name in own_files(workspace) if name == plan.id or file == target}
    taken = [*others, *(file for file, name in own.items() if (file == target) != (name == plan.id))]
    if taken:
        yield PlanTexts.ID_TAKEN(plan=plan.id, file=str(taken[0]))
        return
    latest = latest_version(plan.id, workspace)
    if plan.version <= latest:
        yield PlanTexts.VERSION_NOT_RAISED(plan=plan.id, version=plan.version, latest=latest)


def save_version(
    content: bytes, reason: str, workspace: Path, catalog: Catalog, who: str = "", based_on: str = ""
) -> Saved:
    """Save a plan of the laboratory as a new version, which new runs take from then on.

    Parameters
    ----------
    reason
        Why it differs from the version before.
    who
        Id of the person who saves it; the account of the operating system is put down as well.

    Raises
    ------
    PlanError
        With everything that prevents it; nothing is written then.
    StorageError
        If it cannot be written.
    """
    problems = problems_of_save(content, workspace, catalog)
    problems += () if reason.strip() else (PlanTexts.NO_REASON(),)
    if problems:
        raise PlanError(problems)
    frozen = load_plan("draft", catalog, content)
    plan, target = frozen.plan, workspace / PLANS / f"{frozen.plan.id}.toml"
    with FileChange(Workspace(workspace), target, wait=True) as change:
        if problems := tuple(_taken(frozen, workspace)):  # another window was faster
            raise PlanError(problems)
        before = history(plan.id, workspace)
        version = SavedVersion(
            plan=plan.id,
            version=plan.version,
            sha256=frozen.sha256,
            previous=before[-1].sha256 if before else "",
            based_on=based_on,
            who=who,
            account=own_account(),
            when=datetime.now(UTC).isoformat(timespec="seconds"),
            reason=" ".join(reason.split()),
        )
        with Writing(target):
            for file, written in _files(content, (*before, version), target):
                change.put(file, written)
        change.commit()
    return Saved(target, version, lenient(plan))


def _files(content: bytes, versions: Sequence[SavedVersion], target: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield what a save writes; a version that was written by hand is kept before another one takes its place."""
    folder, newest = target.parent / VERSIONS, versions[-1]
    make_folder(folder)
    if target.is_file():
        present = read_outside(target, SizeLimit.WRITTEN)
        kept = folder / f"{newest.plan}-v{parse(Plan, present, target.name).version}.toml"
        if not kept.exists():
            yield kept, present
    new = folder / f"{newest.plan}-v{newest.version}.toml"
    if new.exists() and read_outside(new, SizeLimit.WRITTEN) != content:  # it was put there by hand
        raise PlanError((PlanTexts.CHANGED_MEANWHILE(file=str(new)),))
    yield new, content
    lines = (json.dumps(asdict(version), ensure_ascii=False) + "\n" for version in versions)
    yield folder / f"{newest.plan}.jsonl", "".join(lines).encode()
    yield target, content


def named(frozen: FrozenPlan) -> str:
    """Return what an address calls a plan: ``ID@HASH``."""
    return f"{frozen.plan.id}@{frozen.sha256[:SHORT]}"


def refuse_own_id(plan_id: str, workspace: Path) -> None:
    """Raise :class:`InputError` where a copy would bear the id of another plan."""
    if of_product(plan_id):
        raise InputError(PlanTexts.ID_OF_THE_PRODUCT(plan=plan_id))
    taken = [*data_files(PLANS, workspace).get(plan_id, ())]
    taken += [file for file, own in own_files(workspace) if own == plan_id]
    if taken:
        raise InputError(PlanTexts.ID_TAKEN(plan=plan_id, file=str(taken[0])))


FOLDER = Path("drafts") / "plans"
_PRIVATE = 0o600
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """One draft.

    Parameters
    ----------
    name
        Id that the copy was begun with; the name of its file.
    content
        The plan as it stands, with or without mistakes.
    based_on
        Plan that it was begun from, as ``ID@HASH``.
    """

    name: str
    content: bytes
    based_on: str


def begin_draft(base: str, plan_id: str, workspace: Path, catalog: Catalog) -> StoredDraft:
    """Begin a copy of a plan, with an id of its own and the version raised; a draft of that id goes on.

    Parameters
    ----------
    base
        Plan by file, id or ``ID@HASH``.
    plan_id
        Id of the copy; an own plan keeps its id if it is left empty.

    Raises
    ------
    InputError
        If the id is that of another plan, or no id.
    PlanError, StorageError
        If the plan cannot be read, or the draft cannot be written.
    """
    frozen = read_version(base, catalog, workspace)
    own = plan_id or frozen.plan.id
    if not re.fullmatch(SLUG, own):
        raise InputError(Inputs.NOT_SLUG(got=repr(own)))
    if own != frozen.plan.id or of_product(own):
        refuse_own_id(own, workspace)
    with suppress(InputError):
        return read_draft(own, workspace)
    version = max(frozen.plan.version, latest_version(own, workspace)) + 1
    draft = StoredDraft(own, copied(frozen, own, version), named(frozen))
    write_draft(draft, workspace)
    return draft


def copied(frozen: FrozenPlan, plan_id: str, version: int) -> bytes:
    """Return the bytes of a plan under another id and version; nothing else is touched."""
    text = frozen.plan_bytes.decode("utf-8")
    return put(put(text, ("id",), plan_id), ("version",), version).encode("utf-8")


def free_id(base: str, workspace: Path) -> str:
    """Return an id for a copy of a plan that no plan bears."""
    stem = f"{base[:72]}-own"
    for number in range(1, 1000):
        text = stem if number == 1 else f"{stem}-{number}"
        with suppress(InputError):
            refuse_own_id(text, workspace)
            if not _file(text, workspace).exists():
                return text
    return stem


def drafts(workspace: Path) -> tuple[StoredDraft, ...]:
    """Return the drafts of the person at this account, in the order of their names."""
    names = [file.stem for file in sorted(_folder(workspace).glob("*.toml"))]
    return tuple(read_draft(name, workspace) for name in names)


def read_draft(name: str, workspace: Path) -> StoredDraft:
    """Return a draft; raises :class:`InputError` where this person has none of that name."""
    file = _file(name, workspace)
    with FileReading(file):
        try:
            content = read_outside(file, SizeLimit.WRITTEN)
            about = json.loads(text_outside(file.with_suffix(".json"), SizeLimit.WRITTEN))
            return StoredDraft(name, content, str(about["based_on"]))
        except (FileNotFoundError, ValueError, LookupError, TypeError) as error:
            raise InputError(PlanTexts.NO_DRAFT(plan=name)) from error


def write_draft(draft: StoredDraft, workspace: Path) -> Path:
    """Keep a draft in a file that its person alone can read; raises :class:`StorageError` where it cannot be written."""
    file = _file(draft.name, workspace)
    with Writing(file):
        make_inside(workspace, file.parent)
        about = json.dumps({"based_on": draft.based_on}) + "\n"
        durable.put(file.with_suffix(".json"), about.encode(), _PRIVATE)
        durable.put(file, draft.content, _PRIVATE)
    return file


def discard_draft(name: str, workspace: Path) -> None:
    """Take a draft away; raises :class:`StorageError` where that cannot be done."""
    file = _file(name, workspace)
    with Writing(file):
        for each in (file, file.with_suffix(".json")):
            each.unlink(missing_ok=True)


def _folder(workspace: Path) -> Path:
    return workspace / FOLDER / (_UNSAFE.sub("_", own_account()) or "unknown")


def _file(name: str, workspace: Path) -> Path:
    if not re.fullmatch(SLUG, name):
        raise InputError(PlanTexts.NO_DRAFT(plan=name))
    return _folder(workspace) / f"{name}.toml"
