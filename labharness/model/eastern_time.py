"""The time of Pennsylvania, where the laboratory works, the same on every computer."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta


def eastern(utc: datetime) -> tuple[datetime, str]:
    """Return a moment in Pennsylvania, and the name of its time there.

    The rule is that of the Energy Policy Act of 2005 (15 U.S.C. § 260a), in force since 2007: daylight time from 2 a.m. on
    the second Sunday of March to 2 a.m. on the first Sunday of November.  It is computed, as no other computer's table
    of time zones may change what a report says.

    Examples
    --------
    >>> eastern(datetime(2026, 11, 1, 5, 59, tzinfo=UTC))
    (datetime.datetime(2026, 11, 1, 1, 59), 'EDT')
    >>> eastern(datetime(2026, 11, 1, 6, 0, tzinfo=UTC))
    (datetime.datetime(2026, 11, 1, 1, 0), 'EST')
    """
    bare = utc.astimezone(UTC).replace(tzinfo=None)
    begin = _sunday(bare.year, 3, 8) + timedelta(hours=7)
    end = _sunday(bare.year, 11, 1) + timedelta(hours=6)
    summer = begin <= bare < end
    return bare - timedelta(hours=4 if summer else 5), "EDT" if summer else "EST"


def from_eastern(there: datetime) -> datetime:
    """Return a moment that somebody wrote in the time of Pennsylvania, without a zone, in UTC.

    An hour that comes twice in November is the first one; one that March leaves out is an hour later.

    Examples
    --------
    >>> from_eastern(datetime(2026, 11, 27, 18)).isoformat(), from_eastern(datetime(2026, 7, 4)).isoformat()
    ('2026-11-27T23:00:00+00:00', '2026-07-04T04:00:00+00:00')
    >>> from_eastern(datetime(2026, 11, 1, 1, 30)).isoformat(), from_eastern(datetime(2026, 3, 8, 2, 30)).isoformat()
    ('2026-11-01T05:30:00+00:00', '2026-03-08T07:30:00+00:00')
    """
    summer = (there + timedelta(hours=4)).replace(tzinfo=UTC)
    return summer if eastern(summer)[0] == there else summer + timedelta(hours=1)


def today() -> date:
    """Return the date in Pennsylvania, which papers and decisions bear."""
    return eastern(datetime.now(UTC))[0].date()


def _sunday(year: int, month: int, earliest: int) -> datetime:
    """Return midnight of the first Sunday on or after a day of a month."""
    first = datetime(year, month, earliest)  # noqa: DTZ001  of the rule, in hours of UTC
    return first + timedelta(days=(6 - first.weekday()) % 7)
