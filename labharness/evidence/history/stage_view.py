"""Where one stage of a run stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from labharness.evidence.records.body import Reasons


@dataclass
class StageView:
    """Where one stage stands.

    Parameters
    ----------
    status
        ``waiting``, ``running``, ``done``, ``failed`` or ``stopped``.
    done, units
        Progress over all sessions; ``units`` is 0 where a stage has none.
    started, updated
        Wall clock of its latest start and of its latest record, ISO 8601.
    done_at_start
        Units already there when it was last started, for an estimate of the time left.
    """

    name: str
    kind: str
    status: str = "waiting"
    done: int = 0
    units: int = 0
    started: str = ""
    updated: str = ""
    done_at_start: int = 0
    reasons: Reasons = ()

    @property
    def seconds_left(self) -> float | None:
        """Time that the rest takes at the pace so far, or None while that is unknown."""
        if self.status != "running" or self.done <= self.done_at_start or not self.started:
            return None
        spent = (_when(self.updated) - _when(self.started)).total_seconds()
        return spent / (self.done - self.done_at_start) * (self.units - self.done)


def _when(text: str) -> datetime:
    return datetime.fromisoformat(text)
