"""What a decision would come to, told before it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace import Workspace
from labharness.assessment.attempts.invalidations import invalidated, void
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.review import Invalidation
from labharness.model.eastern_time import today
from labharness.model.reasons.invalidation import Invalidations
from labharness.reason import Reason

_SHOWN = Attached(name="shown", sha256="0" * 64, size=1)
_FACT = "Stands for grounds that are still to be written."


@dataclass(frozen=True, slots=True)
class InvalidationEffect:
    """What an invalidation would come to.

    Parameters
    ----------
    counts
        Why the run would count all the same, None where it would be set aside.
    doubt
        What would stand against an approval although the run is set aside, None where nothing would.
    """

    run: str
    counts: Reason | None
    doubt: Reason | None = None

    @property
    def takes(self) -> bool:
        """Whether the run would be set aside."""
        return self.counts is None


def would_take_effect(
    workspace: Workspace, submission: str, word: Invalidation, on_step: Callable[[str], None] = lambda _: None
) -> InvalidationEffect:
    """Settle the runs of a submission as if an invalidation were on record, and tell what it comes to.

    Raises
    ------
    LabharnessError
        As :func:`~labharness.app.submission.dossiers.gather_dossier` does.
    """
    dossier = gather_dossier(workspace, submission, on_step, beside=(word,))
    result = next(each for each in invalidated(dossier) if each.word is word)
    doubts = (reason for reason in void(dossier, dossier.groups) if reason.is_a(Invalidations.BY_PARTICIPANT))
    return InvalidationEffect(
        word.run, result.counts, next((doubt for doubt in doubts if doubt["run"] == word.run), None)
    )


def planned_invalidation(workspace: Workspace, run: str, by: str) -> Invalidation:
    """Return an invalidation of a run whose grounds are still to be written, as if they stated facts and a file showed them."""
    folder = workspace.run(run)
    return Invalidation(
        id="planned",
        run=folder.begun().run,
        start=folder.start().hash,
        by=by,
        date=today(),
        cause=_FACT,
        source=_FACT,
        reason=_FACT,
        files=(_SHOWN,),
    )
