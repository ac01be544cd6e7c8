"""Cut the samples of a run into parts, in the one pass that verifies it."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from labharness.analysis.sampling.evaluation import PlannedSample
from labharness.analysis.sampling.event_distances import still_near
from labharness.analysis.sampling.fold import Begun
from labharness.analysis.sampling.recorded_events import recorded
from labharness.analysis.sampling.sample import PartBeginning, breaks_off
from labharness.evidence.folder import RunFolder
from labharness.evidence.opening import LEDGER
from labharness.evidence.ranges import FrameRange, LedgerRange, SegmentRange, head_of
from labharness.evidence.records.calls import ChannelName, ExchangeBody
from labharness.evidence.records.line import Record
from labharness.evidence.records.sample import ObservedBody
from labharness.evidence.segments import DIGEST, HEADER, Frame, channel_of
from labharness.model.events import Event
from labharness.model.observations import Kind
from labharness.runner.replaying import Builders
from labharness.runner.run_parts import RunPart

LARGEST, SMALLEST, SHARE = 1 << 23, 1 << 19, 4
"""Bytes of a part: of each process's share of what is left a fourth, so that all end at about one time, within limits."""
Begin = Callable[[PlannedSample, RunPart], RunPart | Begun]
"""Has a part counted that was just cut, if somebody has nothing to do."""


def _later(_: PlannedSample, part: RunPart) -> RunPart:
    return part


def run_cutting(
    folder: RunFolder,
    planned: Iterable[PlannedSample],
    workers: int,
    adapters: Builders,
    begin: Begin = _later,
) -> RunCutting:
    """Return what cuts the samples of a run for so many processes."""
    size = sum(each.stat().st_size for each in (folder.path / LEDGER, *folder.raw.glob("*.seg")))

    def most(cut: int) -> int:
        return max(min((size - cut) // (workers * SHARE), LARGEST), SMALLEST)

    stages = tuple(StageCutting(each, most) for each in planned if each.checks)
    return RunCutting(folder.path, stages, adapters, begin)


@dataclass(frozen=True, slots=True)
class _Line:
    """Where a line of the ledger begins: its byte, its number, and the hash before it."""

    start: int
    record: int
    prev: str


@dataclass(slots=True)
class _Frames:
    """Frames of a channel that a part needs, from ``first`` to ``last``, and where they were found."""

    first: int
    last: int
    segments: list[SegmentRange] = field(default_factory=list)
    digest: Any = field(default_factory=hashlib.sha256)

    def take(self, name: str, frame: Frame) -> None:
        """Take in a frame of a segment, if it is one of them."""
        if not self.first <= frame.number <= self.last:
            return
        size = HEADER.size + len(frame.payload) + DIGEST
        if self.segments and self.segments[-1].name == name:
            before = self.segments[-1]
            self.segments[-1] = SegmentRange(name, before.start, before.size + size)
        else:
            self.segments.append(SegmentRange(name, frame.offset, size))
        self.digest.update(head_of(frame))
        self.digest.update(frame.payload)


@dataclass(slots=True)
class _Observed:
    """A record of units: where what is needed to read it begins, its units, and its frames."""

    line: _Line
    units: int
    frames: tuple[ChannelName, int, int] | None


@dataclass(slots=True)
class _Draft:
    """A part to which records may still be added."""

    line: _Line
    begins: PartBeginning
    units: int = 0
    weight: int = 0
    end: int = 0
    head: str = ""
    frames: dict[ChannelName, _Frames] = field(default_factory=dict)
    begun: RunPart | Begun | None = None

    def needs(self, frames: tuple[ChannelName, int, int] | None) -> None:
        """Add the frames of an exchange."""
        if frames is not None:
            channel, first, last = frames
            result = self.frames.setdefault(channel, _Frames(first, last))
            result.last = max(result.last, last)


class StageCutting:
    """Cuts the sample of one stage.

    Parameters
    ----------
    most
        Says how many bytes fill a part, by how many are in parts already.
    """

    def __init__(self, sample: PlannedSample, most: Callable[[int], int]) -> None:
        self.sample, self.stage, self.look_back = sample, sample.stage.name, sample.look_back
        self.drafts: list[_Draft] = []
        self._most, self._cut = most, 0
        self._raw = sample.population.kind is Kind.BYTES
        self._open: _Draft | None = None
        self._full: list[_Draft] = []
        self._events: list[Event] = []
        self._unit = 0
        self._before: deque[_Observed] = deque()
        """What was observed last, as far back as checks look, never across a gap."""
        self._held = 0
        self._exchanges: dict[int, tuple[_Line, ExchangeBody]] = {}

    def take(self, record: Record, start: int, size: int) -> None:
        """Take in the next record of the run, with the place and the length of its line."""
        body, line = record.body, _Line(start, record.seq, record.prev)
        if breaks_off(record, self.stage):
            self._before.clear()
            self._held = 0
        if happened := recorded(record):
            self._events.append(Event(self._unit, happened))
        if isinstance(body, ObservedBody):
            if body.stage == self.stage:
                self._observed(body, line, size, record.hash)
            else:
                self._open = None  # the records of another stage's units are not read for this one
        elif self._raw and isinstance(body, ExchangeBody):
            self._exchanges[record.seq] = line, body

    @property
    def full(self) -> Iterator[_Draft]:
        """Parts that were filled since they were asked for."""
        while self._full:
            yield self._full.pop()

    def _observed(self, body: ObservedBody, line: _Line, size: int, digest: str) -> None:
        seen = _Observed(line, body.units, None)
        if self._raw and body.exchange in self._exchanges:
            seen.line, exchange = self._exchanges[body.exchange]
            seen.frames = exchange.channel, *exchange.frames
            self._exchanges = {n: each for n, each in self._exchanges.items() if n > body.exchange}
        if self._open is None:
            first = self._before[0] if self._before else seen
            events = still_near(self._events, self._unit)
            self._open = _Draft(first.line, PartBeginning(line.record, self._unit, events))
            self._events = list(events)
            for earlier in self._before:
                self._open.needs(earlier.frames)
            self.drafts.append(self._open)
        draft = self._open
        draft.needs(seen.frames)
        draft.units += body.units
        draft.weight += size + self._raw * body.units
        draft.end, draft.head = line.start + size, digest
        self._unit = body.first + body.units
        self._before.append(seen)
        self._held += body.units
        while self._before and self._held - self._before[0].units >= self.look_back:
            self._held -= self._before.popleft().units
        if draft.weight >= self._most(self._cut):
            self._cut += draft.weight
            self._full.append(draft)
            self._open = None


class RunCutting:
    """Cuts the samples of a run; whoever verifies the run hands on its records and frames.

    Parameters
    ----------
    stages
        What is cut, in the plan's order.
    adapters
        What decodes raw bytes, where a stage observes them.
    begin
        Takes each part that is read from the ledger alone as soon as it is cut. The run is not verified by then: what is
        counted of it must be thrown away if the run turns out to be damaged.
    """

    def __init__(
        self, folder: Path, stages: tuple[StageCutting, ...], adapters: Builders, begin: Begin = _later
    ) -> None:
        self._folder, self._adapters, self._begin = folder.absolute(), adapters, begin
        self._stages = {each.stage: each for each in stages}
        self._start = 0
        self._last: Record | None = None
        self._frames: dict[str, list[_Frames]] | None = None
        self._done: dict[str, int] = {}

    def take(self, record: Record) -> None:
        """Take in the next record; :meth:`read` follows."""
        self._last = record

    def read(self, size: int) -> None:
        """Take in how long its line is."""
        if self._last is not None:
            for stage in self._stages.values():
                stage.take(self._last, self._start, size)
                for draft in stage.full:
                    if not draft.frames:
                        draft.begun = self._begin(stage.sample, self._part(stage.sample, draft))
            self._start += size
            self._last = None

    def framed(self, name: str, frame: Frame) -> None:
        """Take in the next frame of a segment, after all records."""
        if self._frames is None:
            self._frames = _by_channel(self._stages)
        channel = channel_of(name)
        wanted, at = self._frames.get(channel, []), self._done.get(channel, 0)
        while at < len(wanted) and wanted[at].last < frame.number:
            at += 1
        self._done[channel] = at
        for each in islice(wanted, at, None):
            if each.first > frame.number:
                break
            each.take(name, frame)

    def parts(self, sample: PlannedSample) -> Iterator[RunPart | Begun]:
        """Yield the parts of a sample, in order."""
        for draft in self._stages[sample.stage.name].drafts:
            yield draft.begun or self._part(sample, draft)

    def _part(self, sample: PlannedSample, draft: _Draft) -> RunPart:
        size, line = draft.end - draft.line.start, draft.line
        frames = {
            name: FrameRange(self._folder, tuple(frame.segments), frame.digest.hexdigest())
            for name, frame in draft.frames.items()
        }
        return RunPart(
            LedgerRange(self._folder, line.start, size, line.record, line.prev, draft.head),
            draft.begins,
            sample.stage.name,
            sample.population,
            sample.look_back,
            draft.units,
            frames,
            self._adapters if frames else {},
        )


def _by_channel(stages: Mapping[str, StageCutting]) -> dict[str, list[_Frames]]:
    """Return the frames that parts need, of each channel by the first."""
    result: dict[str, list[_Frames]] = {}
    for stage in stages.values():
        for draft in stage.drafts:
            for channel, frames in draft.frames.items():
                result.setdefault(channel, []).append(frames)
    return {channel: sorted(each, key=lambda each: each.first) for channel, each in result.items()}
