"""What a stage showed: a status, and the reasons for it."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.stage_status import StageStatus
from labharness.reason import Reason

_WORST_FIRST = (StageStatus.FAILED, StageStatus.DOUBTFUL, StageStatus.DONE)


@dataclass(frozen=True, slots=True)
class Report:
    """What a stage showed.

    Parameters
    ----------
    reasons
        What was seen, and why the status is not better.
    """

    status: StageStatus
    reasons: tuple[Reason, ...]

    def joined(self, other: Report) -> Report:
        """Return what two parts of a stage showed together: the worse status, and the reasons of both."""
        worst = next(each for each in _WORST_FIRST if each in (self.status, other.status))
        return Report(worst, self.reasons + other.reasons)


def done(*reasons: Reason) -> Report:
    """Return the report of a stage that conforms, or has nothing to judge."""
    return Report(StageStatus.DONE, reasons)


def failed(*reasons: Reason) -> Report:
    """Return the report of a stage that does not conform."""
    return Report(StageStatus.FAILED, reasons)


def doubtful(*reasons: Reason) -> Report:
    """Return the report of a stage whose evidence cannot carry a pass."""
    return Report(StageStatus.DOUBTFUL, reasons)
