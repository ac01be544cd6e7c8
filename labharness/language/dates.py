"""Dates and times of records, the same under every locale and time zone of the computer."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from labharness.model.eastern_time import eastern

_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
"""Of English: strftime asks the locale."""


def moment(utc: str) -> datetime:
    """Return a record's wall clock, in UTC."""
    return datetime.fromisoformat(utc).astimezone(UTC)


def day(when: str | date) -> str:
    """Write a date; that of a moment is the date in Pennsylvania.

    Examples
    --------
    >>> day("2026-11-23T04:05:00Z"), day(date(2026, 1, 2))
    ('November 22, 2026', 'January 2, 2026')
    """
    result = eastern(moment(when))[0] if isinstance(when, str) and "T" in when else when
    result = date.fromisoformat(result) if isinstance(result, str) else result
    return f"{_MONTHS[result.month - 1]} {result.day}, {result.year}"


def brief_day(when: str | date) -> str:
    """Write a date for a list.

    Examples
    --------
    >>> brief_day("2026-11-03")
    'Nov 3, 2026'
    """
    month, rest = day(when).split(" ", 1)
    return f"{month[:3]} {rest}"


def day_and_time(utc: str) -> str:
    """Write the date and time of a record, in Pennsylvania and in UTC.

    Examples
    --------
    >>> day_and_time("2026-11-22T23:05:07.123456Z")
    'November 22, 2026, 6:05:07 p.m. EST (23:05:07 UTC)'
    >>> day_and_time("2026-07-04T04:00:00Z")
    'July 4, 2026, 12:00:00 a.m. EDT (04:00:00 UTC)'
    """
    return f"{_said(utc)} {eastern(moment(utc))[1]} ({moment(utc):%H:%M:%S} UTC)"


def brief(utc: str) -> str:
    """Write the date and time of a record for a list, in Pennsylvania.

    Examples
    --------
    >>> brief("2026-11-22T23:05:07.123456Z"), brief("2026-07-04T04:00:00Z")
    ('Nov 22, 2026, 6:05 p.m. EST', 'Jul 4, 2026, 12:00 a.m. EDT')
    """
    there, zone = eastern(moment(utc))
    return f"{_MONTHS[there.month - 1][:3]} {there.day}, {there.year}, {time_of_day(utc)} {zone}"


def time_of_day(utc: str) -> str:
    """Write the hour and minute of a record in Pennsylvania.

    Examples
    --------
    >>> time_of_day("2026-11-22T23:05:07Z")
    '6:05 p.m.'
    """
    there = eastern(moment(utc))[0]
    return f"{there.hour % 12 or 12}:{there:%M} {'a.m.' if there.hour < 12 else 'p.m.'}"


def between(first: str, last: str, now: str) -> str:
    """Write the moments between which something is expected, in Pennsylvania; with their day where ``now`` is a day before.

    Examples
    --------
    >>> between("2026-11-24T09:10:00Z", "2026-11-24T09:40:00Z", "2026-11-22T23:00:00Z")
    'Nov 24, 4:10–4:40 a.m.'
    >>> between("2026-11-24T04:50:00Z", "2026-11-24T05:10:00Z", "2026-11-22T23:00:00Z")
    'Nov 23, 11:50 p.m.–Nov 24, 12:10 a.m.'
    >>> between("2026-11-23T09:10:00Z", "2026-11-23T09:40:00Z", "2026-11-22T23:00:00Z")
    '4:10–4:40 a.m.'
    >>> between("2026-11-22T16:50:00Z", "2026-11-22T17:10:00Z", "2026-11-22T16:00:00Z")
    '11:50 a.m.–12:10 p.m.'
    """
    each, other = time_of_day(first), time_of_day(last)
    if each[-4:] == other[-4:]:
        each = each[:-5]
    if moment(last) - moment(now) < timedelta(days=1):
        return f"{each}–{other}"
    days = (eastern(moment(each))[0] for each in (first, last))
    begin, end = (f"{_MONTHS[there.month - 1][:3]} {there.day}, " for there in days)
    return f"{begin}{each}–{other}" if begin == end else f"{begin}{each}–{end}{other}"


def period(first: str, last: str) -> str:
    """Write the moments between which something went on; what both have in common stands once.

    Examples
    --------
    >>> period("2026-11-22T23:05:07Z", "2026-11-23T04:00:00Z")
    'November 22, 2026, 6:05:07 p.m. to 11:00:00 p.m. EST (23:05:07 to 04:00:00 UTC)'
    >>> period("2026-10-31T22:00:00Z", "2026-11-01T11:00:00Z")
    'October 31, 2026, 6:00:00 p.m. EDT (22:00:00 UTC) to November 1, 2026, 6:00:00 a.m. EST (11:00:00 UTC)'
    """
    (_, zone), (_, other) = eastern(moment(first)), eastern(moment(last))
    if zone != other:
        return f"{day_and_time(first)} to {day_and_time(last)}"
    until = _said(last).removeprefix(f"{day(first)}, ")
    return f"{_said(first)} to {until} {zone} ({moment(first):%H:%M:%S} to {moment(last):%H:%M:%S} UTC)"


def _said(utc: str) -> str:
    there, (clock_, half) = eastern(moment(utc))[0], time_of_day(utc).split()
    return f"{day(utc)}, {clock_}:{there:%S} {half}"


def clock(utc: str) -> str:
    """Write the date and time of a record as a table does, in UTC."""
    return f"{moment(utc):%Y-%m-%d %H:%M:%S}"
