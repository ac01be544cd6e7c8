"""Schedules: days and times in the laboratory's time zone, and the items that they make.

No moment of a last run is kept: each turn lists the occurrences whose window is still open, and the queue's unique
key keeps each from being made twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError

from labharness.errors import QueueError
from labharness.evidence.records.body import load
from labharness.model.reasons.night import Nights
from labharness.nights.items import Item, Schedule
from labharness.nights.store.queue import now_utc

DAYS: Mapping[str, str] = {
    "daily": "*",
    "every day": "*",
    "every night": "*",
    "weekdays": "1-5",
    "weeknights": "1-5",
    "weekends": "6,0",
    "mondays": "1",
    "tuesdays": "2",
    "wednesdays": "3",
    "thursdays": "4",
    "fridays": "5",
    "saturdays": "6",
    "sundays": "0",
}
_WORDS = re.compile(r"(?P<days>[a-z ,]+?) at (?P<hour>\d{1,2}):(?P<minute>\d{2})")
LABORATORY = "America/New_York"
"""Time zone of Harrisburg."""


def read_when(text: str) -> str:
    """Return five fields of cron for words or for such fields.

    Raises
    ------
    QueueError
        If the text is neither.

    Examples
    --------
    >>> read_when("weeknights at 18:00")
    '0 18 * * 1-5'
    >>> read_when("mondays, thursdays at 7:30")
    '30 7 * * 1,4'
    """
    refusal = QueueError(Nights.SCHEDULE_UNREADABLE(text=text[:80]))
    words = _WORDS.fullmatch(" ".join(text.lower().split()))
    if words is not None:
        try:
            days = ",".join(DAYS[day.strip()] for day in words["days"].split(","))
        except KeyError as error:
            raise refusal from error
        text = f"{int(words['minute'])} {int(words['hour'])} * * {days}"
    if len(text.split()) != 5:  # a sixth field of seconds or years belongs to other programs
        raise refusal
    try:
        CronSim(text, datetime(2026, 1, 1))  # noqa: DTZ001  only its fields are read
    except CronSimError as error:
        raise refusal from error
    return " ".join(text.split())


def written_when(cron: str) -> str:
    """Return fields of cron in the words that :func:`read_when` reads, the fields themselves where there are none.

    Examples
    --------
    >>> written_when("0 18 * * 1-5"), written_when("30 7 * * 1,4"), written_when("*/5 * * * *")
    ('weeknights at 18:00', 'mondays, thursdays at 7:30', '*/5 * * * *')
    """
    if len(cron.split()) != 5:
        return cron
    minute, hour, *middle, days = cron.split()
    names = {value: name for name, value in DAYS.items()}  # the last name of each is the usual one
    parts = [days] if days in names else days.split(",")
    if not (minute.isdigit() and hour.isdigit() and middle == ["*", "*"] and set(parts) <= names.keys()):
        return cron
    return f"{', '.join(names[part] for part in parts)} at {hour}:{int(minute):02}"


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by name; raises :class:`QueueError` where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise QueueError(Nights.ZONE_UNKNOWN(zone=name[:80])) from error


def due_items(schedule: Schedule, now: datetime) -> list[Item]:
    """Return the items of all occurrences whose window is open, oldest first.

    An item that is made late keeps the window of its occurrence; a night that is over makes none.

    Parameters
    ----------
    now
        With a time zone.
    """
    window, now = timedelta(hours=schedule.window_h), now.astimezone(UTC)
    return [_item(schedule, moment, window) for moment in _moments(schedule, now - window, now)]


def occurrences(schedule: Schedule, since: datetime, until: datetime) -> list[tuple[str, str]]:
    """Return key and moment in UTC of every occurrence in a span."""
    return [
        (_key(schedule, moment), now_utc(moment.astimezone(UTC)))
        for moment in _moments(schedule, since, until)
    ]


def _moments(schedule: Schedule, since: datetime, until: datetime) -> Iterator[datetime]:
    """Yield the occurrences of an active schedule between two moments, both included, in its time zone."""
    if not schedule.active:
        return
    # Moments of one time zone are compared and subtracted by their wall clocks, which autumn sets back.
    since, until = since.astimezone(UTC), until.astimezone(UTC)
    if schedule.made:
        since = max(since, datetime.fromisoformat(schedule.made))
    begin = since.astimezone(zone_of(schedule.zone)).replace(second=0, microsecond=0)
    # An iterator of cron yields only what lies after its beginning.
    for moment in CronSim(schedule.cron, begin - timedelta(minutes=1)):
        if moment > until:
            return
        if moment >= since:
            yield moment


def _key(schedule: Schedule, moment: datetime) -> str:
    """Return what no two items share; the hour that comes twice in autumn has its offset the second time."""
    return f"{schedule.id}@{moment.strftime('%Y%m%dT%H%M%z' if moment.fold else '%Y%m%dT%H%M')}"


def _item(schedule: Schedule, moment: datetime, window: timedelta) -> Item:
    name = _key(schedule, moment).replace("@", "-")
    item = load(Item, {"id": name, **schedule.item})
    utc = moment.astimezone(UTC)
    return replace(
        item, id=name, due=now_utc(utc), until=now_utc(utc + window), occurrence=_key(schedule, moment)
    )
