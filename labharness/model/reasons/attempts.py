"""What all attempts on one device come to, the retest and set-aside attempts included."""

from __future__ import annotations

from labharness.model.results import Ending
from labharness.reason import Code, Reason, doubt, note
from labharness.titled import Titled


class Attempts(Code, area="attempts"):
    """Attempts that count, that do not qualify as the retest, or that cannot be set aside."""

    NOT_COMPLETED = doubt(run=str)
    NONE_COMPLETE = doubt()
    FAILED_BESIDE = doubt(run=str)
    AWAITS_BESIDE = doubt(run=str)
    NOT_THE_RETEST = doubt(run=str, why=Reason)
    UNIT_UNPROVEN = doubt(run=str)
    SOFTWARE_UNPROVEN = doubt(run=str)
    SAME_SAMPLE = doubt(run=str, earlier=str)

    NOTHING_TO_REPEAT = note(first=str)
    ONE_ALLOWED = note()
    FIRST_RUN = note()
    OTHER_UNIT = note(first=str)
    OTHER_SOFTWARE = note(first=str)
    OTHER_PLAN = note(first=str)
    SMALLER_SAMPLE = note(check=Titled)

    COUNTS_BY_ENDING = note(ending=Ending)
    COUNTS_AGAINST = note(why=Reason)
    COUNTS_AS_DECIDING = note()
    COUNTS_ALONE = note()
    RECORDED_SO_FAR = note(units=int, decision=Reason)
