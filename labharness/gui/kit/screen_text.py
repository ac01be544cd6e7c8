"""How numbers, times and a device's strings are written on screen."""

from __future__ import annotations

from datetime import UTC, datetime

from labharness.gui.kit.words import tr
from labharness.language.dates import brief, time_of_day
from labharness.model.eastern_time import eastern


def cited(text: str) -> str:
    """Keep the sign of a section and its number on one line."""
    return text.replace("§ ", "§\N{NO-BREAK SPACE}")


def duration(seconds: float | None) -> str:
    """Write a time that is left, coarsely, for it is an estimate; nothing where it is unknown."""
    if seconds is None:
        return ""
    if seconds < 60:
        return tr("{seconds} s", seconds=max(1, round(seconds)))
    if seconds < 3600:
        return tr("{minutes} min", minutes=round(seconds / 60))
    hours, minutes = divmod(round(seconds / 60), 60)
    return (
        tr("{hours} h {minutes:02d} min", hours=hours, minutes=minutes)
        if hours < 48
        else tr("{days} days", days=round(hours / 24))
    )


def clock(utc: str) -> str:
    """Write the time of day of a record in Pennsylvania, to the second."""
    return f"{eastern(datetime.fromisoformat(utc))[0]:%H:%M:%S}"


def day_and_time(utc: str) -> str:
    """Write the date and time of a record, "" where a damaged run tells none."""
    return brief(utc) if utc else ""


def code_words(code: str) -> str:
    """Write a name of the program's as words: ``close_session`` becomes ``close session``."""
    return code.replace("_", " ").lower()


def day_of(utc: str) -> str:
    """Return the day of a record in Pennsylvania, such as 2026-11-23, "" for none."""
    return eastern(datetime.fromisoformat(utc))[0].date().isoformat() if utc else ""


def now() -> str:
    """Return the present moment as records have it, in UTC."""
    return datetime.now(UTC).isoformat()


def as_of(sentence: str, utc: str) -> str:
    """Say what is wrong, and of when what is still shown is; "" where nothing was read before."""
    if not utc:
        return sentence
    # What a system says has no period at its end.
    ended = sentence if sentence.endswith((".", "!", "?", ":")) else f"{sentence}."
    return tr("{sentence} Shown as of {time}", sentence=ended, time=time_of_day(utc))
