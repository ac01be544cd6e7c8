"""The parts of a run hold the sample that one reading of all records gives: units, what was before them, and events."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from device_adapters.byte_source import ByteSource
from labharness.analysis.sampling.evaluation import Begun, PlannedSample
from labharness.analysis.sampling.sample import blocks
from labharness.analysis.sampling.tables import Population
from labharness.devices.adapter import AcquireRequest
from labharness.errors import InputError
from labharness.evidence import writer as writing
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.calls import AcquireCall, Acquired, LoadArguments, LoadCall, ObservedBody
from labharness.evidence.records.course import ResumedBody, SessionOpenedBody
from labharness.evidence.records.people import Command, CommandBody
from labharness.evidence.segments import Direction
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.device import CountReport
from labharness.model.observations import (
    Batch,
    Draws,
    EventKind,
    InputKnown,
    Kind,
    Provenance,
    RawBytes,
    Source,
)
from labharness.model.reasons.night import Clusters
from labharness.model.results import Ending
from labharness.runner.channel import dump_request
from labharness.runner.cutting import Replayer, RunCutting, StageCutting
from tests.support.reasons import refused
from tests.support.runs import TINY_FILES, tiny_body

DRAWS, NOISE = Population(Kind.DRAW, low=1, high=6), Population(Kind.BYTES)
REPORTED = Provenance(InputKnown.NOT_APPLICABLE, Source.DEVICE_REPORTED)
READ = Provenance(InputKnown.NOT_APPLICABLE, Source.OBSERVED)


class Writing:
    """Writes a run of two stages in any order of what can happen in one."""

    def __init__(self, path, seed):
        self.random = Random(seed)
        self.writer = RunWriter.create(path, TINY_FILES, tiny_body(path.name))
        self.units = {"draws": 0, "noise": 0}
        self.sessions = 0

    def session(self):
        self.sessions += 1
        self.writer.append(SessionOpenedBody(session=self.sessions))

    def resumed(self):
        self.writer.append(ResumedBody(after_seq=1, gap_s=1.0, orphan_frames={}, planned=False))

    def told(self):
        stage = self.random.choice(("", "draws", "noise"))
        command = self.random.choice((Command.JAM, Command.DOOR, Command.REFILL, Command.RESUME))
        self.writer.append(CommandBody(command=command, who="test", stage=stage))

    def load(self):
        answer = CountReport(52, 52, correct=True)
        self.writer.append(
            LoadCall(channel="device", frames=self.frames(), args=LoadArguments(order=""), answer=answer)
        )

    def frames(self):
        first = self.writer.position("device")
        self.writer.record("device", Direction.OUT, b"?")
        return first, first

    def draws(self):
        values = np.array([self.random.randint(1, 6) for _ in range(self.random.randint(1, 9))], np.uint16)
        provenance = self.random.choice((REPORTED, REPORTED, READ))
        self.observed("draws", Kind.DRAW, (Draws(values),), len(values), provenance, 0)

    def noise(self):
        size = self.random.randint(1, 50)
        first = self.writer.position("device")
        data, at = self.random.randbytes(size), 0
        while at < size:
            step = self.random.randint(1, size)
            self.writer.record("device", Direction.IN, data[at : at + step])
            at += step
        request = AcquireRequest(Kind.BYTES, size, self.units["noise"])
        record = self.writer.append(
            AcquireCall(
                channel="device",
                frames=(first, self.writer.position("device") - 1),
                args=dump_request(request),
                answer=Acquired(observations=1),
            )
        )
        if self.random.random() < 0.3:
            self.load()
        self.observed("noise", Kind.BYTES, (RawBytes(data),), size, REPORTED, record.seq)

    def observed(self, stage, kind, observations, units, provenance, exchange):
        batch = Batch(stage, kind, self.units[stage], observations, provenance)
        self.writer.append(ObservedBody.of(batch, exchange))
        self.units[stage] += units

    def all(self):
        self.session()
        work = [self.draws, self.noise]
        for _ in range(70):
            rare = [self.session, self.resumed, self.told, self.load]
            self.random.choice([*work * 6, *rare])()
        self.writer.end(Ending.COMPLETE, ())


@pytest.fixture(scope="module", params=range(4))
def run(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "SEGMENT_BYTES", 400)  # units lie across segments
        Writing(path, request.param).all()
    assert len(list((path / "raw").iterdir())) > 2
    return RunFolder.open(path)


def planned(stage, population, look_back):
    return PlannedSample(SimpleNamespace(name=stage), population, {"check": None}, look_back)


def cut(run, samples, most, **begin):
    stages = tuple(StageCutting(sample, lambda _: most) for sample in samples)
    cutting = RunCutting(run.path, stages, {"device": ByteSource}, **begin)
    assert verify(run.path, None, cutting.take, cutting.read, cutting.framed).clean
    return cutting


def units_of(parts, look_back):
    """Return each unit of blocks with what a check may read of it."""
    result = []
    for block in parts:
        draws = block.population.kind is Kind.DRAW
        values = block.values.tolist() if draws else list(block.data)
        before = replace(block, observations=block.context)
        seen = before.values.tolist() if draws else list(before.data)
        assert len(seen) <= look_back
        distances = [block.since([kind]).tolist() for kind in EventKind]
        for place, value in enumerate(values):
            earlier = tuple([*seen, *values[:place]][-look_back:]) if look_back else ()
            since = tuple(each[place] for each in distances)
            result.append((block.index + place, value, earlier, block.provenance, since))
    return result


@pytest.mark.parametrize("most", [1, 700, 1 << 20])
def test_parts_hold_what_one_reading_gives(run, most):
    for look_back in (0, 1, 7, 100):
        parts_hold_what_one_reading_gives(run, look_back, most)


def parts_hold_what_one_reading_gives(run, look_back, most):
    samples = planned("draws", DRAWS, look_back), planned("noise", NOISE, look_back)
    cutting = cut(run, samples, most)
    for sample in samples:
        replayer = Replayer({"device": run.frames("device")}, {"device": ByteSource})
        bodies = {record.seq: record.body for record in run.records()}
        whole = blocks(
            run.records(),
            sample.stage.name,
            sample.population,
            look_back,
            lambda exchange, it=replayer, all_of=bodies: it.repeat(all_of[exchange]),
        )
        parts = list(cutting.parts(sample))
        expected = units_of(whole, look_back)
        for each in (parts, [part.with_content() for part in parts]):
            assert units_of((block for part in each for block in part.blocks()), look_back) == expected
        assert [part.units for part in parts] == [
            sum(block.units for block in part.blocks()) for part in parts
        ]
        ends = [part.ledger.start + part.ledger.size for part in parts]
        assert all(earlier < later for earlier, later in pairwise(ends))
        assert len(parts) > 5 or most > 1


def test_a_part_of_the_ledger_alone_is_begun_when_it_is_cut(run):
    samples = planned("draws", DRAWS, 3), planned("noise", NOISE, 3)
    begun = {}

    def begin(sample, part):
        begun[part.begins.unit] = sample, part
        return Begun(part.units, sample)

    whole, cutting = cut(run, samples, 700), cut(run, samples, 700, begin=begin)
    parts, known = list(cutting.parts(samples[0])), list(whole.parts(samples[0]))
    assert len(begun) > 5
    for part, same in zip(parts, known, strict=True):
        if same.begins.unit in begun:
            assert part == Begun(same.units, samples[0])
            assert begun[same.begins.unit] == (samples[0], same)
        else:
            assert part == same, "records of another stage come behind it, or the end"
    assert list(cutting.parts(samples[1])) == list(whole.parts(samples[1])), (
        "its frames are not verified by then"
    )


def test_what_a_part_reads_must_be_what_was_verified(run):
    sample = planned("noise", NOISE, 3)
    part = list(cut(run, [sample], 1).parts(sample))[2].with_content()
    (channel, frames), *_ = part.frames.items()
    segment = frames.segments[0]
    turned = bytes([*segment.content[:-40], segment.content[-40] ^ 1, *segment.content[-39:]])
    other = replace(frames, segments=(replace(segment, content=turned), *frames.segments[1:]))
    lines = part.ledger.content.splitlines(keepends=True)
    for changed in (
        replace(part, frames={channel: other}),
        replace(part, ledger=replace(part.ledger, content=b"".join(lines[:-1]))),
        replace(part, ledger=replace(part.ledger, content=part.ledger.content.replace(b"device", b"reader"))),
    ):
        assert refused(InputError, list, changed.blocks())[0].is_a(Clusters.OTHER_BYTES)
