"""What the window shows of the results of a run: plain facts, so that no view holds a record."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.app.evidence.transfers import ListedFrame
from labharness.app.run_results.check_facts import CheckFacts
from labharness.app.run_results.remarks import Remark
from labharness.evidence.history.course import RunCourse
from labharness.model.standing import Standing

FrameFacts = ListedFrame
"""One recorded transfer."""


@dataclass(frozen=True, slots=True)
class StageFacts:
    """One stage: what was done of it, and what was said of it."""

    name: str
    kind: str
    status: str
    done: int
    units: int
    said: str


@dataclass(frozen=True, slots=True)
class FindingFacts:
    """What a trial, an item or a count by hand showed; ``kind`` is that of its stage."""

    stage: str
    kind: str
    what: str
    result: str
    said: str


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file of the run folder that is evidence."""

    name: str
    size: int
    frames: int | None
    sha256: str


@dataclass(frozen=True, slots=True)
class EventFacts:
    """A record that a person following the run reads, in words."""

    record: int
    utc: str
    stage: str
    said: str


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """A run that was read and verified.

    Parameters
    ----------
    standing
        Its verdict with its qualifiers; a pass of evidence that does not verify is none.
    device
        What it calls itself, with its serial number.
    ending
        How the run stopped, in words; "" where it has not.
    simulated
        What shows that the device was simulated, "" for a device.
    sentences
        The verdict and its reasons, one sentence each.
    problems
        Faults of the evidence, one sentence each; none where it verifies.
    """

    run: str
    title: str
    device: str
    started: str
    standing: Standing
    ending: str
    simulated: str
    sentences: tuple[str, ...]
    problems: tuple[str, ...]
    checks: tuple[CheckFacts, ...]
    stages: tuple[StageFacts, ...]
    findings: tuple[FindingFacts, ...]
    files: tuple[FileFacts, ...]
    records: int
    head: str
    sample: str = ""
    course: RunCourse = field(default_factory=RunCourse)
    """What went on when."""
    remarks: tuple[Remark, ...] = ()
    """What people noted about the run in the register, after it."""


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """One record of the sample.

    Parameters
    ----------
    first, units
        Index of its first unit within the stage, and how many it holds.
    record
        Number of the record in the ledger.
    channel, frames
        Channel and numbers of the first and last frame of the exchange that it was decoded from.
    text
        What was decoded, as recorded.
    counted
        What the chosen check counts in it, None where it gives a unit no number.
    """

    stage: str
    first: int
    units: int
    record: int
    utc: str
    channel: str
    frames: tuple[int, int]
    text: str
    counted: int | None = None


@dataclass(frozen=True, slots=True)
class Reproduced:
    """What judging the evidence again came to: the verdict again, or what differs, one sentence each.

    Parameters
    ----------
    counts
        What was done again and is the same.
    """

    same: bool
    differing: tuple[str, ...]
    counts: str
