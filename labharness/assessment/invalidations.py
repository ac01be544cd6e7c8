"""What came of every invalidation: which runs it set aside, and which count all the same.

Equal data of the runs of a dossier: which runs have them, and what came of every explanation.

What the rule makes of each check over all attempts of a group, and which run says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from labharness.analysis.decision.rule import awaits_retest
from labharness.assessment.dossier import RETEST, Dossier, Group, reads_the_same
from labharness.assessment.runs.repeats import Beginnings, DataRepeats, Named, other
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.course import SameData, StartBody
from labharness.evidence.records.people import NOBODY, READER, AnswerBody
from labharness.filings.entries.review import Explanation, Invalidation, lacking
from labharness.model.observations import OF_KIND
from labharness.model.reasons.evidence import EqualData
from labharness.model.reasons.register import Invalidations
from labharness.model.results import Decision, Ending, Outcome
from labharness.model.settlement import SET_ASIDE, Level
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


@dataclass(frozen=True, slots=True)
class EqualRuns:
    """Two runs with equal data.

    Parameters
    ----------
    run, other
        Their names; the first is a run of the dossier.
    shared
        What they have in common; empty where only the workspace of the report knows it.
    word
        The explanation that is in effect, None where there is none.
    """

    run: str
    other: str
    shared: tuple[Reason, ...]
    word: Explanation | None


def equal_runs(dossier: Dossier) -> tuple[EqualRuns, ...]:
    """Return every two runs with equal data, once, in the order of their start."""
    repeats = _repeats(dossier)
    words = {each.pair: each for each in dossier.submission.grounded(Explanation)}
    result: dict[frozenset[Named], list[SameData]] = {}
    first: dict[frozenset[Named], str] = {}
    for run in dossier.runs:
        named = run.run, run.summary.origin
        for same in repeats.of(named):
            pair = frozenset({named, other(same)})
            if first.setdefault(pair, run.run) == run.run:
                result.setdefault(pair, []).append(same)
    pairs = [
        EqualRuns(first[pair], shared[0].run, tuple(dict.fromkeys(map(_shared, shared))), words.get(pair))
        for pair, shared in result.items()
    ]
    pairs += [
        EqualRuns(runs[0], runs[1], (), word)
        for word in words.values()
        if word.pair not in result and (runs := _elsewhere(dossier, word))
    ]
    return tuple(pairs)


def doubted_explanations(dossier: Dossier) -> Iterator[Reason]:
    """Yield what is wrong with explanations: no data are equal, or a person of one of the runs wrote it."""
    explained = {each.word.id for each in equal_runs(dossier) if each.word is not None}
    for word in dossier.submission.of(Explanation):
        if any(lacking(word)):
            continue  # which is an open item of every entry without grounds
        if word.id not in explained:
            yield EqualData.NOT_EQUAL(explanation=word.id, runs=(word.run, word.other))
            continue
        for run in dossier.runs:
            if (run.run, run.summary.origin) in word.pair and has_part(dossier, run, word.by):
                person = dossier.submission.person(word.by)
                yield EqualData.BY_PARTICIPANT(explanation=word.id, person=person, run=run.run)


def _repeats(dossier: Dossier) -> DataRepeats:
    return DataRepeats.among(Beginnings.of(run.history) for run in dossier.runs)


def _elsewhere(dossier: Dossier, word: Explanation) -> tuple[str, ...]:
    """Return the two runs of an explanation where the second is outside the submission, by the notes of the dossier."""
    for note in dossier.notes:
        if note.is_a(EqualData.EXPLAINED_ELSEWHERE) and note["explanation"] == word.id:
            return tuple(map(str, names)) if isinstance(names := note["runs"], tuple) else ()
    return ()


def _shared(same: SameData) -> Reason:
    mine = same.mine
    return EqualData.SHARED(stage=mine.stage, units=mine.units, what=OF_KIND[mine.kind], first=mine.first + 1)


_RANK = {Outcome.PASS: 0, Outcome.INCONCLUSIVE: 1, Outcome.FAIL: 2}
_COMPLETE = frozenset({"first", RETEST, "not asked for"})


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, and the run in which it was reached."""

    decision: Decision
    run: str


def decided(group: Group) -> dict[str, Decided]:
    """Return what each check of a group came to, the worst of all attempts.

    What awaited the retest is decided by it.  Of a run that was not completed, or was set aside, only its
    failures count; where the attempts could not be settled, nothing that passed does.
    """
    result: dict[str, Decided] = {}
    for run, decision in _all(group):
        before = result.get(decision.check_id)
        if before is None or _RANK[decision.outcome] > _RANK[before.decision.outcome]:
            result[decision.check_id] = Decided(decision, run)
    return result


def plain_decisions(result: Mapping[str, Decided]) -> tuple[Decision, ...]:
    """Return decisions without their runs."""
    return tuple(each.decision for each in result.values())


def _all(group: Group) -> Iterator[tuple[str, Decision]]:
    levels = {level.check: level for level in group.settlement.levels} if group.settlement else {}
    verdicts = [(run, run.summary.verdict) for run in group.runs if run.summary.verdict]
    again = {
        decision.check_id
        for run, verdict in verdicts
        if group.role(run) == RETEST
        for decision in verdict.decisions
        if decision.check_id in levels
    }
    for run, verdict in verdicts:
        role = group.role(run)
        for decision in verdict.decisions:
            if group.settlement is None and decision.outcome is Outcome.PASS:
                yield run.run, replace(decision, outcome=Outcome.INCONCLUSIVE)
            elif (
                group.settlement is not None
                and role not in _COMPLETE
                and decision.outcome is not Outcome.FAIL
            ) or (role == "first" and decision.check_id in again and awaits_retest(decision)):
                continue
            elif role == RETEST and decision.check_id in levels:
                yield run.run, replace(decision, outcome=_retested(decision, levels[decision.check_id]))
            else:
                yield run.run, decision


def _retested(decision: Decision, level: Level) -> Outcome:
    """Hold a test to the level of its retest; what else is wrong with it stays wrong."""
    if decision.p is None or (decision.outcome is Outcome.INCONCLUSIVE and not awaits_retest(decision)):
        return Outcome.FAIL if decision.outcome is Outcome.FAIL else Outcome.INCONCLUSIVE
    return Outcome.FAIL if decision.p < level.retest_below else Outcome.PASS
