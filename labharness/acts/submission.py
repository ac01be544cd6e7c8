"""The submission register: entries, files and changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import (
    Ask,
    Seat,
    Shown,
    Styled,
    Tell,
    WindowControl,
    act,
    silent,
    tr,
    unanswered,
)
from labharness.acts.gates import EVERYBODY, OUTSIDE, RegisterSeat, elsewhere, on_register
from labharness.acts.parameters import KeyOption, SubmissionArgument
from labharness.acts.submission_pages import (
    Imported,
    ShownSubmission,
    facts,
    history_page,
    imported_page,
    listing,
    page,
    whole,
)
from labharness.app.workspace.workspace import Workspace, quoted
from labharness.errors import LabharnessError, RegisterError
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.filing import SubmissionKind
from labharness.filings.entries.review import (
    Confirmation,
    Exclusion,
    Explanation,
    Invalidation,
    Recommendation,
    Waiver,
)
from labharness.filings.entries.snapshot import KINDS, MAY, SHARED, Change, Submission
from labharness.language.catalog import say
from labharness.language.numbers import amount
from labharness.language.standings import standing_words
from labharness.model.device import DeviceClass
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.register import Forms, Registers
from labharness.reason import OnStep

if TYPE_CHECKING:  # these take a second that most acts need not wait
    from labharness.app.submission.dossiers import InvalidationEffect
    from labharness.reason import Reason


ClauseArgument = Annotated[str, typer.Argument(metavar="CLAUSE")]


def _named(entry: str) -> tuple[str, str]:
    """Return kind and id of an entry that is named ``KIND/ID``."""
    kind, _, id_ = entry.partition("/")
    if kind not in KINDS or not id_:
        raise RegisterError(Registers.NOT_AN_ENTRY(target=entry[:80]))
    return kind, id_


@act(
    EVERYBODY,
    WindowControl("Submissions", tr("Submissions")),
    shown=listing,
    values=lambda submissions: list(map(facts, submissions)),
)
def list_(workspace: Workspace) -> tuple[Submission, ...]:
    """List the submissions with type, submitter and missing documents."""
    from labharness.app.workspace.register import has_register, open_register

    if not has_register(workspace):
        return ()
    with open_register(workspace) as register:
        return tuple(map(register.snapshot, register.submissions()))


@act(EVERYBODY, WindowControl("Submissions", tr("Open items")), shown=page, values=whole)
def show(workspace: Workspace, submission: SubmissionArgument, *, step: OnStep = silent) -> ShownSubmission:
    """Show the entries of a submission and the missing documents."""
    from labharness.app.workspace.register import open_register

    with open_register(workspace) as register:
        on_record = register.snapshot(submission)
    advice = on_record.recommendation
    if advice is None:
        return ShownSubmission(on_record, None, "none yet")
    from labharness.app.submission.dossiers import gather_dossier
    from labharness.assessment.conclusion import Case

    step(Doing.JUDGING_RUNS())
    filed = advice.disposition
    try:
        case = Case.of(gather_dossier(workspace, on_record.id))
    except LabharnessError as error:
        words = f"none: “{filed}” is on file, and the submission cannot be judged. {say(error.reasons[0])}"
        return ShownSubmission(on_record, None, words)
    if case.conclusion.given:
        return ShownSubmission(on_record, filed, filed)
    items = amount(len(case.conclusion.objections), "open item")
    words = f"none: “{filed}” is on file and withheld; {standing_words(case.standing)}, {items}"
    return ShownSubmission(on_record, None, words)


@act(EVERYBODY, WindowControl("Submissions", tr("History")), shown=history_page)
def history(workspace: Workspace, submission: SubmissionArgument) -> tuple[Change, ...]:
    """List the changes of a submission with person, time and reason, oldest first."""
    from labharness.app.workspace.register import open_register

    with open_register(workspace) as register:
        return register.snapshot(submission).changes


def _begun(begun: tuple[str, Path]) -> Iterator[Shown]:
    yield f"Fill in the files in {begun[1]}, then: labharness submission import {quoted(begun[1])} --why WHY"


def _begun_values(begun: tuple[str, Path]) -> dict[str, str]:
    return {"submission": begun[0], "folder": str(begun[1])}


@act(OUTSIDE, WindowControl("Submissions", tr("&New submission")), shown=_begun, values=_begun_values)
def new(
    _: Seat,
    reference: Annotated[list[str], typer.Argument(metavar="REF...")],
    *,
    kind: Annotated[SubmissionKind | None, typer.Option("--type")] = None,
    device: DeviceClass | None = None,
    folder: Annotated[Path | None, typer.Option("--out")] = None,
) -> tuple[str, Path]:
    """Make a folder with a commented file for every kind of entry, ready to complete and import."""
    from labharness.app.submission.templates import write_templates
    from labharness.filings.entries.filing import id_of

    text = " ".join(reference)
    place = folder or Path(id_of(text))
    write_templates(place, text, kind, device)
    return id_of(text), place


@act(on_register(), WindowControl("Submissions", tr("Import folder…")), shown=imported_page)
def import_(
    on: RegisterSeat, folder: Path, *, why: str, key: KeyOption = "", ask: Ask = unanswered
) -> Imported:
    """Import the entries of a folder into the register. With any error, nothing is imported and all errors are printed."""
    # A kind that has a file in the folder is replaced as a whole; a kind that has none stays as it is.
    from labharness.app.submission.submissions import doubts, store_files
    from labharness.filings.entries.submission_folder import Stamp, read_folder, write_stamp

    draft, register = read_folder(folder), on.register
    store_files(on.workspace, draft)
    seen = None
    if draft.stamp is not None and draft.stamp.submission == draft.id:
        known = register.record(draft.stamp.record)
        # A folder that another register wrote is a transfer: it has seen nothing of this one.
        seen = draft.stamp.record if known is not None and known.hash == draft.stamp.hash else None
    with on.signing(key, ask):
        changes = register.apply(draft.id, draft.entries, [], on.who, why, None, draft.kinds - SHARED, seen)
    submission = register.snapshot(draft.id)
    last = submission.changes[-1]
    with suppress(OSError):  # of a folder that may only be read; it stays as old as it says it is
        write_stamp(folder, Stamp(submission=submission.id, record=last.number, hash=last.hash))
    return Imported(draft.id, changes, tuple(doubts(submission)))


def _exported(exported: tuple[Submission, Path]) -> Iterator[Shown]:
    submission, folder = exported
    yield f"{len(submission.entries)} entries of {submission.id} are in {folder}."


def _exported_values(exported: tuple[Submission, Path]) -> dict[str, Any]:
    submission, folder = exported
    return {
        "submission": submission.id,
        "folder": str(folder),
        "entries": len(submission.entries),
        "head": submission.head,
    }


@act(
    EVERYBODY,
    WindowControl("Submissions", tr("E&xport the chosen submission…")),
    shown=_exported,
    values=_exported_values,
)
def export(workspace: Workspace, submission: SubmissionArgument, folder: Path) -> tuple[Submission, Path]:
    """Write a submission and its files to a folder, for reading, editing and import."""
    from labharness.app.workspace.register import open_register, store
    from labharness.filings.entries.submission_folder import Stamp, write_folder
    from labharness.filings.store.file_store import attached

    with open_register(workspace) as register:
        on_record = register.snapshot(submission)
    files = store(workspace)
    for _, file in attached(on_record.entries):
        if wrong := files.problem(file):
            raise RegisterError(wrong)
    last = on_record.changes[-1]
    stamp = Stamp(submission=on_record.id, record=last.number, hash=last.hash)
    write_folder(on_record, folder, files.place, stamp)
    return on_record, folder


def _attached(kept: tuple[str, Attached]) -> Iterator[Shown]:
    entry, file = kept
    yield f"{file.name} is stored with {entry}; SHA-256 {file.sha256}"


@act(
    on_register(),
    WindowControl("Submissions", tr("Choose files…")),
    shown=_attached,
    values=lambda kept: kept[1],
)
def attach(
    on: RegisterSeat,
    submission: SubmissionArgument,
    entry: Annotated[str, typer.Argument(metavar="KIND/ENTRY")],
    file: Path,
    *,
    caption: str = "",
    why: str = "",
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> tuple[str, Attached]:
    """Attach a document or a photograph to an entry."""
    from labharness.app.submission.submissions import is_picture
    from labharness.app.workspace.register import store

    (kind, id_), register = _named(entry), on.register
    before = register.snapshot(submission).named(KINDS[kind], id_)
    if before is None:
        raise RegisterError(Registers.NO_SUCH_ENTRY(kind=kind, entry=id_, submission=submission))
    field = next((name for name in ("files", "photographs") if name in KINDS[kind].model_fields), None)
    if field is None:
        raise RegisterError(Registers.TAKES_NO_FILE(kind=kind))
    if field == "photographs" and not is_picture(file):
        raise RegisterError(Registers.NOT_A_PICTURE(file=file.name))
    kept = store(on.workspace).add(file, caption)
    after = before.model_copy(update={field: (*getattr(before, field), kept)})
    last = register.last_changes(submission)[kind, id_]
    with on.signing(key, ask):
        register.put(submission, after, on.who, why or f"Attached {file.name}.", last)
    return entry, kept


def _decided(change: Change) -> Iterable[Shown]:
    yield f"{change.entry} of {change.submission} is stored as record {change.number}, by {change.who}."


def _decided_values(change: Change) -> dict[str, Any]:
    return {
        "submission": change.submission,
        "entry": change.entry,
        "record": change.number,
        "who": change.who,
    }


_DECISION: dict[str, Any] = {"shown": _decided, "values": _decided_values}


def _kept(workspace: Workspace, files: Collection[Path] | None) -> list[dict[str, Any]]:
    """Keep copies of files that show why somebody decides something."""
    from labharness.app.workspace.register import store

    kept = store(workspace)
    return [kept.add(each).model_dump(mode="json") for each in files or ()]


def _decide(
    on: RegisterSeat,
    submission: str,
    kind: str,
    files: Collection[Path] | None,
    signing: tuple[str, Ask],
    values: Mapping[str, Any],
    tell: Tell = silent,
) -> Change:
    """Put a decision on record; ``values`` are those of its form."""
    from labharness.app.submission.decisions import cited, decide

    if files:
        values = {**values, "files": _kept(on.workspace, files)}
    with on.signing(*signing) as register:
        change = decide(on.workspace, register, on.who, submission, kind, values)
    if "clause" in values and not cited(on.workspace, submission)[1]:
        tell(
            f"No report of {submission} exists yet, so the citation cannot be checked. Compare it with the next report."
        )
    return change


@act(
    on_register(Confirmation.kind),
    WindowControl("Submissions", tr("Confirm wording…")),
    **_DECISION,
    why_not=lambda clause: None if clause.unconfirmed else Forms.WORDING_SETTLED(),
)
def confirm(
    on: RegisterSeat,
    submission: SubmissionArgument,
    clause: ClauseArgument,
    *,
    source: str,
    reason: str,
    key: KeyOption = "",
    ask: Ask = unanswered,
    tell: Tell = silent,
) -> Change:
    """Confirm that the wording of a clause was checked against its source."""
    values = {"clause": clause, "source": source, "reason": reason}
    return _decide(on, submission, Confirmation.kind, None, (key, ask), values, tell)


@act(on_register(Waiver.kind), WindowControl("Submissions", tr("Waive…")), **_DECISION)
def waive(
    on: RegisterSeat,
    submission: SubmissionArgument,
    item: Annotated[str, typer.Argument(metavar="ITEM")],
    *,
    source: str,
    reason: str,
    file: list[Path] | None = None,
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> Change:
    """Waive a document of the checklist, or an examination of the laboratory."""
    values = {"item": item, "source": source, "reason": reason}
    return _decide(on, submission, Waiver.kind, file, (key, ask), values)


def _why_not_exclude(clause: Any) -> Reason | None:
    from labharness.assessment.obligations import NOT_TESTED

    return None if clause.came == NOT_TESTED else Forms.CLAUSE_TESTED()


@act(
    on_register(Exclusion.kind),
    WindowControl("Submissions", tr("Exclude…")),
    **_DECISION,
    why_not=_why_not_exclude,
)
def exclude(
    on: RegisterSeat,
    submission: SubmissionArgument,
    clause: ClauseArgument,
    *,
    source: str,
    reason: str,
    file: list[Path] | None = None,
    key: KeyOption = "",
    ask: Ask = unanswered,
    tell: Tell = silent,
) -> Change:
    """Exclude a clause that does not apply to the submission."""
    values = {"clause": clause, "source": source, "reason": reason}
    return _decide(on, submission, Exclusion.kind, file, (key, ask), values, tell)


@act(on_register(Explanation.kind), WindowControl("Submissions", tr("Explain equal data…")), **_DECISION)
def explain(
    on: RegisterSeat,
    submission: SubmissionArgument,
    run: Annotated[str, typer.Argument(metavar="RUN")],
    other: Annotated[str, typer.Argument(metavar="OTHER")],
    *,
    cause: str,
    source: str,
    reason: str,
    file: list[Path] | None = None,
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> Change:
    """Explain equal data of two runs with evidence. It lifts that doubt about these two runs, and nothing else."""
    values = {"run": run, "other": other, "cause": cause, "source": source, "reason": reason}
    return _decide(on, submission, Explanation.kind, file, (key, ask), values)


def _invalidated(outcome: Change | InvalidationEffect) -> Iterable[Shown]:
    if isinstance(outcome, Change):
        yield from _decided(outcome)
        return
    if outcome.counts is None:
        yield say(Forms.TAKES_EFFECT(run=outcome.run))
    else:
        yield say(Forms.TAKES_NO_EFFECT(run=outcome.run, why=outcome.counts))
    if outcome.doubt is not None:
        yield say(outcome.doubt)


def _invalidated_values(outcome: Change | InvalidationEffect) -> dict[str, Any]:
    if isinstance(outcome, Change):
        return _decided_values(outcome)
    return {"run": outcome.run, "takes": outcome.takes, "counts": outcome.counts, "doubt": outcome.doubt}


@act(
    elsewhere("the register, unless somebody only asks what would follow", MAY[Invalidation.kind]),
    WindowControl("Submissions", tr("Invalidate…")),
    shown=_invalidated,
    values=_invalidated_values,
)
def invalidate(
    seat: Seat,
    submission: SubmissionArgument,
    run: Annotated[str, typer.Argument(metavar="RUN")],
    *,
    cause: str,
    source: str,
    reason: str,
    file: list[Path] | None = None,
    planned: Annotated[bool, typer.Option("--ask")] = False,
    key: KeyOption = "",
    ask: Ask = unanswered,
    step: OnStep = silent,
) -> Change | InvalidationEffect:
    """Invalidate a run for an assignable cause. The report decides from the records whether the run is set aside."""
    values: dict[str, Any] = {"run": run, "cause": cause, "source": source, "reason": reason}
    if planned:
        from labharness.app.submission.decisions import decision
        from labharness.app.submission.dossiers import would_take_effect

        values["files"] = _kept(seat.workspace, file)
        word = decision(seat.workspace, Invalidation.kind, values, "planned", seat.by or "nobody")
        assert isinstance(word, Invalidation)
        return would_take_effect(seat.workspace, submission, word, step)
    with on_register(Invalidation.kind).open(seat, "submission invalidate", submission) as on:
        return _decide(on, submission, Invalidation.kind, file, (key, ask), values)


@act(on_register(Recommendation.kind), WindowControl("Submissions", tr("Recommend…")), **_DECISION)
def recommend(
    on: RegisterSeat,
    submission: SubmissionArgument,
    disposition: Annotated[str, typer.Argument(metavar="DISPOSITION")],
    *,
    grounds: str,
    condition: list[str] | None = None,
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> Change:
    """Recommend a disposition to the Executive Director. The report withholds it while open items prevent it."""
    values = {"disposition": disposition, "grounds": grounds, "conditions": condition or []}
    return _decide(on, submission, Recommendation.kind, None, (key, ask), values)


def _withdrawn(change: Change) -> Iterator[Shown]:
    entry = f"{change.kind}/{change.entry}"
    yield f"{entry} of {change.submission} is withdrawn by record {change.number}, by {change.who}."


@act(
    on_register(),
    WindowControl("Submissions", tr("Withdraw the decision")),
    shown=_withdrawn,
    values=lambda change: {**_decided_values(change), "entry": f"{change.kind}/{change.entry}"},
)
def withdraw(
    on: RegisterSeat,
    submission: SubmissionArgument,
    entry: Annotated[str, typer.Argument(metavar="KIND/ENTRY")],
    *,
    why: str,
    key: KeyOption = "",
    ask: Ask = unanswered,
) -> Change:
    """Withdraw a statement, or take an entry out of the submission. The audit trail keeps both versions."""
    kind, id_ = _named(entry)
    last = on.register.last_changes(submission).get((kind, id_))
    with on.signing(key, ask) as register:
        return register.remove(submission, kind, id_, on.who, why, last)


def _verified(verified: tuple[int, str, Sequence[Reason]]) -> Iterator[Shown]:
    changes, head, problems = verified
    if problems:
        yield Styled("REGISTER INTEGRITY NOT VERIFIED", "bold red")
        yield from (f"  - {say(each)}" for each in problems)
    else:
        yield f"Register: integrity verified ({changes} records). Head: {head}"


@act(
    EVERYBODY,
    WindowControl("Submissions", tr("&Verify the register")),
    shown=_verified,
    values=lambda verified: dict(zip(("changes", "head", "problems"), verified, strict=True)),
    code=lambda verified: 3 if verified[2] else 0,
)
def verify(workspace: Workspace) -> tuple[int, str, Sequence[Reason]]:
    """Verify the audit chain, the entries and the files of the register."""
    from labharness.app.people.signing import verify_all

    return verify_all(workspace)


def decide(
    seat: Seat, submission: str, kind: str, values: Mapping[str, Any], *, key: str = "", ask: Ask = unanswered
) -> Change:
    """Put a decision of any kind on record, whose form the window holds."""
    with on_register(kind).open(seat, f"decide {kind}", submission) as on:
        return _decide(on, submission, kind, None, (key, ask), values)
