"""What people and programs read of submissions, their history and their import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from labharness.acts.declaring import Listing, Shown, Styled
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import KINDS, Change, Submission
from labharness.language.catalog import say
from labharness.language.dates import day_and_time
from labharness.language.numbers import amount
from labharness.reason import Reason


def who_made(change: Change) -> str:
    """Return who made a record: the person named, and the account of the operating system."""
    return f"{change.who} (account {change.account})" if change.account else change.who


def deed(change: Change) -> str:
    """Return what a change did to an entry."""
    if change.what != "put":
        return "removed"
    return "wrote" if change.before is None else "changed"


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


def listing(submissions: Sequence[Submission]) -> Iterator[Shown]:
    """Yield what the list of submissions shows."""
    if not submissions:
        yield "No submission is on record. Begin with: labharness submission new REFERENCE"
        return
    yield Listing(
        ("Submission", "Type", "Submitter and title", "Missing"),
        tuple(
            (
                each.id,
                each.filing.type.value,
                f"{each.filing.submitter}: {each.filing.title}",
                str(sum(line.blocks for line in checklist_state(each))),
            )
            for each in submissions
        ),
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
        yield f"Last record: {last.number}, by {who_made(last)}"
    yield f"Head: {submission.head}"


def history_page(changes: Sequence[Change]) -> Iterator[Shown]:
    """Yield the history of a submission."""
    yield Listing(
        ("Record", "When", "Who", "Change, and reason"),
        tuple(
            (str(each.number), day_and_time(each.utc), who_made(each), change_words(each)) for each in changes
        ),
    )
    yield f"Head: {changes[-1].hash}"


def change_words(change: Change) -> str:
    """Return what a record did, to which fields, and why."""
    before, after = change.before or {}, change.after or {}
    fields = [name for name in after if before.get(name) != after[name]] if before else []
    what = f"{deed(change)} {change.kind} {change.entry}" if change.kind else change.what
    changed = f" ({', '.join(fields)})" if fields else ""
    return f"{what}{changed}: {change.why}"


@dataclass(frozen=True)
class Imported:
    """What the import of a folder changed, and what is on record and more often a slip."""

    submission: str
    changes: tuple[Change, ...]
    doubts: tuple[Reason, ...]


def imported_page(imported: Imported) -> Iterator[Shown]:
    """Yield what an import changed."""
    yield from (f"{deed(each)} {each.kind} {each.entry}" for each in imported.changes)
    yield from (f"Doubt: {say(each)}" for each in imported.doubts)
    count, name = amount(len(imported.changes), "change"), imported.submission
    yield f"{count} of {name}. Next: labharness submission show {name}"
