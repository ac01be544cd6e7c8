"""What people and programs read of submissions, their history and their import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from labharness.acts import headings
from labharness.acts.declaring import Listing, Shown, Styled, tr
from labharness.acts.headings import ListHead, when
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import KINDS, Change, Submission
from labharness.language.catalog import say
from labharness.language.field_words import kind_words
from labharness.language.numbers import amount, number
from labharness.reason import Reason


def _who(change: Change) -> str:
    who, account = change.who, change.account
    return tr("{who} (account {account})", who=who, account=account) if account else who


def deed(change: Change) -> str:
    """Return what a change did, and to which entry."""
    if not change.kind:
        return change.what
    entry = f"{kind_words(change.kind).one if change.kind in KINDS else change.kind} {change.entry}"
    if change.what != "put":
        return tr("removed {entry}", entry=entry)
    return tr("wrote {entry}", entry=entry) if change.before is None else tr("changed {entry}", entry=entry)


def _fields(change: Change) -> str:
    before, after = change.before or {}, change.after or {}
    return ", ".join(name for name in after if before.get(name) != after[name]) if before else ""


RECORD = ListHead[Change](tr("Record"), lambda change: number(change.number))
WHEN = ListHead[Change](tr("When"), lambda change: when(change.utc))
WHO = ListHead[Change](tr("Who"), _who)
CHANGE = ListHead[Change](tr("Change"), deed)
_FIELDS = ListHead[Change](tr("Fields"), _fields, labeled=True)
SIGNED = ListHead[Change](tr("Signed"), lambda change: tr("yes") if change.signature else "", labeled=True)
REASON = ListHead[Change](tr("Reason"), lambda change: change.why)


def facts(submission: Submission) -> dict[str, Any]:
    """Return a submission as JSON."""
    filing, advice = submission.filing, submission.recommendation
    return {
        "id": submission.id,
        "reference": filing.reference,
        "type": filing.type.value,
        "submitter": filing.submitter,
        "title": filing.title,
        "missing": [each.id for each in checklist_state(submission) if each.blocks],
        "open_deficiencies": [each.id for each in submission.of(Deficiency) if each.status == "open"],
        "recommendation_on_file": advice.disposition if advice else None,
        "head": submission.head,
    }


_ID = ListHead[Any]("Submission", lambda filed: filed.id)
TITLE = ListHead[Any](tr("Title"), lambda filed: filed.title)
TYPE = ListHead[Any](tr("Type"), lambda filed: filed.kind)
SUBMITTER = ListHead[Any](tr("Submitter"), lambda filed: filed.submitter)
_MISSING = ListHead[Any]("Missing", lambda filed: number(filed.missing))


def listing(submissions: Sequence[Submission]) -> Iterator[Shown]:
    """Yield what the list of submissions shows."""
    if not submissions:
        yield "No submission is on record. Begin with: labharness submission new REFERENCE"
        return
    yield headings.listing(map(_row, submissions), _ID, TYPE, (SUBMITTER, TITLE), _MISSING)


def _row(submission: Submission) -> SimpleNamespace:
    filing, missing = submission.filing, sum(line.blocks for line in checklist_state(submission))
    return SimpleNamespace(
        **vars(filing) | {"id": submission.id, "kind": filing.type.value, "missing": missing}
    )


@dataclass(frozen=True)
class ShownSubmission:
    """A submission, and the recommendation that its dossier comes to.

    Parameters
    ----------
    given
        Id of the recommendation that the conclusion permits, None for none.
    advice
        What is said of the one on file.
    """

    submission: Submission
    given: str | None
    advice: str


def whole(shown: ShownSubmission) -> dict[str, Any]:
    """Return everything about a submission as JSON."""
    submission = shown.submission
    entries = {kind: list(submission.of(model)) for kind, model in KINDS.items()}
    states = {each.id: each.state for each in checklist_state(submission)}
    return {**facts(submission), "entries": entries, "checklist": states, "recommendation": shown.given}


def page(shown: ShownSubmission) -> Iterator[Shown]:
    """Yield the lines about a submission."""
    from labharness.app.submission.submissions import doubts

    submission, filing = shown.submission, shown.submission.filing
    yield Styled(f"{filing.reference}: {filing.title}", "bold")
    complete = f"complete {filing.complete}" if filing.complete else "not complete"
    who = f"{filing.submitter} ({filing.submitter_kind.value}, license {filing.license})"
    yield f"{filing.type.value} of {who}, received {filing.received}, {complete}"
    named = ((kind, ", ".join(each.id for each in submission.of(model))) for kind, model in KINDS.items())
    yield Listing(("Kind", "Entries"), tuple((kind, ids) for kind, ids in named if ids))
    yield from (f"Missing: {each.id} - {each.title}" for each in checklist_state(submission) if each.blocks)
    yield from (f"Doubt: {say(each)}" for each in doubts(submission))
    yield from (f"Open deficiency: {name}" for name in facts(submission)["open_deficiencies"])
    yield f"Recommendation: {shown.advice}"
    if submission.changes:
        last = submission.changes[-1]
        yield f"Last record: {last.number}, by {_who(last)}"
    yield f"Head: {submission.head}"


def history_page(changes: Sequence[Change]) -> Iterator[Shown]:
    """Yield the history of a submission."""
    yield headings.listing(changes, RECORD, WHEN, (WHO, SIGNED), (CHANGE, _FIELDS, REASON))
    yield f"Head: {changes[-1].hash}"


@dataclass(frozen=True)
class Imported:
    """What the import of a folder changed, and what is on record and more often a slip."""

    submission: str
    changes: tuple[Change, ...]
    doubts: tuple[Reason, ...]


def imported_page(imported: Imported) -> Iterator[Shown]:
    """Yield what an import changed."""
    yield from map(deed, imported.changes)
    yield from (f"Doubt: {say(each)}" for each in imported.doubts)
    count, name = amount(len(imported.changes), "change"), imported.submission
    yield f"{count} of {name}. Next: labharness submission show {name}"
