"""Dates and times of records, the same under every locale and time zone of the computer."""

from __future__ import annotations

from datetime import UTC, date, datetime

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)  # strftime asks the locale


def moment(utc: str) -> datetime:
    """Return a record's wall clock, in UTC."""
    return datetime.fromisoformat(utc).astimezone(UTC)


def day(when: str | date) -> str:
    """Write a date.

    Examples
    --------
    >>> day("2026-11-22T23:05:00Z"), day(date(2026, 1, 2))
    ('November 22, 2026', 'January 2, 2026')
    """
    found = moment(when) if isinstance(when, str) and "T" in when else when
    found = date.fromisoformat(found) if isinstance(found, str) else found
    return f"{_MONTHS[found.month - 1]} {found.day}, {found.year}"


def day_and_time(utc: str) -> str:
    """Write the date and time of a record.

    Examples
    --------
    >>> day_and_time("2026-11-22T23:05:07.123456Z")
    'November 22, 2026, 23:05:07 UTC'
    """
    return f"{day(utc)}, {moment(utc):%H:%M:%S} UTC"


def clock(utc: str) -> str:
    """Write the date and time of a record as a table does, in UTC."""
    return f"{moment(utc):%Y-%m-%d %H:%M:%S}"
