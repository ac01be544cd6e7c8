"""A run whose writer was killed: whatever tail it left is kept and the run goes on, or something is missing and it does not.

What was acknowledged before a runner died is all there when the run is resumed, or the run is not resumed.
"""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from labharness.errors import EvidenceError, IntegrityError
from labharness.evidence import folder as ledger
from labharness.evidence import writer as writing
from labharness.evidence.folder import LedgerWriter, RunFolder, attach
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import FileLock
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.course import RecoveredBody
from labharness.evidence.segments import Direction
from labharness.evidence.verify import ACKNOWLEDGED, Acknowledgement, acknowledged, examine, verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.model.reasons.run import Runs
from labharness.model.results import Ending, Outcome
from tests.support.reasons import refused
from tests.support.runs import altered, body_of, forge, tiny_run, tiny_start, tiny_unit

LEDGER = "ledger.jsonl"
SEGMENTS = tuple(f"raw/{name}.seg" for name in ("device-0001", "device-0002", "device-0003", "reader-0001"))
SEGMENT = SEGMENTS[0]
RECOVERED, SYNCED, UNSYNCED, _ = SEGMENTS
MANY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)


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
    assert problem_of(begun) == Evidence.LINE_NEWLINE(line=3)
    (begun.path / LEDGER).write_bytes(whole)
    segment = (begun.path / SEGMENT).read_bytes()
    # A digest may end in any byte, so the byte is inverted: another one that is written down is the same in 1 of 256.
    (begun.path / SEGMENT).write_bytes(segment[:-1] + bytes([segment[-1] ^ 0xFF]))
    assert problem_of(begun).is_a(Evidence.FRAME_DIGEST)
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


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """A run that was resumed once, then killed while it synced its third unit, with the ledger of a moment later.

    The first segment has a torn tail that is on record; the second holds the second unit and a frame of the third.
    """
    path = tmp_path_factory.mktemp("killed") / "tiny"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "SYNC_SECONDS", 3600)
        patch.setattr(writing, "SEGMENT_BYTES", 300)
        writer = tiny_start(path)
        tiny_unit(writer, 0)
        writer.close()
        with (path / RECOVERED).open("ab") as file:
            file.write(b"LHF1\x02torn")
        writer = RunWriter.reopen(RunFolder(path))
        writer.record("reader", Direction.OPEN, b"")
        body = {"stage": "look", "item": "seal", "result": "as expected", "comment": "", "reaction": []}
        photograph = {"name": "seal.jpg", "sha256": attach(path, b"photograph")}
        writer.append(body_of(RecordType.FINDING, {**body, "attachment": photograph}))
        tiny_unit(writer, 1)
        writer.barrier()
        tiny_unit(writer, 2)
        copy = shutil.copytree(path, path.parent / "at-this-moment")
        writer.close()
    later = (path / LEDGER).read_bytes()
    shutil.rmtree(path)
    return RunFolder(copy.rename(path)), later


@pytest.fixture
def copied(tmp_path):
    """A function that copies a run anew."""

    def copy(folder):
        shutil.rmtree(tmp_path / folder.run, ignore_errors=True)
        return RunFolder(Path(shutil.copytree(folder.path, tmp_path / folder.run)))

    return copy


def vouched_for(folder):
    """Return the bytes of every file that its writer or a record vouches for."""
    sizes, files = acknowledged(folder.path), (file for file in folder.path.rglob("*") if file.is_file())
    names = {file.relative_to(folder.path).as_posix() for file in files} - {"lock", UNSYNCED}
    return {name: (folder.path / name).read_bytes()[: sizes.get(name)] for name in sorted(names)}


def problem_of(folder):
    """Return why a run is not resumed."""
    (reason,) = refused(IntegrityError, RunWriter.reopen, folder)
    assert (reason.is_a(Evidence.NOT_RESUMED), reason["run"]) == (True, folder.run)
    return reason["problem"]


def test_the_run_that_is_damaged_holds_every_kind_of_file(killed):
    folder, later = killed
    sizes, photographs = acknowledged(folder.path), list((folder.path / "attachments").iterdir())
    named = {f"attachments/{file.name}" for file in photographs}
    frozen = {"README.txt", "plan.toml", "game.toml"}
    assert len(named) == 1
    assert set(vouched_for(folder)) == {LEDGER, ACKNOWLEDGED, RECOVERED, SYNCED, SEGMENTS[3], *frozen, *named}
    assert sizes.keys() == {LEDGER, SYNCED, SEGMENTS[3]}
    assert sizes[LEDGER] == (folder.path / LEDGER).stat().st_size < len(later)
    assert sizes[SYNCED] < (folder.path / SYNCED).stat().st_size
    assert (folder.path / UNSYNCED).is_file()


def damage(data, whole, kept):
    """Return other bytes of a file, of which so many were acknowledged, or None for no file."""
    how = data.draw(st.sampled_from(["flip", "cut", "delete", "replace", "drop", "double"]))
    start = data.draw(st.integers(0, kept - 1))
    end = data.draw(st.integers(start + 1, kept))
    if how == "flip":
        return whole[:start] + bytes([whole[start] ^ 1 << data.draw(st.integers(0, 7))]) + whole[start + 1 :]
    if how == "replace":
        return whole[:start] + data.draw(st.binary(min_size=1, max_size=200)) + whole[end:]
    return {
        "cut": whole[:start],
        "delete": None,
        "drop": whole[:start] + whole[end:],
        "double": whole[:end] + whole[start:],
    }[how]


def test_no_file_is_resumed_that_lost_its_end_or_is_gone(killed, copied):
    folder = copied(killed[0])
    for name, content in vouched_for(folder).items():
        whole = (folder.path / name).read_bytes()
        borders = {at + 1 for at, byte in enumerate(content) if byte == ord("\n")} - {len(content)}
        frames = [frame.offset for channel in ("device", "reader") for frame in folder.frames(channel)]
        for length in sorted({0, len(content) - 1, *borders, *filter(len(content).__gt__, frames)}):
            (folder.path / name).write_bytes(whole[:length])
            assert problem_of(folder)
        (folder.path / name).unlink()
        assert problem_of(folder)
        (folder.path / name).write_bytes(whole)
    RunWriter.reopen(folder).close()


@MANY
@given(st.data())
def test_no_damage_to_what_was_acknowledged_is_resumed(killed, copied, data):
    folder, whole = copied(killed[0]), vouched_for(killed[0])
    for name in data.draw(st.lists(st.sampled_from(sorted(whole)), min_size=1, max_size=3, unique=True)):
        file = folder.path / name
        other = damage(data, file.read_bytes(), len(whole[name]))
        if other is None:
            file.unlink()
        else:
            file.write_bytes(other)
    left = {name: (folder.path / name).read_bytes() for name in whole if (folder.path / name).is_file()}
    assume(any(not left.get(name, b"").startswith(content) for name, content in whole.items()))
    assert problem_of(folder)
    assert {name: (folder.path / name).read_bytes() for name in left} == left, "nothing is changed"
    assert LEDGER not in left or not verify(folder.path).clean


@pytest.mark.long
@MANY
@given(st.data())
def test_whatever_a_crash_leaves_beyond_what_was_acknowledged_is_resumed(killed, copied, data):
    (run, later), sizes = killed, acknowledged(killed[0].path)
    folder = copied(run)
    if data.draw(st.booleans(), label="the frames were synced, and the ledger is being written"):
        (folder.path / LEDGER).write_bytes(later[: data.draw(st.integers(sizes[LEDGER], len(later)))])
    else:
        for name in (SYNCED, UNSYNCED, SEGMENTS[3]):
            whole = (folder.path / name).read_bytes()
            (folder.path / name).write_bytes(whole[: data.draw(st.integers(sizes.get(name, 0), len(whole)))])
    before = list(folder.records())
    assert verify(folder.path).clean
    writer = RunWriter.reopen(folder)
    tiny_unit(writer, 3)
    verdict = {"outcome": "PASS", "reasons": [], "decisions": []}
    writer.append(body_of(RecordType.VERDICT, {"verdict": verdict}))
    head = writer.end(Ending.COMPLETE, ("Done.",))
    assert verify(folder.path, head).problems == ()
    assert list(folder.records())[: len(before)] == before
    assert RunHistory.of(folder).summary.outcome is Outcome.PASS
    numbers = [frame.number for frame in folder.frames("device")]
    assert numbers == list(range(len(numbers)))


def longer(folder, name, number):
    """Flip a bit of a frame's length, so that the rest of the file looks like a frame that was being written."""
    whole = bytearray((folder.path / name).read_bytes())
    frame = next(frame for frame in folder.frames("device") if frame.number == number)
    whole[frame.offset + 10] ^= 1  # 64 KiB more
    (folder.path / name).write_bytes(whole)
    return frame.offset


def test_a_flip_in_the_length_of_a_frame_is_no_torn_tail(killed, copied):
    folder = copied(killed[0])
    at = longer(folder, SYNCED, 2)
    assert problem_of(folder) == Evidence.FRAME_LENGTH(file=SYNCED, byte=at, frame=2)
    assert verify(folder.path).problems[1:] == (GONE,)


GONE = Evidence.FRAME_MISSING(channel="device", frame=3, line=6)


def older(folder):
    """Make a run one of the time before its writer kept count of what it acknowledged."""
    start, *rest = folder.records()
    forge(folder, [altered(start, acknowledged=False), *rest])
    (folder.path / ACKNOWLEDGED).unlink()
    return folder


@pytest.mark.parametrize("loss", ["flip", "cut", "delete"])
def test_a_frame_that_the_ledger_names_is_missed_without_that_count(killed, copied, loss):
    folder = older(copied(killed[0]))
    assert verify(folder.path).clean
    (folder.path / UNSYNCED).unlink()
    whole = (folder.path / SYNCED).read_bytes()
    if loss == "flip":
        longer(folder, SYNCED, 3)
    elif loss == "cut":
        frame = next(frame for frame in folder.frames("device") if frame.number == 3)
        (folder.path / SYNCED).write_bytes(whole[: frame.offset + 30])
    else:
        (folder.path / SYNCED).unlink()
    assert problem_of(folder) == GONE
    (folder.path / SYNCED).write_bytes(whole[:-5])
    RunWriter.reopen(folder).close()
    assert verify(folder.path).clean


def resume_blindly(folder):
    """Resume a run with what is left of its segments, as labharness did once, and finish it."""
    result = examine(folder)
    lock = FileLock(folder.path / "lock", Lockable.RUN, folder.run)
    ledger = LedgerWriter(folder.path / LEDGER, result.last)
    writer = RunWriter(folder.path, folder.run, lock, ledger, result.segments)
    states = tuple(state for states in result.segments.values() for state in states)
    recovered = writer.append(RecoveredBody(ledger_torn="", segments=states))
    for unit in range(3):
        tiny_unit(writer, unit)
    return recovered.seq + 1, writer.end(Ending.COMPLETE, ("Done.",))


@pytest.mark.parametrize(
    ("lost", "missing"), [([SYNCED], GONE), ([RECOVERED, SYNCED], Evidence.MISSING(file=RECOVERED))]
)
def test_frames_lost_before_a_run_was_resumed_are_missed_after_its_end(killed, copied, lost, missing):
    folder = older(copied(killed[0]))
    for name in (*lost, UNSYNCED):
        (folder.path / name).unlink()
    line, head = resume_blindly(folder)
    assert len(list(folder.frames("device"))) > 4, "their numbers are in use again"
    assert Evidence.WHEN_RESUMED(line=line, problem=missing) in verify(folder.path, head).problems


def test_a_segment_that_changed_between_two_resumptions_is_named(killed, copied):
    folder = older(copied(killed[0]))
    with (folder.path / RECOVERED).open("ab") as file:
        file.write(b"more")
    line, head = resume_blindly(folder)
    changed = Evidence.WHEN_RESUMED(line=line, problem=Evidence.ALTERED(file=RECOVERED))
    assert changed in verify(folder.path, head).problems


def test_a_segment_without_the_one_before_it_is_not_resumed(killed, copied):
    folder = older(copied(killed[0]))
    (folder.path / RECOVERED).unlink()
    assert problem_of(folder) == Evidence.FOREIGN(file=SYNCED)


def test_it_is_gone_when_the_run_has_ended_and_missed_when_the_end_is_cut_off(tmp_path):
    folder = tiny_run(tmp_path / "tiny")
    assert acknowledged(folder.path) is None
    assert verify(folder.path).clean
    whole = (folder.path / LEDGER).read_bytes().splitlines(keepends=True)
    (folder.path / LEDGER).write_bytes(b"".join(whole[:-3]))
    gone = Evidence.ACKNOWLEDGED_MISSING(line=len(whole) - 2, file=ACKNOWLEDGED)
    assert problem_of(folder) == gone


def test_it_never_says_more_than_is_synced(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "SYNC_SECONDS", 3600)
    writer = tiny_start(tmp_path / "tiny")
    started = acknowledged(writer.path)
    assert started == {LEDGER: (writer.path / LEDGER).stat().st_size}
    tiny_unit(writer, 0)
    assert acknowledged(writer.path) == started
    synced, flush = (writer.path / RECOVERED).stat().st_size, ledger.flush

    def meanwhile(descriptor):
        writer.record("device", Direction.IN, b"while the ledger is synced")
        flush(descriptor)

    monkeypatch.setattr(ledger, "flush", meanwhile)
    writer.barrier()
    assert acknowledged(writer.path) == {LEDGER: (writer.path / LEDGER).stat().st_size, RECOVERED: synced}
    monkeypatch.undo()
    writer.close()
    assert acknowledged(writer.path)[RECOVERED] == (writer.path / RECOVERED).stat().st_size > synced


def test_whoever_reads_while_it_is_written_gets_what_was_true(tmp_path):
    written = Acknowledgement(tmp_path)
    assert acknowledged(tmp_path) == {}
    for size in (5, 123_456_789_012, 7):
        written.write({LEDGER: size, RECOVERED: size})
        assert acknowledged(tmp_path) == {LEDGER: size, RECOVERED: size}
        assert (tmp_path / ACKNOWLEDGED).stat().st_size == 512
    written.close()
    again = Acknowledgement(tmp_path)
    assert acknowledged(tmp_path) == {LEDGER: 7, RECOVERED: 7}, "who takes a run up takes nothing back"
    again.remove()
    assert acknowledged(tmp_path) is None
