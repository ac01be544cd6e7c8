"""Runs in groups: by submission, by device or by night.

Words for what a record holds.

How much of a sample is recorded, in the units that its stages observe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache

from labharness.devices.adapter import printable
from labharness.evidence.records.people import PromptBody
from labharness.language.catalog import clause, say
from labharness.language.dates import brief_day, moment
from labharness.language.numbers import number
from labharness.language.template import plain, words
from labharness.model.eastern_time import eastern
from labharness.reason import Reason

NOON = timedelta(hours=12)
"""A night is what began between one noon in Pennsylvania and the next."""
UNKNOWN = "Start not on record"


class RunGrouping(StrEnum):
    """What the runs of a group have in common."""

    SUBMISSION = "submission"
    DEVICE = "device"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class RunGroup:
    """A group of runs.

    Parameters
    ----------
    rank
        By which groups are sorted: the latest night first, names by the alphabet, runs without one last.
    """

    rank: tuple[int, int | str]
    title: str


def run_group(by: RunGrouping, submission: str, device: str, serial: str, started: str) -> RunGroup:
    """Return the group of a run.

    Examples
    --------
    >>> run_group(RunGrouping.NIGHT, "", "", "", "2026-11-22T13:30:00Z").title  # 8:30 a.m. in Pennsylvania
    'Night of Nov 21, 2026'
    >>> run_group(RunGrouping.DEVICE, "", "tcp://bench:4610", "0017", "").title
    'tcp://bench:4610, serial 0017'
    >>> run_group(RunGrouping.DEVICE, "", "usb://1209:4610/0017", "0017", "").title
    'usb://1209:4610/0017'
    >>> run_group(RunGrouping.SUBMISSION, "", "", "", "").title
    'No submission'
    """
    match by:
        case RunGrouping.NIGHT:
            return _night(started)
        case RunGrouping.SUBMISSION:
            return _named(submission, "No submission")
        case RunGrouping.DEVICE:
            further = f", serial {serial}" if serial and not device.endswith(f"/{serial}") else ""
            return _named(f"{device}{further}" if device else "", "Device not on record")


def _named(name: str, without: str) -> RunGroup:
    return RunGroup((0, name.casefold()), plain(name, 200)) if name else RunGroup((1, ""), without)


@lru_cache(maxsize=20_000)
def _night(started: str) -> RunGroup:
    try:
        evening: date = (eastern(moment(started))[0] - NOON).date()
    except (ValueError, OverflowError):
        return RunGroup((1, 0), UNKNOWN)
    return RunGroup((0, -evening.toordinal()), f"Night of {brief_day(evening)}")


LONGEST_QUESTION = 2400
"""Characters of a prompt that are shown."""


def worded(reasons: Iterable[Reason]) -> str:
    """Return the reasons of a record as sentences.

    Examples
    --------
    >>> from labharness.model.reasons.wire import Wire
    >>> worded((Wire.NOBODY_TO_ASK(),))
    "The URL operator:// needs a run that can ask people. Use it with 'labharness run'."
    """
    return " ".join(say(each) for each in reasons)


def phrase(reasons: Iterable[Reason]) -> str:
    """Return the reasons of a record as one phrase, for a table cell or brackets.

    Examples
    --------
    >>> from labharness.model.reasons.run import Shown
    >>> from labharness.reason import quoted
    >>> phrase((Shown.NO_ALARM(), quoted("the card is torn")))
    'No alarm; the card is torn'
    """
    return "; ".join(clause(each) for each in reasons)


def asked(prompt: PromptBody) -> str:
    """Return a prompt in words: why it is put again, then what it asks."""
    return " ".join(filter(None, (worded(prompt.data.reasons), worded(prompt.asks))))


def question(prompt: PromptBody) -> str:
    """Return a prompt for a terminal: why it is put again, what it asks, the cards to lay, and how to answer."""
    how = say(prompt.data.how) if prompt.data.how else ""
    return printable(" ".join(filter(None, (asked(prompt), prompt.data.cards, how))), LONGEST_QUESTION)


_UNITS = {"shuffle": "shuffle", "round": "round", "deal": "deal", "draw": "draw", "bytes": "byte"}


def recorded_sample(
    units: Mapping[str, int], observed: Mapping[str, str], planned: Mapping[str, int] | None = None
) -> list[str]:
    """Return what each stage recorded.

    Parameters
    ----------
    units
        Units by stage.
    observed
        What a stage observes, such as ``draw``; units of an unknown stage are called units.
    planned
        How many the plan asks for, where that is to be said.

    Examples
    --------
    >>> recorded_sample({"draws": 150000, "raw": 1250000}, {"draws": "draw", "raw": "bytes"})
    ['150,000 draws', '1,250,000 bytes']
    >>> recorded_sample({"dice": 1, "starting-dice": 7}, {"dice": "draw", "starting-dice": "draw"}, {"dice": 9})
    ['1 of 9 draws (dice)', '7 draws (starting dice)']
    """
    kinds = Counter(observed.get(stage, "") for stage in units)
    shown = []
    for stage, count in units.items():
        total = (planned or {}).get(stage, 0)
        unit = _UNITS.get(kind := observed.get(stage, ""), "unit")
        text = f"{number(count)} of {number(total)}" if total else number(count)
        several = f"{text} {unit}{'' if (total or count) == 1 else 's'}"
        shown.append(several if kinds[kind] == 1 and kind in _UNITS else f"{several} ({words(stage)})")
    return shown
