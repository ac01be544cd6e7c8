"""Invalidations of runs: what they set aside, and why a run counts all the same."""

from __future__ import annotations

from labharness.model.results import Ending
from labharness.reason import Code, Reason, doubt, note


class Invalidations(Code, area="invalidation"):
    """Whether an invalidation sets its run aside."""

    NO_SUCH_RUN = doubt(invalidation=str, run=str, start=str)
    RUN_COUNTS = doubt(invalidation=str, run=str, why=Reason)
    BY_PARTICIPANT = doubt(invalidation=str, person=str, run=str)
    UNFOUNDED = doubt(run=str)
    RUN_UNKNOWN = note()
    NOT_SETTLED = note()
    AS_ANY_OTHER = note()
    SET_ASIDE = note(run=str, ending=Reason)
    ENDED = note(ending=Ending)
    COMPLETED_AFTER = note(interruptions=int)
    COMPLETED_WITH_DEVIATIONS = note()
    COMPLETED_UNASKED = note()
