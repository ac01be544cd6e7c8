"""What the window shows of the results of a run: plain facts, so that no view holds a record."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.results import Outcome, Picture


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """One decision of the verdict.

    Parameters
    ----------
    id, title, stage
        Which check of which stage; a decision about a stage or its reads has no check, and ``checked`` is False.
    outcome
        None where nothing was decided: the check was not tested.
    shown_only
        Whether the check is for information and passes nothing.
    observed, fair
        What was counted, and what a random device gives on the average, "" where nothing is that plain.
    p, level
        As the decision compared them, "" for a check that counts.
    requirement
        Clause, or that it is the laboratory's own.
    sentence
        What was decided, and why.
    numbers
        Rows of a name and a text: hypothesis, method, statistic, law, effect, bounds.
    details
        What else a reader should know.
    """

    id: str
    title: str
    stage: str
    outcome: Outcome | None
    shown_only: bool
    observed: str
    fair: str
    p: str
    level: str
    requirement: str
    sentence: str
    numbers: tuple[tuple[str, str], ...]
    details: tuple[str, ...]
    pictures: tuple[Picture, ...]
    checked: bool = True


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
    """What a trial, an item or a count by hand showed."""

    stage: str
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
class ResultFacts:
    """A run that was read and verified.

    Parameters
    ----------
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
    outcome: Outcome
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
    """

    stage: str
    first: int
    units: int
    record: int
    utc: str
    channel: str
    frames: tuple[int, int]
    text: str


@dataclass(frozen=True, slots=True)
class FrameFacts:
    """One recorded transfer.

    Parameters
    ----------
    segment
        File of the run folder that holds it.
    """

    number: int
    direction: str
    payload: bytes
    segment: str


@dataclass(frozen=True, slots=True)
class Reproduced:
    """What judging the evidence again came to: the verdict again, or what differs, one sentence each."""

    same: bool
    lines: tuple[str, ...]
