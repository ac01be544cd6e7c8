"""Where one stage of a run stands."""

from __future__ import annotations

from dataclasses import dataclass

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
    """

    name: str
    kind: str
    status: str = "waiting"
    done: int = 0
    units: int = 0
    started: str = ""
    updated: str = ""
    reasons: Reasons = ()
