"""Segments: any frames come back as they went in."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import IntegrityError, StorageError
from labharness.evidence.segments import (
    GENESIS,
    Direction,
    SegmentReader,
    SegmentWriter,
    read_frames,
    segment_name,
)
from labharness.model.reasons.evidence import Evidence

frames = st.lists(
    st.tuples(
        st.sampled_from(Direction),
        st.binary(max_size=40) | st.sampled_from([0, 1, 4095, 4096, 4097, 70000]).map(bytes),
        st.integers(0, (1 << 64) - 1),
    ),
    max_size=8,
)


def write(folder, index, first, previous, content):
    writer = SegmentWriter(folder, "run", "device", index, first, previous)
    numbers = [writer.append(*frame) for frame in content]
    writer.close()
    return numbers, writer.state()


@given(first=frames, second=frames)
def test_any_frames_come_back_over_two_segments(tmp_path_factory, first, second):
    folder = tmp_path_factory.mktemp("raw")
    numbers, state = write(folder, 1, 0, GENESIS, first)
    more, last = write(folder, 2, state.frames, state.head, second)
    assert numbers + more == list(range(len(first) + len(second)))
    frames = list(read_frames(folder, "run", "device"))
    assert [(frame.direction, frame.payload, frame.mono_ns) for frame in frames] == first + second
    assert [frame.number for frame in frames] == numbers + more
    late = list(read_frames(folder, "run", "device", first=len(first)))
    assert late == frames[len(first) :]
    for name, promised in ((segment_name("device", 1), state), (segment_name("device", 2), last)):
        content = (folder / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == promised.sha256
        assert len(content) == promised.size == promised.good


def test_what_the_writer_says_is_what_the_reader_finds(tmp_path):
    content = [(Direction.OUT, b"ask", 1), (Direction.IN, b"answer", 2)]
    _, promised = write(tmp_path, 1, 0, GENESIS, content)
    reader = SegmentReader(tmp_path / "device-0001.seg", "labharness segment 1 run=run channel=device ", 0)
    assert len(list(reader)) == 2
    assert reader.state == promised


@pytest.mark.parametrize(
    ("run", "channel", "index", "first", "previous", "byte"),
    [
        ("other", "device", 1, 0, GENESIS, 0),
        ("run", "reader", 1, 0, GENESIS, 0),
        ("run", "device", 2, 0, GENESIS, 0),
        ("run", "device", 1, 0, "1" * 64, 0),
        ("run", "device", 1, 1, GENESIS, 126),
    ],
)
def test_a_segment_of_another_run_or_place_is_refused(tmp_path, run, channel, index, first, previous, byte):
    writer = SegmentWriter(tmp_path, run, channel, index, first, previous)
    writer.append(Direction.IN, b"x", 1)
    writer.close()
    (tmp_path / writer.name).rename(tmp_path / "device-0001.seg")
    with pytest.raises(IntegrityError) as refused:
        list(read_frames(tmp_path, "run", "device"))
    assert (refused.value.reasons[0]["byte"], refused.value.reasons[0]["frame"]) == (byte, 0)


def test_a_segment_is_never_written_over(tmp_path):
    write(tmp_path, 1, 0, GENESIS, [])
    with pytest.raises(StorageError) as refused:
        write(tmp_path, 1, 0, GENESIS, [])
    assert refused.value.reasons == (Evidence.DISK(file="device-0001.seg", why="File exists"),)
