"""What is to be done with an item, decided by its run folder and lock: the only recovery there is.

A pure function, the same after a crash as in the middle of a night.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from labharness.model.reasons.night import Nights
from labharness.nights.folder_standing import FolderStanding, Stand
from labharness.nights.items import Closing, Need
from labharness.nights.journal import JournalEntry, Step
from labharness.reason import Reason

SPAWNS = 3
"""Runners that may stop without a word before there is a run."""
JUDGINGS = 5
"""Attempts to judge a run that needs no device any more."""


class Do(StrEnum):
    """What a worker does next with an item."""

    BEGIN = "begin"
    RESUME = "resume"
    WAIT = "wait"
    STOP = "stop"
    """Tell the living run to stop, because somebody withdrew the item."""
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of an item besides its run folder.

    Parameters
    ----------
    now
        Moment in UTC, as the queue writes it.
    withdrawn
        Whether somebody asked to end it.
    asked_back
        Whether somebody asked for it, if its run was not begun.
    before
        Whether its predecessor gives what it needs, None while that is not known.
    held
        Whether another process holds its device.
    refusal
        What the last runner, or the preflight of the night, refused; None where nothing.
    short
        What space it waits for, None where it does not.
    barred
        Why the run may not be resumed now, empty where nothing is known against it.
    beginning
        Whether new runs may begin: the bench is not paused.
    """

    now: str
    withdrawn: bool = False
    asked_back: bool = False
    before: bool | None = True
    held: bool = False
    refusal: Reason | None = None
    short: Reason | None = None
    barred: tuple[Reason, ...] = ()
    beginning: bool = True


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is done, and for :attr:`Do.CLOSE` how the item ended."""

    do: Do
    closing: Closing | None = None
    reason: Reason | None = None


def decide(entry: JournalEntry, standing: FolderStanding, about: Situation) -> NextStep:
    """Return what is done next with an item that has not ended."""
    if standing.stand is Stand.AT_WORK:
        return NextStep(Do.STOP if about.withdrawn else Do.WAIT)
    if standing.stand is Stand.ENDED:
        return NextStep(Do.CLOSE, Closing.RAN)
    if standing.stand is Stand.UNREADABLE:
        return NextStep(Do.CLOSE, Closing.LEFT_OPEN, standing.reason)
    if standing.stand is Stand.OPEN:
        return _open(entry, standing, about)
    if entry.step is not Step.TAKEN:
        return NextStep(Do.CLOSE, Closing.LOST, Nights.VANISHED(run=entry.item.id))
    return _absent(entry, about)


def _open(entry: JournalEntry, standing: FolderStanding, about: Situation) -> NextStep:
    """Decide about a run that was begun and that nobody is at work on."""
    if about.barred:
        return NextStep(Do.CLOSE, Closing.LEFT_OPEN, Nights.NOT_RESUMED(why=about.barred))
    if standing.awaits_judgment and entry.resumed < JUDGINGS:
        return NextStep(Do.RESUME)
    if about.held:
        return NextStep(Do.WAIT)
    left = _why_left(entry, standing, about)
    return NextStep(Do.RESUME) if left is None else NextStep(Do.CLOSE, Closing.LEFT_OPEN, left)


def _why_left(entry: JournalEntry, standing: FolderStanding, about: Situation) -> Reason | None:
    """Return why an open run is left to a person, None where the worker resumes it."""
    deadline = entry.item.deadline
    if standing.session_closed:
        return Nights.SESSION_CLOSED()
    if about.withdrawn:
        return Nights.WITHDRAWN_OPEN()
    if deadline and about.now > deadline:
        return Nights.OVERDUE(deadline=deadline)
    if standing.gaps < standing.allowed and entry.resumed <= standing.allowed:
        return None
    often = Nights.INTERRUPTED(times=standing.gaps + 1, allowed=standing.allowed)
    return entry.cause or _of_begun(about.refusal) or often


def _of_begun(refusal: Reason | None) -> Reason | None:
    """Return what a runner refused as that of a run that was begun: it was not resumed."""
    if refusal is not None and refusal.is_a(Nights.REFUSED):
        return Nights.NOT_RESUMED(why=refusal["why"])
    return refusal


def _absent(entry: JournalEntry, about: Situation) -> NextStep:
    """Decide about an item that has no run yet."""
    item = entry.item
    if entry.spawned and about.held:  # a runner that was started may be about to begin the run
        return NextStep(Do.WAIT)
    over = _why_over(entry, about)
    if over is not None:
        return NextStep(Do.CLOSE, Closing.NOT_RUN, over)
    if about.before is None or about.held or about.now < item.due or not about.beginning:
        return NextStep(Do.WAIT)
    if about.refusal is not None:
        return NextStep(Do.CLOSE, Closing.NOT_RUN, about.refusal)
    return NextStep(Do.BEGIN)


def _why_over(entry: JournalEntry, about: Situation) -> Reason | None:
    """Return why an item will not be run any more, None where it may still be."""
    item = entry.item
    if about.withdrawn:
        return Nights.WITHDRAWN()
    if about.asked_back:
        return Nights.GIVEN_BACK()
    if about.before is False:
        lacking = Nights.PREDECESSOR_NOT_PASSED if item.need is Need.PASSED else Nights.PREDECESSOR_NOT_RUN
        return lacking(item=item.after)
    over = min(filter(None, (item.until, item.deadline)), default="")
    if over and about.now > over:
        return about.refusal or about.short or Nights.WINDOW_OVER(until=over)
    return None
