"""Where a run stands, read from its folder and its lock; never from the queue or from an exit code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import is_held
from labharness.evidence.opening import LEDGER
from labharness.model.reasons.night import Nights
from labharness.model.results import Ending, Outcome
from labharness.plans.frozen import frozen_plan
from labharness.reason import Reason, quoted


class Stand(StrEnum):
    """What a run folder shows."""

    ABSENT = "absent"
    """There is no run of this name."""
    AT_WORK = "at work"
    """A living runner holds it."""
    OPEN = "open"
    """It has no end record, and nobody is at work on it."""
    ENDED = "ended"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class FolderStanding:
    """A run as its folder shows it.

    Parameters
    ----------
    ending, found
        How a run stopped, and what it found.
    gaps, allowed
        Interruptions so far, and those that its plan allows.
    session_closed
        Whether it waits for its next session.
    awaits_judgment
        Whether nothing but its verdict is missing, for which no device is needed.
    reason
        Why it cannot be read.
    """

    stand: Stand
    ending: Ending | None = None
    found: Outcome | None = None
    gaps: int = 0
    allowed: int = 0
    session_closed: bool = False
    awaits_judgment: bool = False
    reason: Reason | None = None


def standing_of(path: Path) -> FolderStanding:
    """Read where a run stands; an unreadable one says why, and nothing is raised."""
    try:
        if not (path / LEDGER).is_file():
            return FolderStanding(Stand.ABSENT)
        return _standing(RunFolder(path))
    except LabharnessError as error:
        return FolderStanding(Stand.UNREADABLE, reason=Nights.UNREADABLE(why=error.reasons))
    except OSError as error:
        return FolderStanding(Stand.UNREADABLE, reason=Nights.UNREADABLE(why=(quoted(str(error.strerror)),)))


def _standing(folder: RunFolder) -> FolderStanding:
    if folder.alive:
        return FolderStanding(Stand.AT_WORK)
    history = RunHistory.of(folder)
    summary = history.summary
    if summary.ending is not None:
        return FolderStanding(Stand.ENDED, summary.ending, summary.outcome)
    if is_held(folder.path / "lock"):  # somebody resumed it while it was read
        return FolderStanding(Stand.AT_WORK)
    return FolderStanding(
        Stand.OPEN,
        gaps=history.trust.gaps,
        allowed=frozen_plan(folder).plan.interruptions_allowed,
        session_closed=summary.session_closed,
        awaits_judgment=summary.awaits_judgment,
    )
