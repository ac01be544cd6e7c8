"""Whether a recommendation was put on record after everything that it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.assessment.attempts.curing import counted
from labharness.assessment.dossier import Dossier
from labharness.evidence.records.course import StartBody
from labharness.filings.entries.review import Opinion, Recommendation
from labharness.filings.entries.snapshot import Change
from labharness.language.dates import moment
from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Reason

_APART = frozenset({"", Recommendation.kind, Opinion.kind})
"""Of changes: events are told apart by their runs, and nothing rests on an opinion."""
_FEW = 3


def outdated(dossier: Dossier) -> Reason | None:
    """Return what is newer than the recommendation, None where nothing is, or none is on record.

    The order and the times of the register's records decide, and the times of the runs' own; never the date
    that somebody wrote into the recommendation.
    """
    advice = dossier.submission.recommendation
    if advice is None:
        return None
    changes = dossier.submission.changes
    given = [change for change in changes if (change.kind, change.entry) == (advice.kind, advice.id)]
    if not given:
        return Conclusions.NO_DATE()
    newer = [*_runs(dossier, given[-1]), *_entries(changes, given[-1])]
    if not newer:
        return None
    more = (Conclusions.MORE(number=len(newer) - _FEW),) if len(newer) > _FEW else ()
    return Conclusions.OUTDATED(moment=given[-1].utc, newer=(*newer[:_FEW], *more))


def _runs(dossier: Dossier, given: Change) -> Iterator[Reason]:
    """Yield runs that count and were begun, by the register's order, or ended, by the clock, after it."""
    begun = {
        str((change.after or {}).get("start", ""))
        for change in dossier.submission.changes
        if not change.kind and change.number > given.number
    }
    for group in counted(dossier):
        for run in group.counting:
            start = next((body.hash for body in run.log.of(StartBody)), "")
            if (start and start in begun) or moment(run.summary.updated) > moment(given.utc):
                yield Conclusions.NEWER(kind="run", name=run.run)


def _entries(changes: tuple[Change, ...], given: Change) -> Iterator[Reason]:
    """Yield entries that were written or removed after it."""
    later = (change for change in changes if change.kind not in _APART and change.number > given.number)
    yield from dict.fromkeys(Conclusions.NEWER(kind=each.kind, name=each.entry) for each in later)
