"""What the decision rule makes of each planned check."""

from __future__ import annotations

from labharness.model.gains import Gainer, GainUnit
from labharness.model.results import Tail
from labharness.reason import Code, Reason, doubt, failure, note
from labharness.titled import Titled


class Held(Code, area="decision"):
    """A check held to the level of its rule; the last members are parts of other reasons."""

    OUTRIGHT = failure(check=Titled, p=float, level=float)
    BELOW_LEVEL = failure(check=Titled, value=Reason, level=float)
    """Of the laboratory's own checks."""
    BELOW_CITATION = failure(check=Titled, value=Reason, level=float, citation=str)
    BELOW_RETEST = failure(check=Titled, value=Reason, level=float, citation=str)
    RETEST_DECIDES = doubt(check=Titled, value=Reason, level=float, citation=str)
    UNRESOLVED = doubt(check=Titled, value=Reason)
    TOO_REGULAR = doubt(check=Titled, value=Reason, two_sided=float)
    NOT_BELOW = note(check=Titled, value=Reason, level=float)

    BOUND_MISSING = doubt(check=Titled, gainer=Gainer, unit=GainUnit, below=float)
    BOUND_ABOVE = doubt(
        check=Titled,
        gainer=Gainer,
        what=Reason,
        upper=float,
        unit=GainUnit,
        below=float,
        recorded=int,
        needed=int,
    )
    GAIN_ABOVE = doubt(
        check=Titled, gainer=Gainer, what=Reason, upper=float, unit=GainUnit, below=float, estimate=float
    )

    MONITOR_CROSSED = failure(stage=str, units=int, exponent=float, level=float)
    """The e-value of a sample, 10 to this power, reached 1 over the level after so many units."""
    MONITOR_QUIET = note(stage=str, units=int, exponent=float, highest_at=int, level=float)
    MONITOR_DISAGREES = doubt(stage=str)
    """The ledger says another crossing than the sample shows."""

    VIOLATED = failure(check=Titled, seen=Reason)
    VIOLATED_INFORMATIONAL = doubt(check=Titled, seen=Reason)
    NOT_VIOLATED = note(check=Titled, units=int)

    NO_RESULT = doubt(check=Titled)
    NO_TAIL = doubt(check=Titled, tail=Tail)
    NOT_COMPUTED = doubt(check=Titled, why=Reason)
    NOTHING_REQUIRED = doubt()

    SHOWN = note(check=Titled)
    SHOWN_P = note(check=Titled, p=float, q=float, checks=int)
    SHOWN_NOTABLE = note(check=Titled, p=float, q=float, checks=int, level=float)
    RARE_INFORMATIONAL = doubt(check=Titled, p=float, level=float)

    P = note(p=float)
    P_CORRECTED = note(p=float, checks=int)
    VIOLATIONS = note(violations=int, units=int)
    VIOLATIONS_FROM = note(violations=int, units=int, first=Reason)
