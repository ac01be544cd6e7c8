"""Cut the samples of a run into parts, in the one pass that verifies it.

Decode recorded frames again, exchange by exchange, through the same adapter.

The sample of a run in parts that are read from its ledger and its segments where they are counted.

From the records of a run that is over to its verdict and its end; nothing is asked of a device.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self

from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.evaluation import Begun, PlannedSample
from labharness.analysis.sampling.sample import PartBeginning, blocks, breaks_off, recorded
from labharness.analysis.sampling.tables import Block, Population, still_near
from labharness.assessment.runs.judging import compare, judge, rule_record
from labharness.devices.adapter import Link
from labharness.devices.replay import Replay
from labharness.errors import CaptureMismatch, EvidenceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.line_index import FrameRange, LedgerRange, SegmentRange, head_of
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import Reasons
from labharness.evidence.records.calls import AcquireCall, ChannelName, ExchangeBody, LoadCall, ObservedBody
from labharness.evidence.records.course import CheckDescribed, ConductedBody, ResultBody, VerdictBody
from labharness.evidence.records.line import Record
from labharness.evidence.segments import DIGEST, HEADER, Frame, channel_of
from labharness.evidence.writer import RunWriter
from labharness.model.cards import parse_order
from labharness.model.observations import Event, Kind, RawBytes
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending, Verdict
from labharness.plans.card_stock import recorded_marks
from labharness.plans.frozen import FrozenPlan
from labharness.reason import OnStep, unheard
from labharness.runner.channel import adapter_builder, load_request

Builders = Mapping[ChannelName, Callable[[Link], Any]]
"""What builds the adapter of each channel on a link."""


def builders(folder: RunFolder, catalog: Catalog) -> Builders:
    """Return what builds the adapters of a run."""
    channels, marks = folder.begun().channels, recorded_marks(folder)
    return {name: adapter_builder(catalog, adapter.name, marks) for name, (_, adapter) in channels.items()}


class Replayer:
    """Make the calls of a run again on its recorded bytes.

    Parameters
    ----------
    frames
        Recorded frames of each channel, in order.
    adapters
        What builds the adapters.
    """

    def __init__(self, frames: Mapping[ChannelName, Iterable[Frame]], adapters: Builders) -> None:
        self._links = {name: Replay(recorded) for name, recorded in frames.items()}
        self._adapters = adapters

    @classmethod
    def of(cls, folder: RunFolder, catalog: Catalog) -> Self:
        """Return one for a whole run."""
        adapters = builders(folder, catalog)
        return cls({name: folder.frames(name) for name in adapters}, adapters)

    def repeat(self, body: ExchangeBody) -> Any:
        """Repeat the call of an ``exchange`` record; returns or raises what the adapter does now.

        Raises
        ------
        CaptureMismatch
            If the adapter asks for other bytes than were recorded, or leaves some unread.
        """
        link = self._links[body.channel]
        link.seek(*body.frames)
        answer = _call(self._adapters[body.channel](link), body)
        link.finish()
        return answer


class RawDecoder:
    """Give the raw bytes of exchanges, walking a run's ledger forward beside the caller."""

    def __init__(self, folder: RunFolder, catalog: Catalog) -> None:
        self._folder, self._catalog = folder, catalog
        self._next = 0
        self._restart()

    def __call__(self, exchange: int) -> tuple[RawBytes, ...]:
        """Return what decoding exchange record ``exchange`` gives; asked again from the start, it rewinds."""
        if exchange < self._next:
            self._restart()
        for record in self._records:
            self._next = record.seq + 1
            if record.seq == exchange and isinstance(record.body, ExchangeBody):
                repeat = self._replayer.repeat(record.body)
                assert isinstance(repeat, tuple)
                return repeat
        raise CaptureMismatch(Evidence.RECORD_MISSING(record=exchange))

    def _restart(self) -> None:
        self._records: Iterator[Record] = self._folder.records()
        self._replayer = Replayer.of(self._folder, self._catalog)
        self._next = 0


def _call(adapter: Any, body: ExchangeBody) -> Any:
    if isinstance(body, AcquireCall):
        return adapter.acquire(load_request(body.args))
    if isinstance(body, LoadCall):
        return adapter.load(parse_order(body.args.order))
    return getattr(adapter, body.call)()


@dataclass(frozen=True, slots=True)
class RunPart:
    """Consecutive records of a run that hold units of one stage.

    Parameters
    ----------
    ledger
        The records, those before ``begins`` for the context of the first unit.
    frames
        Of raw bytes, the frames that they are decoded from, by channel.
    adapters
        What decodes them.
    """

    ledger: LedgerRange
    begins: PartBeginning
    stage: str
    population: Population
    look_back: int
    units: int
    frames: Mapping[ChannelName, FrameRange] = field(default_factory=dict)
    adapters: Builders = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The run's folder."""
        return self.ledger.folder

    def blocks(self) -> Iterator[Block]:
        """Yield the units in blocks of bounded size.

        Raises
        ------
        InputError
            If the bytes are not those that were verified.
        CaptureMismatch
            If raw bytes cannot be decoded from their frames.
        """
        decoding = _Decoding(self)
        return blocks(decoding.records(), self.stage, self.population, self.look_back, decoding, self.begins)

    def with_content(self) -> RunPart:
        """Return the part with its bytes, for a process on another computer."""
        frames = {name: frame.with_content() for name, frame in self.frames.items()}
        return replace(self, ledger=self.ledger.with_content(), frames=frames)


class _Decoding:
    """Decodes raw bytes of a part; the records must be read through it."""

    def __init__(self, part: RunPart) -> None:
        self._part = part
        self._exchanges: dict[int, ExchangeBody] = {}
        self._replayer: Replayer | None = None

    def records(self) -> Iterator[Record]:
        """Yield the part's records."""
        for record in self._part.ledger.records():
            if self._part.frames and isinstance(record.body, ExchangeBody):
                self._exchanges[record.seq] = record.body
            yield record

    def __call__(self, exchange: int) -> tuple[RawBytes, ...]:
        """Return what decoding exchange record ``exchange`` gives."""
        body = self._exchanges.pop(exchange, None)
        if body is None:
            raise CaptureMismatch(Evidence.RECORD_MISSING(record=exchange))
        for earlier in [each for each in self._exchanges if each < exchange]:
            del self._exchanges[earlier]
        if self._replayer is None:
            frames = {name: frame.frames() for name, frame in self._part.frames.items()}
            self._replayer = Replayer(frames, self._part.adapters)
        result: tuple[RawBytes, ...] = self._replayer.repeat(body)
        return result


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


@dataclass(frozen=True, slots=True)
class Conducted:
    """How conducting a run came out.

    Parameters
    ----------
    ending
        None where the run goes on another time: its session was closed, or it was interrupted.
    error
        What ended the run, if an error of the device, or one that nobody foresaw, did.
    """

    ending: Ending | None
    reasons: Reasons
    verdict: Verdict | None = None
    head: str = ""
    error: Exception | None = None


def conclude(
    writer: RunWriter,
    frozen: FrozenPlan,
    catalog: Catalog,
    over: ConductedBody,
    on_step: OnStep = unheard,
    beside: Callable[[], Iterable[RunFolder]] = tuple,
) -> Conducted:
    """Judge a run from what is on disk, and end it.

    What its data begin with is compared first with the runs ``beside`` it, and what came of it put on record: the verdict
    rests on that record, so that it can be reached again without the other runs.

    Whatever fails here leaves the run without an end, so that it is judged another time.  Results that an
    earlier try recorded are followed by those of this one, which count.
    """
    folder = RunFolder(writer.path)
    try:
        on_step(Doing.COMPARING_DATA())
        writer.append(compare(folder, frozen, beside, partial(RawDecoder, catalog=catalog)))
        writer.barrier()
        results, verdict = judge(folder, frozen, catalog, over.ending, RawDecoder(folder, catalog), on_step)
        for name, result in results.items():
            writer.append(ResultBody(check=name, about=_about(name, frozen, catalog), result=result))
        writer.append(VerdictBody(verdict=verdict, rule=rule_record(frozen, catalog)))
        head = writer.end(over.ending, over.reasons)
    except BaseException:
        with suppress(EvidenceError):  # the first error says more
            writer.close()
        raise
    return Conducted(over.ending, over.reasons, verdict, head)


def _about(check_id: str, frozen: FrozenPlan, catalog: Catalog) -> CheckDescribed:
    """Return what a reader in ten years should know of a check without its code."""
    planned = next(check for check in frozen.plan.checks if check.id == check_id)
    info = catalog.check_info(planned.check)
    return CheckDescribed(**{name: getattr(info, name) for name in CheckDescribed.model_fields})
