"""The writer: segments before ledger, ledger before view, and nothing after an error; one at a time.

Whoever comes second is told who is there, and a dead owner holds nothing.  A clock that is set back during a run is a deviation
on record.
"""

import itertools
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from labharness.errors import LockedError, StorageError
from labharness.evidence import folder as ledger
from labharness.evidence import segments, writer
from labharness.evidence.folder import LedgerWriter, RunFolder
from labharness.evidence.lock import FileLock, is_held, owner_of
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import IdentifyCall
from labharness.evidence.records.course import DeviationBody
from labharness.evidence.segments import Direction
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.model.results import Ending
from tests.support.reasons import refused
from tests.support.runs import body_of, tiny_run, tiny_start, tiny_unit

FULL = Path("/dev/full")
NOTE = {"reasons": ["a deviation"]}


class Flushes:
    """Record what is forced onto the medium, with the size that the file has at that moment."""

    def __init__(self, place):
        self.place = place
        self.events = []
        self.failing = set()

    def __call__(self, descriptor):
        status = os.fstat(descriptor)
        [name] = [path.name for path in self.place.rglob("*") if path.stat().st_ino == status.st_ino]
        if name in self.failing:
            raise StorageError(f"{name} is broken")
        self.events.append((name, status.st_size))


@pytest.fixture
def flushes(monkeypatch, tmp_path):
    recorder = Flushes(tmp_path)
    monkeypatch.setattr(segments, "flush", recorder)
    monkeypatch.setattr(ledger, "flush", recorder)
    return recorder


@pytest.fixture
def still(monkeypatch):
    """No thread syncs on its own."""
    monkeypatch.setattr(writer, "SYNC_SECONDS", 3600)


def size(run, name):
    return (run.path / name).stat().st_size


def test_frames_are_with_the_system_at_once_and_records_only_after_a_sync(still, flushes, tmp_path):
    run = tiny_start(tmp_path / "tiny")
    flushes.events.clear()
    started = size(run, "ledger.jsonl")
    tiny_unit(run, 0)
    raw = size(run, "raw/device-0001.seg")
    assert len(list(RunFolder(run.path).frames("device"))) == 2
    assert size(run, "ledger.jsonl") == started
    assert flushes.events == []
    run.barrier()
    written = size(run, "ledger.jsonl")
    assert written > started
    assert flushes.events == [("device-0001.seg", raw), ("ledger.jsonl", written)]
    run.barrier()
    assert len(flushes.events) == 2, "what is on the medium is not synced again"
    run.close()


def test_no_record_is_written_while_a_frame_before_it_is_not_kept(still, flushes, tmp_path):
    run = tiny_start(tmp_path / "tiny")
    started = size(run, "ledger.jsonl")
    flushes.failing.add("device-0001.seg")
    tiny_unit(run, 0)
    with pytest.raises(StorageError, match=r"device-0001\.seg is broken"):
        run.barrier()
    assert size(run, "ledger.jsonl") == started
    flushes.failing.clear()
    for write, *more in (
        (run.barrier,),
        (run.append, body_of(RecordType.DEVIATION, NOTE)),
        (run.record, "device", Direction.IN, b"more"),
    ):
        with pytest.raises(StorageError, match=r"device-0001\.seg is broken"):
            write(*more)
    run.close()
    assert size(run, "ledger.jsonl") == started
    assert verify(run.path).clean
    assert not RunFolder(run.path).alive


def test_everything_is_let_go_even_if_the_disk_refuses_to_the_last(still, flushes, tmp_path):
    run = tiny_start(tmp_path / "tiny")
    tiny_unit(run, 0)
    flushes.failing |= {"device-0001.seg", "ledger.jsonl"}
    with pytest.raises(StorageError):
        run.close()
    assert not RunFolder(run.path).alive


def test_the_end_is_synced_segments_first(still, flushes, tmp_path):
    run = tiny_run(tmp_path / "tiny")
    raw, whole = size(run, "raw/device-0001.seg"), size(run, "ledger.jsonl")
    assert flushes.events[-1] == ("ledger.jsonl", whole)
    assert ("device-0001.seg", raw) in flushes.events[:-1]


def test_a_record_is_kept_unasked_after_50_ms(flushes, tmp_path):
    run = tiny_start(tmp_path / "tiny")
    assert writer.SYNC_SECONDS == 0.05
    record = run.append(body_of(RecordType.DEVIATION, NOTE))
    follower = RunFolder(run.path).follow()
    seen = []
    while not seen or seen[-1] != record:
        seen += follower.poll()
        time.sleep(0.005)
    assert flushes.events[-1][0] == "ledger.jsonl"
    run.close()


def test_a_mebibyte_of_frames_is_synced_at_once(still, flushes, tmp_path):
    run = tiny_start(tmp_path / "tiny")
    flushes.events.clear()
    for _ in range(64):
        run.record("device", Direction.IN, bytes(1 << 14))
    assert flushes.events == [("device-0001.seg", size(run, "raw/device-0001.seg"))]
    run.close()


def test_full_segments_are_closed_and_chained_while_others_write(monkeypatch, tmp_path):
    monkeypatch.setattr(writer, "SEGMENT_BYTES", 2000)
    monkeypatch.setattr(writer, "SYNC_SECONDS", 0.0005)
    run = tiny_start(tmp_path / "tiny")
    problems = []

    def work(channel):
        try:
            for number in range(400):
                frame = run.record(channel, Direction.IN, number.to_bytes(2, "big") * 50)
                run.append(body_of(RecordType.PROGRESS, {"stage": channel, "done": frame, "units": 400}))
                if number % 20 == 0:
                    run.barrier()
        except Exception as error:  # noqa: BLE001  a thread's error would be lost
            problems.append(error)

    threads = [threading.Thread(target=work, args=(channel,)) for channel in ("device", "reader")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    for channel in ("device", "reader"):
        run.append(IdentifyCall(channel=channel, frames=(0, 399)))
    head = run.end(Ending.ERROR, ("Done.",))
    assert verify(run.path, head).clean
    folder = RunFolder(run.path)
    for channel in ("device", "reader"):
        frames = list(folder.frames(channel))
        assert [frame.number for frame in frames] == list(range(400))
        assert [int.from_bytes(frame.payload[:2], "big") for frame in frames] == list(range(400))
        assert len(list(folder.raw.glob(f"{channel}-*.seg"))) > 10
        progress = [each.body for each in folder.records() if each.type is RecordType.PROGRESS]
        assert [each.done for each in progress if each.stage == channel] == list(range(400))


def test_a_segment_that_fills_while_it_is_synced_stays_open_until_it_is(still, monkeypatch, tmp_path):
    monkeypatch.setattr(writer, "SEGMENT_BYTES", 500)
    run = tiny_start(tmp_path / "tiny")
    real, filled = segments.flush, []

    def flush(descriptor):
        if not filled:
            filled.append(os.fstat(descriptor).st_ino)
            for _ in range(2):
                run.record("device", Direction.IN, bytes(600))
            assert os.fstat(descriptor).st_ino == filled[0], "nobody closed the file in the meantime"
        real(descriptor)

    run.record("device", Direction.IN, b"first")
    monkeypatch.setattr(segments, "flush", flush)
    run.barrier()
    run.append(IdentifyCall(channel="device", frames=(0, 2)))
    assert verify(run.path, run.end(Ending.ERROR, ("Done.",))).clean
    assert len(list(RunFolder(run.path).raw.iterdir())) == 2


def test_a_full_segment_is_found_again_by_whoever_goes_on(monkeypatch, tmp_path):
    monkeypatch.setattr(writer, "SEGMENT_BYTES", 300)
    tiny_start(tmp_path / "tiny").close()
    folder = RunFolder(tmp_path / "tiny")
    for session in range(3):
        run = RunWriter.reopen(folder)
        for unit in range(4):
            tiny_unit(run, 4 * session + unit)
        run.close()
    run = RunWriter.reopen(folder)
    assert verify(folder.path, run.end(Ending.COMPLETE, ("Done.",))).clean
    assert [frame.number for frame in folder.frames("device")] == list(range(24))


def test_the_order_of_frames_and_records_is_that_of_the_calls(tmp_path):
    run = tiny_start(tmp_path / "tiny")
    written = []
    for number in range(300):
        frame = run.record("device", Direction.OUT, b"%d" % number)
        written.append(run.append(body_of(RecordType.PROGRESS, {"stage": "s", "done": frame, "units": 300})))
    run.end(Ending.COMPLETE, ("Done.",))
    folder = RunFolder(run.path)
    assert list(folder.records())[1:-1] == written
    frames = list(folder.frames("device"))
    assert all(each.mono_ns <= two.mono_ns for each, two in itertools.pairwise(frames))
    for frame, record in zip(frames, written, strict=True):
        assert frame.payload == b"%d" % record.body.done
        assert frame.mono_ns <= record.mono_ns


@pytest.mark.skipif(not FULL.exists(), reason="needs Linux's full device")
def test_a_full_disk_is_one_sentence_that_says_what_to_do(tiny):
    full = LedgerWriter(FULL, list(tiny.records())[-1])
    full.append(body_of(RecordType.DEVIATION, NOTE))
    assert refused(StorageError, full.write)[0].is_a(Evidence.DISK)
    full.close()


@pytest.fixture
def offset(monkeypatch):
    """The wall clock less the monotonic clock, in seconds, to be changed."""
    result = [1000.0]
    monkeypatch.setattr(writer, "offset_ns", lambda: round(result[0] * 1e9))
    return result


def deviations(path):
    return [record for record in RunFolder(path).records() if isinstance(record.body, DeviationBody)]


def test_an_hour_back_is_recorded_before_the_next_record(tmp_path, offset):
    writer = tiny_start(tmp_path / "run")
    tiny_unit(writer, 0)
    offset[0] -= 3600
    tiny_unit(writer, 1)
    offset[0] -= 7
    writer.end(Ending.COMPLETE, ())
    reasons = [deviation.body.reasons for deviation in deviations(tmp_path / "run")]
    assert reasons == [(Evidence.CLOCK_SET_BACK(seconds=back),) for back in (3600.0, 7.0)]
    assert verify(tmp_path / "run").problems == ()


def test_what_synchronization_does_is_no_deviation(tmp_path, offset):
    writer = tiny_start(tmp_path / "run")
    for step in (-1.5, 3600.0, -1.9, 1.9):  # a computer that slept goes forward by an hour
        offset[0] += step
        tiny_unit(writer, 0)
    writer.end(Ending.COMPLETE, ())
    assert deviations(tmp_path / "run") == []


def test_small_steps_back_add_up(tmp_path, offset):
    writer = tiny_start(tmp_path / "run")
    for unit in range(3):
        tiny_unit(writer, unit)
        offset[0] -= 1.5
    writer.end(Ending.COMPLETE, ())
    [result] = deviations(tmp_path / "run")
    assert result.body.reasons[0]["seconds"] == pytest.approx(3.0)


OWNER = """
import sys
from pathlib import Path
from tests.support.runs import tiny_start
tiny_start(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def owner(tmp_path):
    """Another process that writes a run."""
    command = [sys.executable, "-c", OWNER, str(tmp_path / "tiny")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_writer_is_told_who_the_first_is(owner, tmp_path):
    folder = RunFolder(tmp_path / "tiny")
    assert folder.alive
    (reason,) = refused(LockedError, RunWriter.reopen, folder)
    assert reason.is_a(Evidence.IN_USE)
    assert (reason["what"], reason["name"]) == (Lockable.RUN, "tiny")
    assert (reason["process"], reason["host"]) == (str(owner.pid), socket.gethostname())
    assert owner_of(folder.path / "lock")["pid"] == owner.pid


def test_a_dead_owner_holds_nothing(owner, tmp_path):
    folder = RunFolder(tmp_path / "tiny")
    owner.kill()
    owner.wait()
    assert not folder.alive
    writer = RunWriter.reopen(folder)
    assert folder.alive
    assert owner_of(folder.path / "lock")["pid"] == os.getpid()
    writer.close()
    assert not folder.alive


def test_two_writers_in_one_process_exclude_each_other(tmp_path):
    writer = tiny_start(tmp_path / "tiny")
    (reason,) = refused(LockedError, RunWriter.reopen, RunFolder(tmp_path / "tiny"))
    assert reason["process"] == str(os.getpid())
    writer.close()


def test_asking_who_is_there_disturbs_nobody(tmp_path):
    lock = FileLock(tmp_path / "lock", Lockable.DEVICE, "usb://1:2")
    lock.name_owner("now")
    for _ in range(100):
        assert is_held(tmp_path / "lock")
    lock.release()
    lock.release()
    assert not is_held(tmp_path / "lock")
    assert not is_held(tmp_path / "nothing")


@pytest.mark.parametrize("content", [b"", b"\xff", b" []", b' {"pid": 1}'])
def test_a_lock_that_names_nobody_still_holds(tmp_path, content):
    lock = FileLock(tmp_path / "lock", Lockable.DEVICE, "usb://1:2")
    (tmp_path / "lock").write_bytes(content)
    assert refused(LockedError, FileLock, tmp_path / "lock", Lockable.DEVICE, "usb://1:2") == (
        Evidence.IN_USE_BY_ANOTHER(what=Lockable.DEVICE, name="usb://1:2"),
    )
    lock.release()


def test_the_owner_is_plain_json_after_the_locked_byte(tmp_path):
    lock = FileLock(tmp_path / "lock", Lockable.DEVICE, "usb://1:2")
    lock.name_owner("2026-01-01T00:00:00Z")
    result = json.loads((tmp_path / "lock").read_bytes()[1:])
    assert result == {"pid": os.getpid(), "host": socket.gethostname(), "since": "2026-01-01T00:00:00Z"}
    lock.release()


def test_a_lock_that_cannot_be_written_says_what_to_do(tmp_path):
    assert refused(StorageError, FileLock, tmp_path / "nowhere" / "lock", Lockable.DEVICE, "usb://1:2") == (
        Evidence.NOT_LOCKED(what=Lockable.DEVICE, name="usb://1:2", why="No such file or directory"),
    )
