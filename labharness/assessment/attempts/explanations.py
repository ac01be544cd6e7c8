"""Equal data of the runs of a dossier: which runs have them, and what came of every explanation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from labharness.assessment.attempts.invalidations import has_part
from labharness.assessment.dossier import Dossier
from labharness.assessment.runs.repeats import Beginnings, DataRepeats, Named, other
from labharness.evidence.records.judged import SameData
from labharness.filings.entries.grounds import lacking
from labharness.filings.entries.review import Explanation
from labharness.model.observations import OF_KIND
from labharness.model.reasons.equal_data import EqualData
from labharness.reason import Reason


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
