"""A writer that was killed while it wrote leaves a torn tail; the run goes on behind it and stays whole."""

import shutil

import pytest

from labharness.errors import EvidenceError, IntegrityError
from labharness.evidence import writer as writing
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import ACKNOWLEDGED, verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.run import Runs
from labharness.model.results import Ending
from tests.support.reasons import refused
from tests.support.runs import tiny_start, tiny_unit

LEDGER = "ledger.jsonl"
SEGMENT = "raw/device-0001.seg"


@pytest.fixture
def begun(tmp_path, monkeypatch):
    """A run whose runner died while it synced its only unit: nothing of the unit was acknowledged."""
    monkeypatch.setattr(writing, "SYNC_SECONDS", 3600)
    writer = tiny_start(tmp_path / "tiny")
    tiny_unit(writer, 0)
    acknowledged = (writer.path / ACKNOWLEDGED).read_bytes()
    writer.close()
    (writer.path / ACKNOWLEDGED).write_bytes(acknowledged)
    return RunFolder(tmp_path / "tiny")


def torn_at(folder, name, length, place):
    """Return a copy of a run with one file cut to a length."""
    copy = RunFolder(shutil.copytree(folder.path, place / f"cut-{length}" / folder.run))
    with (copy.path / name).open("r+b") as file:
        file.truncate(length)
    return copy


def finish(folder):
    """Take a run up, go on with it and end it; return its recovered records."""
    writer = RunWriter.reopen(folder)
    tiny_unit(writer, 1)
    head = writer.end(Ending.COMPLETE, ("Done.",))
    result = verify(folder.path, head)
    assert result.problems == ()
    assert result.ending is Ending.COMPLETE
    assert verify(folder.path) == result
    return [record for record in folder.records() if record.type is RecordType.RECOVERED]


def test_a_last_line_torn_anywhere_is_kept_and_the_run_goes_on(begun, tmp_path):
    whole = (begun.path / LEDGER).read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for length in (*range(last, last + 40), *range(last + 40, len(whole), 7), len(whole) - 1, len(whole)):
        run = torn_at(begun, LEDGER, length, tmp_path)
        before = list(run.records())
        torn = whole[last:length] if length < len(whole) else b""
        result = verify(run.path)
        assert result.clean
        assert result.ending is Ending.INTERRUPTED
        assert bool(result.notes) == bool(torn)
        [recovered] = finish(run)
        assert recovered.body.ledger_torn.encode("latin-1") == torn
        assert list(run.records())[: len(before)] == before


def test_a_last_frame_torn_at_every_byte_is_kept_and_the_run_goes_on(begun, tmp_path):
    whole = (begun.path / SEGMENT).read_bytes()
    ledger = (begun.path / LEDGER).read_bytes()
    frames = list(begun.frames("device"))
    # The records of a frame are written only once it is on the medium, so neither is in the ledger yet.
    (begun.path / LEDGER).write_bytes(ledger.splitlines(keepends=True)[0])
    for length in range(frames[1].offset, len(whole)):
        run = torn_at(begun, SEGMENT, length, tmp_path)
        result = verify(run.path)
        assert result.clean
        assert bool(result.notes) == (length > frames[1].offset)
        [recovered] = finish(run)
        [state] = recovered.body.segments
        assert (state.good, state.size, state.frames) == (frames[1].offset, length, 1)
        assert (run.path / SEGMENT).read_bytes() == whole[:length], "torn bytes stay where they are"
        assert [frame.number for frame in run.frames("device")] == [0, 1, 2]


def test_a_title_torn_at_every_byte_is_kept_and_the_run_goes_on(begun, tmp_path):
    title = (begun.path / SEGMENT).read_bytes().partition(b"\n")[0] + b"\n"
    ledger = (begun.path / LEDGER).read_bytes()
    (begun.path / LEDGER).write_bytes(ledger.splitlines(keepends=True)[0])
    for length in range(len(title) + 1):
        run = torn_at(begun, SEGMENT, length, tmp_path)
        assert verify(run.path).clean
        finish(run)
        assert len(list(run.frames("device"))) == 2


def test_a_flip_in_every_torn_byte_is_located_once_they_are_recovered(begun, tmp_path):
    size = (begun.path / SEGMENT).stat().st_size
    (begun.path / LEDGER).write_bytes((begun.path / LEDGER).read_bytes().splitlines(keepends=True)[0])
    run = torn_at(begun, SEGMENT, size - 5, tmp_path)
    finish(run)
    [first, _] = list(run.frames("device"))[:2]
    whole = (run.path / SEGMENT).read_bytes()
    for byte in range(len(whole)):
        changed = bytearray(whole)
        changed[byte] ^= 1 << byte * 5 % 8
        (run.path / SEGMENT).write_bytes(changed)
        assert verify(run.path).problems[0]["file"] == SEGMENT
    (run.path / SEGMENT).write_bytes(whole)
    assert verify(run.path).clean
    assert first.number == 0


def test_a_deleted_segment_is_named_once_it_was_recovered(begun):
    RunWriter.reopen(begun).close()
    assert verify(begun.path).clean
    (begun.path / SEGMENT).unlink()
    assert Evidence.MISSING(file=SEGMENT) in verify(begun.path).problems


def test_tails_torn_again_and_again_are_all_kept(begun):
    for number in range(4):
        with (begun.path / LEDGER).open("ab") as file:
            file.write(b'{"seq":%d' % number)
        with max((begun.path / "raw").iterdir()).open("ab") as file:
            file.write(b"LHF1\x02")
        writer = RunWriter.reopen(begun)
        tiny_unit(writer, 1 + number)
        writer.close()
    recovered = finish(begun)
    assert [record.body.ledger_torn for record in recovered] == [*(f'{{"seq":{n}' for n in range(4)), ""]
    numbers = [frame.number for frame in begun.frames("device")]
    assert numbers == list(range(12))


def test_what_no_crash_leaves_is_not_taken_up(begun):
    whole = (begun.path / LEDGER).read_bytes()
    (begun.path / LEDGER).write_bytes(whole[:-1] + b"*")
    assert refused(IntegrityError, RunWriter.reopen, begun)[0]["problem"] == Evidence.LINE_NEWLINE(line=3)
    (begun.path / LEDGER).write_bytes(whole)
    segment = (begun.path / SEGMENT).read_bytes()
    # A digest may end in any byte, so the byte is inverted: another one that is written down is the same in 1 of 256.
    (begun.path / SEGMENT).write_bytes(segment[:-1] + bytes([segment[-1] ^ 0xFF]))
    assert refused(IntegrityError, RunWriter.reopen, begun)[0]["problem"].is_a(Evidence.FRAME_DIGEST)
    (begun.path / SEGMENT).write_bytes(segment)
    assert verify(begun.path).clean
    finish(begun)


def test_a_finished_run_is_not_taken_up(tiny):
    before = (tiny.path / LEDGER).read_bytes()
    assert refused(EvidenceError, RunWriter.reopen, tiny) == (Runs.ENDED(run=tiny.run),)
    assert (tiny.path / LEDGER).read_bytes() == before
    assert not tiny.alive


def test_a_run_without_a_whole_record_is_not_taken_up(begun):
    (begun.path / LEDGER).write_bytes(b'{"seq":0')
    assert refused(IntegrityError, RunWriter.reopen, begun)[0].is_a(Evidence.NOT_RESUMED)
