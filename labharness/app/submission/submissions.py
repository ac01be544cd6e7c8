"""What staff do with submissions: begin one, take a folder in and give it out, attach files, decide."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.manifest import kept as kept_file
from labharness.app.register import acting, open_register, store
from labharness.app.submission.dossier_records import CONCLUSION, read_conclusion
from labharness.app.workspace import Workspace
from labharness.errors import EvidenceError, RegisterError, StorageError
from labharness.evidence.outside import open_outside
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Attached, Entry
from labharness.filings.entries.examinations import Matter, read_examinations
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.items import Product
from labharness.filings.entries.papers import Document
from labharness.filings.entries.review import Waiver
from labharness.filings.entries.snapshot import KINDS, SHARED, Change, Submission
from labharness.filings.entries.submission_folder import (
    FolderContent,
    Stamp,
    read_folder,
    write_folder,
    write_stamp,
)
from labharness.filings.store.file_store import attached
from labharness.games.game import game_ids
from labharness.model.eastern_time import today
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.filings.store.rules import Signer

PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""How the files begin that a report can print."""


def take_in(
    workspace: Workspace, folder: Path, by: str | None, why: str, signer: Signer | None = None
) -> tuple[str, tuple[Change, ...]]:
    """Bring the register to what a folder holds: one change for each entry that differs, all of them or none.

    A kind that has a file in the folder is replaced as a whole; a kind that has none stays as it is.

    Returns
    -------
    tuple
        Id of the submission, and what was changed.

    Raises
    ------
    RegisterError
        With one line for each mistake in the folder, or if somebody changed the submission since it was exported.
    """
    draft = read_folder(folder)
    with open_register(workspace) as register:
        register.sign_with(signer)
        who = acting(register, by)
        _store_files(workspace, draft)
        seen = None
        if draft.stamp is not None and draft.stamp.submission == draft.id:
            known = register.record(draft.stamp.record)
            # A folder that another register wrote is a transfer: it has seen nothing of this one.
            seen = draft.stamp.record if known is not None and known.hash == draft.stamp.hash else None
        changes = register.apply(draft.id, draft.entries, [], who, why, None, draft.kinds - SHARED, seen)
        with suppress(OSError):  # of a folder that may only be read; it stays as old as it says it is
            _stamp(folder, register.snapshot(draft.id))
    return draft.id, changes


def doubts(found: Submission) -> Iterator[Reason]:
    """Yield what is allowed on record but is more often a slip: names that nothing here knows."""
    items = [one.id for one in read_checklist().items]
    for document in found.of(Document):
        if document.item not in items:
            yield _unknown(document, Noun.ITEM, document.item, items)
    for waiver in found.of(Waiver):
        if waiver.item not in _waivable():
            yield _unknown(waiver, Noun.ITEM, waiver.item, _waivable())
    known = game_ids()
    named: tuple[Filing | Product, ...] = (*found.of(Filing), *found.of(Product))
    for entry in named:
        for game in entry.games:
            if game not in known:
                yield _unknown(entry, Noun.GAME, game, known)


NOT_IN_FORCE = "not shown to be in force"
"""Stands for the wording of a chapter whose law in force is to be named."""


def cited(workspace: Workspace, submission: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """Return the newest report of a submission, and how it cites clauses, with the result of each and its wording.

    Returns
    -------
    tuple
        Number of the report, empty where none was built; result and wording by citation.
    """
    paths = (workspace.path / "reports").glob(f"{submission}-r*/dossier/conclusion.json")
    newest = max(paths, key=lambda path: path.stat().st_mtime, default=None)
    if newest is None:
        return "", {}
    report = newest.parent.parent
    name = f"dossier/{CONCLUSION}"
    with suppress(EvidenceError):  # a damaged report is another command's matter
        found = read_conclusion({CONCLUSION: kept_file(report, name)})
        laws = [str(one["clause"]) for one in found.objections if one.is_a(Conclusions.LAW_NOT_NAMED)]
        rows = {one.clause: (one.result, one.wording) for one in found.clauses}
        return report.name, rows | dict.fromkeys(laws, ("", NOT_IN_FORCE))
    return report.name, {}


def give_out(workspace: Workspace, submission: str, folder: Path) -> Submission:
    """Write a submission as a folder, to be read, edited and taken in again."""
    with open_register(workspace) as register:
        found = register.snapshot(submission)
    files = store(workspace)
    for _, file in attached(found.entries):
        wrong = files.problem(file)
        if wrong:
            raise RegisterError(wrong)
    last = found.changes[-1]
    write_folder(found, folder, files.place, Stamp(submission=found.id, record=last.number, hash=last.hash))
    return found


def attach(
    workspace: Workspace,
    submission: str,
    target: str,
    file: Path,
    caption: str,
    by: str | None,
    why: str,
    signer: Signer | None = None,
) -> Attached:
    """Attach a file to an entry, named ``KIND/ID``."""
    kind, _, id_ = target.partition("/")
    if kind not in KINDS or not id_:
        raise RegisterError(Registers.NOT_AN_ENTRY(target=target[:80]))
    with open_register(workspace) as register:
        register.sign_with(signer)
        entry = register.snapshot(submission).named(KINDS[kind], id_)
        if entry is None:
            raise RegisterError(Registers.NO_SUCH_ENTRY(kind=kind, entry=id_, submission=submission))
        field = next((one for one in ("files", "photographs") if one in KINDS[kind].model_fields), None)
        if field is None:
            raise RegisterError(Registers.TAKES_NO_FILE(kind=kind))
        if field == "photographs" and not is_picture(file):
            raise RegisterError(Registers.NOT_A_PICTURE(file=file.name))
        kept = store(workspace).add(file, caption)
        changed = entry.model_copy(update={field: (*getattr(entry, field), kept)})
        last = register.last_changes(submission)[kind, id_]
        register.put(submission, changed, acting(register, by), why or f"Attached {file.name}.", last)
    return kept


def withdraw(
    workspace: Workspace, submission: str, target: str, by: str | None, why: str, signer: Signer | None = None
) -> Change:
    """Take an entry, named ``KIND/ID``, out of a submission; the audit trail keeps it."""
    kind, _, id_ = target.partition("/")
    if kind not in KINDS or not id_:
        raise RegisterError(Registers.NOT_AN_ENTRY(target=target[:80]))
    with open_register(workspace) as register:
        register.sign_with(signer)
        last = register.last_changes(submission).get((kind, id_))
        return register.remove(submission, kind, id_, acting(register, by), why, last)


def kept(workspace: Workspace, files: Sequence[Path]) -> tuple[Attached, ...]:
    """Keep copies of files that show why somebody decides something."""
    return tuple(store(workspace).add(file) for file in files)


def decide(
    workspace: Workspace,
    submission: str,
    by: str | None,
    why: str,
    make: Callable[[str, str, date], Entry],
    signer: Signer | None = None,
) -> Change:
    """Write a person's word: a confirmation, a waiver, an exclusion, an invalidation, a recommendation.

    Parameters
    ----------
    make
        Makes the entry from its number, the id of the person and today's date.
    signer
        Signs it, where the laboratory requires that or the person wishes it.
    """
    with open_register(workspace) as register:
        register.sign_with(signer)
        who, found = acting(register, by), register.snapshot(submission)
        day = today()
        kind = make("0", who, day).kind
        taken = {one.id for one in found.of(KINDS[kind])}
        number = next(at for at in range(1, len(taken) + 2) if f"{kind}-{at}" not in taken)
        change = register.put(submission, make(f"{kind}-{number}", who, day), who, why, expecting=0)
    assert change is not None  # its id is new
    return change


def known_item(name: str) -> str:
    """Return the id of a line of the checklist, or of an examination; raises :class:`RegisterError` for any other."""
    items = _waivable()
    if name not in items:
        raise RegisterError(Inputs.UNKNOWN(what=Noun.ITEM, name=name, known=tuple(items)))
    return name


def _waivable() -> list[str]:
    return [*(one.id for one in read_checklist().items), *(matter.value for matter in Matter)]


def waivable_items() -> list[tuple[str, str]]:
    """Return id and title of everything that can be waived."""
    examinations = read_examinations().values()
    return [
        *((one.id, one.title) for one in read_checklist().items),
        *((one.id.value, one.title) for one in examinations),
    ]


def known_disposition(name: str, conditions: Sequence[str]) -> str:
    """Return the id of a disposition; raises :class:`RegisterError` for any other, or where conditions lack."""
    from labharness.assessment.law import disposition, dispositions

    found = disposition(name)
    if found is None:
        known = tuple(one.id for one in dispositions())
        raise RegisterError(Inputs.UNKNOWN(what=Noun.DISPOSITION, name=name, known=known))
    if found.conditions and not conditions:
        raise RegisterError(Registers.CONDITIONS_NEEDED(disposition=name))
    return name


def _unknown(entry: Entry, what: Noun, name: str, known: Collection[str]) -> Reason:
    nearest = tuple(get_close_matches(name, known, 1))
    return Registers.UNKNOWN_NAME(kind=entry.kind, entry=entry.id, what=what, name=name, nearest=nearest)


def _store_files(workspace: Workspace, draft: FolderContent) -> None:
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
    try:
        with open_outside(file) as content:
            return content.read(8).startswith(PICTURES)
    except OSError as error:
        raise StorageError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error


def _stamp(folder: Path, submission: Submission) -> None:
    last = submission.changes[-1]
    write_stamp(folder, Stamp(submission=submission.id, record=last.number, hash=last.hash))
