"""Runs in groups: by submission, by device or by night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache

from labharness.language.dates import brief_day, moment
from labharness.language.text import plain
from labharness.model.eastern_time import eastern

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
