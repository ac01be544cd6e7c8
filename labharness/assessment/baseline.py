"""What a submission builds on: the items of its earlier report against its own, and what its type requires of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from labharness.assessment.dossier import Dossier
from labharness.assessment.sameness import reads_the_same
from labharness.filings.entries.filing import BUILDS_ON_ANOTHER, Filing, SubmissionKind
from labharness.filings.entries.former import FormerDeficiency, FormerItem, FormerReport, former_items
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import Submission
from labharness.model.reasons.baseline import Baselines
from labharness.reason import Reason

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
    answers = {
        deficiency.answers: deficiency
        for deficiency in dossier.submission.of(Deficiency)
        if deficiency.answers
    }
    return tuple(
        FormerAnswer(deficiency, answers.get(deficiency.id))
        for deficiency in dossier.baseline.deficiencies
        if deficiency.is_open
    )


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
    return Baselines.PROVISIONAL(
        until=filing.provisional_until.isoformat(),
        person=filing.permitted_by,
        permitted=filing.permitted.isoformat(),
    )


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
