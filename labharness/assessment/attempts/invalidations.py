"""What came of every invalidation: which runs it set aside, and which count all the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from labharness.assessment.dossier import Dossier, Group
from labharness.assessment.runs.subject import Subject
from labharness.assessment.sameness import reads_the_same
from labharness.evidence.records.course import StartBody
from labharness.evidence.records.people import NOBODY, READER, AnswerBody
from labharness.filings.entries.grounds import lacking
from labharness.filings.entries.review import Invalidation
from labharness.model.reasons.invalidation import Invalidations
from labharness.model.results import Decision, Ending
from labharness.model.settlement import SET_ASIDE
from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class Invalidated:
    """An invalidation and what it came to.

    Parameters
    ----------
    group, run
        None where there is no such run.
    counts
        Why the run still counts, None where it was set aside.
    """

    word: Invalidation
    group: Group | None
    run: Subject | None
    counts: Reason | None


def invalidated(dossier: Dossier) -> tuple[Invalidated, ...]:
    """Return every invalidation on record with what it came to."""
    return tuple(_came(dossier, word) for word in dossier.submission.of(Invalidation))


def _came(dossier: Dossier, word: Invalidation) -> Invalidated:
    lack = next(lacking(word), None)
    for group in dossier.groups:
        for run in group.runs:
            if (run.run, _start(run)) == (word.run, word.start):
                return Invalidated(word, group, run, lack or _counts(group, run))
    return Invalidated(word, None, None, Invalidations.RUN_UNKNOWN())


def _counts(group: Group, run: Subject) -> Reason | None:
    if group.settlement is None:
        return Invalidations.NOT_SETTLED()
    if group.role(run) == SET_ASIDE:
        return None
    why = next((attempt.counts for attempt in group.settlement.attempts if attempt.run == run.run), None)
    return why or Invalidations.AS_ANY_OTHER()


def unfounded(dossier: Dossier) -> Iterator[Reason]:
    """Yield runs that were settled as set aside although no invalidation on record names them."""
    named = dossier.submission.invalidated
    for group in dossier.groups:
        for run in group.runs:
            if group.role(run) == SET_ASIDE and (run.run, _start(run)) not in named:
                yield Invalidations.UNFOUNDED(run=run.run)


def void(dossier: Dossier, groups: Collection[Group]) -> Iterator[Reason]:
    """Yield what is wrong with invalidations; ``groups`` are those that the verdict is over."""
    for each in invalidated(dossier):
        word = each.word
        if each.run is None:
            yield Invalidations.NO_SUCH_RUN(invalidation=word.id, run=word.run, start=word.start[:16])
        elif each.counts and any(group is each.group for group in groups):
            yield Invalidations.RUN_COUNTS(invalidation=word.id, run=word.run, why=each.counts)
        elif not each.counts and has_part(dossier, each.run, word.by):
            yield Invalidations.BY_PARTICIPANT(
                invalidation=word.id, person=dossier.submission.person(word.by), run=word.run
            )


def recorded(group: Group, run: Subject) -> list[Decision]:
    """Return what the rule would make of a run's samples that are not complete; for information."""
    attempts = group.settlement.attempts if group.settlement else ()
    return [each for tried in attempts if tried.run == run.run for each in tried.interim]


def in_short(dossier: Dossier) -> tuple[Reason, ...]:
    """Name every run that was set aside, and how it ended."""
    named = (
        Invalidations.SET_ASIDE(run=each.word.run, ending=ended(each.run))
        for each in invalidated(dossier)
        if each.run is not None and not each.counts
    )
    return tuple(dict.fromkeys(named))


def ended(run: Subject) -> Reason:
    """Return how a run ended, and what was irregular in one that was completed."""
    if run.ending is not Ending.COMPLETE:
        return Invalidations.ENDED(ending=run.ending)
    gaps = len(run.summary.gaps)
    if gaps:
        return Invalidations.COMPLETED_AFTER(interruptions=gaps)
    if run.summary.deviations:
        return Invalidations.COMPLETED_WITH_DEVIATIONS()
    return Invalidations.COMPLETED_UNASKED()


def took_part(run: Subject) -> tuple[str, ...]:
    """Return who started a run and everybody who answered in it."""
    text = [run.start.operator]
    text += [body.body.who for body in run.log.of(AnswerBody)]
    return tuple(name for name in dict.fromkeys(text) if name and name not in (NOBODY, READER))


def has_part(dossier: Dossier, run: Subject, by: str) -> bool:
    """Whether a person, by id, started a run or answered in it."""
    names = (by, dossier.submission.person(by))
    return any(reads_the_same(name, each) for name in names for each in took_part(run))


def _start(run: Subject) -> str:
    """Return the hash of the run's start record."""
    return next((body.hash for body in run.log.of(StartBody)), "")
