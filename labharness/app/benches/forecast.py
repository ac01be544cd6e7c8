"""What a bench will do with its queue: when each item will run on its device, and what does not fit its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from labharness.nights.items import Item, State

UNKNOWN = timedelta(hours=1)
"""How long an item is drawn whose plan no complete run has shown yet."""
CLOCKS = timedelta(seconds=1)


class Fit(StrEnum):
    """Whether an item fits its time."""

    FITS = "fits"
    LATE = "late"
    """It cannot begin before the moment up to which it may."""
    OVER = "over"
    """It would not be over by its deadline."""
    UNKNOWN = "unknown"
    """Nobody knows how long its plan takes."""


@dataclass(frozen=True, slots=True)
class Slot:
    """When an item is expected to run.

    Parameters
    ----------
    device
        What tells its device from others.
    """

    item: Item
    device: str
    begin: datetime
    end: datetime
    fit: Fit

    @property
    def fits(self) -> bool:
        """Whether nothing known speaks against it."""
        return self.fit in (Fit.FITS, Fit.UNKNOWN)


def forecast(
    items: Sequence[Item],
    expected_s: Mapping[str, float],
    now: datetime,
    begun: Mapping[str, datetime] | None = None,
) -> tuple[Slot, ...]:
    """Return a slot for each item, in the order of the queue.

    Devices work beside each other, the items of one device one after the other. An item that would begin too late is left
    out and holds up nobody.

    Parameters
    ----------
    expected_s
        Seconds that complete runs of a plan took, by its id.
    begun
        When the runs at work began, by the name of the item.
    """
    begun = begun or {}
    free: dict[str, datetime] = {}
    over: dict[str, datetime] = {}
    slots = []
    for item in items:
        earliest = max(
            free.get(item.device, now),
            over.get(item.after, now),
            _moment(item.due) or now,
            begun.get(item.id, now),
        )
        begin = begun.get(item.id, earliest)
        seconds = expected_s.get(plan_of(item))
        end = begin + (timedelta(seconds=seconds) if seconds is not None else UNKNOWN)
        if item.id in begun:
            end = max(end, now)
        fit = _fit(item, begin, end, known=seconds is not None)
        slots.append(Slot(item, item.device, begin, end, fit))
        if fit is not Fit.LATE:
            free[item.device] = end
            over[item.id] = end
    return tuple(slots)


def plan_of(item: Item) -> str:
    """Return the id of the plan of an item, or the name of its file."""
    return str(item.order.get("plan", "")).replace("\\", "/").rpartition("/")[2].removesuffix(".toml")


def _fit(item: Item, begin: datetime, end: datetime, *, known: bool) -> Fit:
    until, deadline = _moment(item.until), _moment(item.deadline)
    if until is not None and item.state is State.WAITING and begin > until + CLOCKS:
        return Fit.LATE
    if known and deadline is not None and end > deadline + CLOCKS:
        return Fit.OVER
    return Fit.FITS if known else Fit.UNKNOWN


def _moment(utc: str) -> datetime | None:
    try:
        return datetime.fromisoformat(utc).astimezone(UTC) if utc else None
    except ValueError:
        return None
