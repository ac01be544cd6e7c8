"""What was lifted by the authorizer's word, each with its reason.

Runs set aside, explained data, waivers, exclusions, and chapters not in force.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from labharness.assessment.attempts.explanations import equal_runs
from labharness.assessment.attempts.invalidations import ended, invalidated
from labharness.assessment.clauses.obligations import NOT_APPLICABLE
from labharness.assessment.conclusion import Conclusion
from labharness.assessment.dossier import Dossier
from labharness.assessment.lapsed_law import lapsed_laws
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.examinations import read_examinations
from labharness.filings.entries.review import Exclusion
from labharness.games.game import cite
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.equal_data import EqualData
from labharness.model.reasons.invalidation import Invalidations
from labharness.reason import Reason, quoted


class ExceptionKind(StrEnum):
    """What can be lifted; the value is how a report names it."""

    RUN = "Run set aside"
    DATA = "Equal data explained"
    EXAMINATION = "Not examined"
    DOCUMENT = "Document waived"
    CLAUSE = "Excluded"
    LAW = "Law in force named"


@dataclass(frozen=True, slots=True)
class Lifted:
    """Things of one kind that were lifted for one reason."""

    kind: ExceptionKind
    things: tuple[Reason, ...]
    reason: str


def exceptions(dossier: Dossier, conclusion: Conclusion) -> tuple[Lifted, ...]:
    """Return what was lifted and why, as far as it has an effect."""
    text: dict[tuple[ExceptionKind, str], list[Reason]] = {}
    for kind, thing, why in _lifted(dossier, conclusion):
        text.setdefault((kind, " ".join(why.split())), []).append(thing)
    return tuple(Lifted(kind, tuple(things), why) for (kind, why), things in text.items())


def _lifted(dossier: Dossier, conclusion: Conclusion) -> Iterator[tuple[ExceptionKind, Reason, str]]:
    """Yield the kind of each, what it is about, and the reason."""
    submission = dossier.submission
    yield from _of_runs(dossier)
    for law in lapsed_laws(dossier):
        if law.named is not None:
            code = Conclusions.LAW_NAMED if law.on_record else Conclusions.LAW_NAMED_UNKNOWN
            yield ExceptionKind.LAW, code(source=law.named.source, clause=law.clause), law.named.reason
    words = {
        unexamined.matter: unexamined.waiver
        for unexamined in conclusion.unexamined
        if unexamined.waiver is not None
    }
    for matter, word in words.items():
        yield ExceptionKind.EXAMINATION, quoted(read_examinations()[matter].title), word.reason
    for state in checklist_state(submission):
        if state.state == "waived" and state.waiver is not None:
            yield ExceptionKind.DOCUMENT, quoted(state.title), state.waiver.reason
    idle = {
        cite(row.clause) for each in conclusion.matrices for row in each.rows if row.came == NOT_APPLICABLE
    }
    for excluded in submission.grounded(Exclusion):
        if cite(excluded.clause) in idle:
            yield ExceptionKind.CLAUSE, quoted(excluded.clause), excluded.reason


def _of_runs(dossier: Dossier) -> Iterator[tuple[ExceptionKind, Reason, str]]:
    """Yield what was lifted of runs."""
    for each in invalidated(dossier):
        if each.run is not None and not each.counts:
            yield (
                ExceptionKind.RUN,
                Invalidations.SET_ASIDE(run=each.word.run, ending=ended(each.run)),
                each.word.cause,
            )
    for two in equal_runs(dossier):
        if two.word is not None:
            yield ExceptionKind.DATA, EqualData.EXPLAINED(runs=(two.run, two.other)), two.word.cause
