"""Following a ledger while it grows, and folding what it says.

Segments: any frames come back as they went in.
"""

import copy
import hashlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.errors import InputError, IntegrityError, StorageError
from labharness.evidence.folder import LedgerReader, LedgerWriter, read_ledger
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.segments import GENESIS, Direction, SegmentWriter, read_frames, segment_name
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.reason import quoted
from tests.support.reasons import refused
from tests.support.runs import body_of

FIXED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@FIXED
@given(st.data())
def test_a_ledger_that_grows_anyhow_gives_each_record_once(tiny, data):
    whole = (tiny.path / "ledger.jsonl").read_bytes()
    expected = list(tiny.records())
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=12)))
    growing = tiny.path / "growing.jsonl"
    growing.unlink(missing_ok=True)
    follower, seen = LedgerReader(growing), []
    assert list(follower.poll()) == []
    for end in [*cuts, len(whole)]:
        growing.write_bytes(whole[:end])
        seen += follower.poll(data.draw(st.integers(0, 3)))
        lines = whole[:end].count(b"\n")
        seen += follower.poll()
        assert len(seen) == lines
        assert follower.good_bytes == whole[:end].rfind(b"\n") + 1
        assert follower.torn == whole[follower.good_bytes : end]
    assert seen == expected
    assert list(follower.poll()) == []


def test_a_follower_left_half_way_goes_on_where_it_was(tiny):
    follower, seen = tiny.follow(), []
    while True:
        record = next(follower.poll(), None)
        if record is None:
            break
        seen.append(record)
    assert seen == list(tiny.records())


def test_a_follower_names_the_first_bad_line_each_time(tiny):
    path = tiny.path / "ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[3].replace(b"acquire", b"require"), *lines[4:]]))
    follower, seen = LedgerReader(path), []
    for _ in range(2):
        with pytest.raises(IntegrityError) as refused:
            seen += follower.poll()
        assert refused.value.reasons == (Evidence.LINE_HASH(line=4),)
    assert follower.good_bytes == len(b"".join(lines[:3]))


def test_a_ledger_is_never_written_over(tiny, tmp_path):
    for place in (tiny.path, tmp_path / "nowhere"):
        assert refused(StorageError, LedgerWriter, place / "ledger.jsonl")[0].is_a(Inputs.UNWRITABLE)
    assert refused(IntegrityError, list, read_ledger(tmp_path / "ledger.jsonl"))[0].is_a(Evidence.NOT_A_RUN)


@pytest.mark.parametrize("which", ["tiny", "rng_run"])
def test_a_history_made_in_steps_is_the_one_made_at_once(which, request):
    result = request.getfixturevalue(which)
    folder = result if which == "tiny" else result[1]
    records = list(folder.records())
    whole = RunHistory.of(folder)
    for step in (1, 2, 7):
        folded = RunHistory()
        for place in range(0, len(records), step):
            folded.read(records[place : place + step])
            assert folded == RunHistory().read(copy.deepcopy(records[: place + step]))
        assert folded == whole
    assert whole.summary.records == len(records)
    assert whole.summary.head == records[-1].hash


def test_a_line_without_end_is_not_read_whole(tiny, monkeypatch):
    whole = (tiny.path / "ledger.jsonl").read_bytes()
    monkeypatch.setattr(
        "labharness.evidence.folder.LONGEST_LINE", max(map(len, whole.splitlines(keepends=True)))
    )
    assert list(tiny.follow().poll()) == list(tiny.records())
    (tiny.path / "ledger.jsonl").write_bytes(whole + b"x" * 10_000)
    follower, seen = tiny.follow(), []
    for _ in range(2):
        with pytest.raises(IntegrityError) as refused:
            seen += follower.poll()
        assert refused.value.reasons[0].is_a(Evidence.LINE_TOO_LONG)
    assert follower.good_bytes == len(whole)


def test_a_record_that_no_reader_would_take_is_not_written(tmp_path, monkeypatch):
    writer = LedgerWriter(tmp_path / "ledger.jsonl")
    monkeypatch.setattr("labharness.evidence.folder.LONGEST_LINE", 400)
    long = body_of(RecordType.DEVIATION, {"reasons": ["x" * 400]})
    assert refused(InputError, writer.append, long)[0].is_a(Evidence.RECORD_TOO_LONG)
    writer.append(body_of(RecordType.DEVIATION, {"reasons": ["x"]}))
    writer.write()
    writer.close()
    (record,) = read_ledger(tmp_path / "ledger.jsonl")
    assert record.body.reasons == (quoted("x"),)


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
    reasons = refused(IntegrityError, list, read_frames(tmp_path, "run", "device"))
    assert (reasons[0]["byte"], reasons[0]["frame"]) == (byte, 0)


def test_a_segment_is_never_written_over(tmp_path):
    write(tmp_path, 1, 0, GENESIS, [])
    assert refused(StorageError, write, tmp_path, 1, 0, GENESIS, []) == (
        Evidence.DISK(file="device-0001.seg", why="File exists"),
    )
