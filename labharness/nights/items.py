"""What stands in a queue: items, benches and schedules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from pydantic import ConfigDict

from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome, Standing, standing_of
from labharness.reason import Reason


class State(StrEnum):
    """Where an item stands."""

    WAITING = "waiting"
    """Nobody has taken it; it may be moved and canceled."""
    TAKEN = "taken"
    """It belongs to its bench."""
    ENDED = "ended"
    CANCELED = "canceled"
    """It was withdrawn before a bench took it."""
    DAMAGED = "damaged"
    """Its row is not as it was written: nothing of it is run.  No row holds this."""


class Closing(StrEnum):
    """How an item ended; how its run ended and what it found stand in the run folder."""

    RAN = "ran"
    """Its run has an end record."""
    NOT_RUN = "not run"
    """No run was begun."""
    LEFT_OPEN = "left open"
    """A run was begun and has no end; a person decides how it goes on."""
    LOST = "lost"
    """A run was begun, and its folder is gone."""


class Need(StrEnum):
    """What an item needs of its predecessor."""

    ENDED = "ended"
    """That it ran to a verdict, whatever it found."""
    PASSED = "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One run that somebody wants.

    Parameters
    ----------
    id
        Name of the run.
    device
        What tells the device from others, whatever the spelling of its URL.
    order
        What is to be run, as JSON values.
    priority
        Items with more come first.
    place
        Among items of one priority, the lower comes first.
    after, need
        Id of the item that comes before, "" for none, and what is needed of it.
    due, until
        Moments in UTC (ISO 8601) from which and until which the run may begin; "" without a limit.
    deadline
        Moment in UTC by which the run must be over, or "".
    attended
        Whether a person is at the bench, to answer prompts.
    retries
        How many times a run that ended in an error, or was not begun, may be ordered anew.
    forerunner
        Id of the item that this one repeats, or "".
    fence
        Number of the worker that took it; 0 while it waits.
    closing, reason, found
        How it ended, why, and what its run found; None before.
    over
        When that was reported (UTC), or "".
    occurrence
        What no two items share that a schedule made, or "".
    withdrawn
        Who asked to end it, or "".
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    """What a bench of another version adds is not understood, and so no item."""

    id: str
    bench: str
    device: str
    order: Mapping[str, Any]
    priority: int = 0
    place: int = 0
    after: str = ""
    need: Need = Need.ENDED
    due: str = ""
    until: str = ""
    deadline: str = ""
    attended: bool = False
    retries: int = 0
    forerunner: str = ""
    occurrence: str = ""
    asked_by: str = ""
    added: str = ""
    state: State = State.WAITING
    fence: int = 0
    withdrawn: str = ""
    closing: Closing | None = None
    found: Outcome | None = None
    reason: Reason | None = None
    over: str = ""

    @property
    def plan(self) -> str:
        """The id of its plan, or the name of its file."""
        return str(self.order.get("plan", "")).replace("\\", "/").rpartition("/")[2].removesuffix(".toml")

    @property
    def standing(self) -> Standing | None:
        """What its run found, as far as the order tells of the device; None where the run has no verdict.

        The record of the run knows more: a device at any address may say that it is simulated.
        """
        from labharness.evidence.simulation import signs_of_url

        if self.found is None:
            return None
        urls = [str(self.order.get(name) or "") for name in ("device", "reader")]
        signs = any(True for url in urls for _ in signs_of_url(url))
        replayed = any(url.startswith("capture://") for url in urls)
        simulated = True if self.order.get("simulated") or signs else None
        return standing_of(self.found, simulated=simulated, replayed=replayed)


def why_not_move(item: Item) -> Reason | None:
    """Return why an item cannot be given another bench, priority or place; None where it can."""
    if item.state is State.TAKEN:
        return Nights.ITEM_TAKEN(item=item.id, bench=item.bench)
    return None if item.state is State.WAITING else Nights.ITEM_OVER(item=item.id)


def why_not_cancel(item: Item) -> Reason | None:
    """Return why an item cannot be withdrawn; None where it can."""
    open_ = item.state in (State.WAITING, State.TAKEN, State.DAMAGED)
    return None if open_ else Nights.ITEM_OVER(item=item.id)


def why_not_give_back(item: Item) -> Reason | None:
    """Return why no bench can be asked for an item; None where one can."""
    return None if item.state is State.TAKEN else Nights.NOT_TAKEN(item=item.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A place with devices and one worker.

    Parameters
    ----------
    host, process
        Computer and process number of the worker that holds it.
    fence
        How many times a worker took hold of it; a worker with a lower number is refused.
    heard
        When the worker was last heard of (UTC), for display.
    paused
        Whether its worker begins nothing new.
    damaged
        Whether its row is not as it was written, so that nothing else of it is known.
    """

    name: str
    host: str = ""
    process: int = 0
    fence: int = 0
    heard: str = ""
    paused: bool = False
    damaged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A rule that makes items.

    Parameters
    ----------
    cron
        When, as five fields of cron in the time zone.
    window_h
        Hours after each occurrence in which the run may still begin.
    item
        What is made each time; its id, due and until are those of the occurrence.
    made
        Since when it counts (UTC); occurrences before are none.
    damaged
        Whether its row is not as it was written, so that it makes nothing.
    """

    id: str
    cron: str
    zone: str
    window_h: float
    item: Mapping[str, Any] = field(default_factory=dict)
    active: bool = True
    made: str = ""
    damaged: bool = False
