"""The window's own words, in the language of the window: Qt's translation with named places; and how numbers and times are written.

``pyside6-lupdate`` finds what stands as a literal in a call of :func:`tr`. A text is therefore one literal, never a variable, a
sum or an f-string. What a device, a person or the catalog says is a value, never a text: ``tr("{file} was written.", file=name)``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from string import Formatter

from PySide6.QtCore import QCoreApplication

from labharness.acts.declaring import MarkedText
from labharness.language.dates import brief, time_of_day
from labharness.language.numbers import counts, number, size
from labharness.model.eastern_time import eastern

CONTEXT = ""
"""What ``pyside6-lupdate`` gives a call that names no class; all texts of the window are in it."""
_originals: dict[str, str] = {}


def tr(text: str, /, **values: object) -> str:
    """Return a text of the window in its language, with its places filled.

    A text that a module keeps is translated when the module is imported; :func:`~labharness.gui.kit.qt_language.speak` comes first.

    Parameters
    ----------
    values
        For the places of the text, ``{file}``, ``{count:,}`` or, by the number, ``{count:run|runs}``. A translation with other
        places than the text is not used. Braces in a value are its own.

    Examples
    --------
    >>> tr("{runs:,} {runs:run|runs} in {folder}", runs=2000, folder="{a}")
    '2,000 runs in {a}'
    """
    result = QCoreApplication.translate(CONTEXT, text)
    if not values:
        if result != text:
            _originals.setdefault(result, text)
        return result
    if result != text and _places(result) == _places(text):
        try:
            return result.format_map(counts(values))
        except (LookupError, ValueError, TypeError, AttributeError):
            pass  # a form that the translation made up
    return text.format_map(counts(values))


_in_words = tr  # a call of tr has a literal, which Qt's tools find


def translated(text: str) -> str:
    """Return a text that another package marked with a function of the same name; any other as it is.

    Examples
    --------
    >>> from labharness.acts.declaring import tr as marked
    >>> translated(marked("{hours:,} {hours:hour|hours}", hours=8)), translated("tcp://bench:4610")
    ('8 hours', 'tcp://bench:4610')
    """
    return _in_words(text.template, **text.values) if isinstance(text, MarkedText) else text


def original(text: str) -> str:
    """Return a text without values as the source has it: names of filters and settings are the same in all languages."""
    return _originals.get(text, text)


@lru_cache(maxsize=4096)
def _places(text: str) -> frozenset[str] | None:
    """Return the names of the places of a text, None where it is no template."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return None


def cited(text: str) -> str:
    """Keep the sign of a section and its number on one line."""
    return text.replace("§ ", "§\N{NO-BREAK SPACE}")


def in_groups(digest: str) -> str:
    """Write a hash in groups of eight digits, as people compare it, and between which a line can break."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


def duration(seconds: float | None) -> str:
    """Write a time that is left, coarsely, for it is an estimate; nothing where it is unknown."""
    if seconds is None:
        return ""
    if seconds < 60:
        return tr("{seconds} s", seconds=max(1, round(seconds)))
    if seconds < 3600:
        return tr("{minutes} min", minutes=round(seconds / 60))
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours < 48:
        return tr("{hours} h {minutes:02d} min", hours=hours, minutes=minutes)
    return tr("{days} days", days=round(hours / 24))


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


CLOCKS = {
    True: tr("clock synchronized"),
    False: tr("clock not synchronized"),
    None: tr("clock state unknown"),
}
LOOKS_ONLY = tr(
    "This account is not on the list of people: it may look and not act. An administrator adds it."
)
MOST_NIGHTS = 999


def disk_text(free: int, night: int) -> str:
    """Return the free disk, and for how many nights like the largest of late it is enough."""
    if night <= 0:
        return tr("{free} free", free=size(free))
    nights = free // night
    about = tr("about {nights:,} {nights:night|nights}", nights=nights)
    if nights > MOST_NIGHTS:
        about = tr("more than {most_nights} nights", most_nights=number(MOST_NIGHTS))
    return tr("{free} free, {about}", free=size(free), about=about)
