"""Whatever is flipped, cut off, taken out, doubled or moved is found, or the run reads as interrupted.

A flip in every byte of a finished run is located; ``make soak`` flips every bit of every byte.  Transfers that no record names lie
where a crash leaves them, or the run is damaged.
"""

import random
import shutil

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.judging import judge
from labharness.errors import EvidenceError, InputError, IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.segments import Direction
from labharness.evidence.verify import ACKNOWLEDGED, verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending, Outcome
from labharness.plans.frozen import frozen_plan
from labharness.runner.cutting import RawDecoder
from tests.support.reasons import refused
from tests.support.runs import forge, tiny_start, tiny_unit

LEDGER = "ledger.jsonl"
SEGMENT = "raw/device-0001.seg"
FROZEN = ("README.txt", "plan.toml", "game.toml")


def place_of_bytes(folder, name):
    """Return for every byte of a file what the reason that locates it holds."""
    content = (folder.path / name).read_bytes()
    if name == LEDGER:
        line, places = 1, []
        for byte in content:
            places.append({"line": line}.items())
            line += byte == ord("\n")
        return places
    if name.startswith("raw/"):
        frames = list(folder.frames("device"))
        title = {"file": name, "byte": 0, "frame": 0}.items()
        places = [title] * frames[0].offset
        for frame in frames:
            end = frame.offset + 28 + len(frame.payload) + 32
            at = {"file": name, "byte": frame.offset, "frame": frame.number}.items()
            places += [at] * (end - frame.offset)
        return places
    return [{"file": name}.items()] * len(content)


def flip(folder, name, bits):
    """Flip bits of a file one at a time; yield each with what verify says first of it."""
    with (folder.path / name).open("r+b", buffering=0) as file:
        for byte, bit in bits:
            file.seek(byte)
            good = file.read(1)
            file.seek(byte)
            file.write(bytes([good[0] ^ 1 << bit]))
            yield byte, verify(folder.path)
            file.seek(byte)
            file.write(good)
    assert verify(folder.path).clean


def missed(folder, name, bits, step=1):
    """Return the flips that are not located, one bit of each byte; the bit is chosen by the number of the byte."""
    places = place_of_bytes(folder, name)
    assert len(places) == (folder.path / name).stat().st_size
    return [
        (byte, result.problems)
        for byte, result in flip(folder, name, [(byte, bits(byte)) for byte in range(0, len(places), step)])
        if not result.problems or not places[byte] <= set(result.problems[0].parameters)
    ]


@pytest.mark.parametrize("name", [LEDGER, SEGMENT, *FROZEN])
def test_a_flip_in_every_byte_is_located(tiny, name):
    """Of a frozen file, which is compared as a whole by its hash, in every tenth."""
    assert missed(tiny, name, lambda byte: byte * 5 % 8, 10 if name in FROZEN else 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("name", [LEDGER, SEGMENT, *FROZEN])
def test_every_flip_is_located(tiny, name, bit):
    assert missed(tiny, name, lambda _: bit) == []


def test_the_run_that_is_flipped_holds_every_file_of_a_run(tiny, rng_run):
    def files(folder):
        return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}

    assert files(tiny.path) == {LEDGER, SEGMENT, *FROZEN, "lock"} == files(rng_run[1].path)


def test_flips_of_a_real_run_are_located(rng_run, tmp_path):
    folder = RunFolder(shutil.copytree(rng_run[1].path, tmp_path / rng_run[1].run))
    chance = random.Random(1)
    for name in (LEDGER, SEGMENT):
        places = place_of_bytes(folder, name)
        bits = [(chance.randrange(len(places)), chance.randrange(8)) for _ in range(100)]
        for byte, result in flip(folder, name, bits):
            assert places[byte] <= set(result.problems[0].parameters)


def read(path):
    """Return what verify finds, and the outcome that a reader of the records sees."""
    result = verify(path)
    try:
        outcome = RunHistory.of(RunFolder(path)).summary.outcome
    except IntegrityError:
        outcome = Outcome.INCONCLUSIVE
    return result, outcome


def test_a_truncation_of_the_ledger_anywhere_reads_as_interrupted(tiny):
    whole = (tiny.path / LEDGER).read_bytes()
    borders = {at + by for at, byte in enumerate(whole) if byte == ord("\n") for by in (-1, 0, 1, 2)}
    for length in sorted({*range(0, len(whole), 5), *borders} - {len(whole), len(whole) + 1}):
        (tiny.path / LEDGER).write_bytes(whole[:length])
        assert verify(tiny.path).ending is Ending.INTERRUPTED
        if length % 20 == 0 or length in borders:
            assert read(tiny.path)[1] is not Outcome.PASS


def test_head_finds_a_truncation_at_every_line_border(tiny):
    lines = (tiny.path / LEDGER).read_bytes().splitlines(keepends=True)
    head = verify(tiny.path).head
    assert verify(tiny.path, head).clean
    assert verify(tiny.path, head[:16].upper()).clean
    for wrong in (head[:15], "x" * 64, head + "0"):
        with pytest.raises(InputError):
            verify(tiny.path, wrong)
    for kept in range(1, len(lines)):
        for torn in (b"", lines[kept][:-1], lines[kept][:20]):
            (tiny.path / LEDGER).write_bytes(b"".join(lines[:kept]) + torn)
            [problem] = verify(tiny.path).problems
            assert problem == Evidence.ACKNOWLEDGED_MISSING(line=kept + 1, file=ACKNOWLEDGED)
            other = verify(tiny.path, head).problems[-1]
            assert (other.is_a(Evidence.OTHER_HEAD), other["line"]) == (True, kept)


def test_every_truncation_of_a_segment_is_located(tiny):
    whole = (tiny.path / SEGMENT).read_bytes()
    frames = list(tiny.frames("device"))
    for length in range(len(whole)):
        (tiny.path / SEGMENT).write_bytes(whole[:length])
        byte = max((f.offset for f in frames if f.offset <= length), default=0)
        first = verify(tiny.path).problems[0]
        assert (first["file"], first["byte"]) == (SEGMENT, byte)


def test_every_truncation_of_a_frozen_file_is_located_and_every_deleted_file_is_named(tiny):
    for name in (SEGMENT, *FROZEN):
        whole = (tiny.path / name).read_bytes()
        for length in (*range(0, len(whole), 9), len(whole) - 1) if name in FROZEN else ():
            (tiny.path / name).write_bytes(whole[:length])
            assert verify(tiny.path).problems[0] == Evidence.ALTERED(file=name)
        (tiny.path / name).unlink()
        assert verify(tiny.path).problems[0] == Evidence.MISSING(file=name)
        (tiny.path / name).write_bytes(whole)
    shutil.rmtree(tiny.path / "raw")
    assert verify(tiny.path).problems[0] == Evidence.MISSING(file=SEGMENT)


def test_a_folder_without_its_ledger_is_no_run(tiny):
    (tiny.path / LEDGER).unlink()
    assert refused(IntegrityError, verify, tiny.path) == (
        Evidence.NOT_A_RUN(folder=str(tiny.path), file=LEDGER),
    )


def test_a_file_that_was_added_is_named(tiny):
    shutil.copy(tiny.path / SEGMENT, tiny.path / "raw" / "device-0002.seg")
    shutil.copy(tiny.path / SEGMENT, tiny.path / "raw" / "reader-0001.seg")
    (tiny.path / "raw" / "notes.txt").write_text("hello")
    problems = verify(tiny.path).problems
    for name in ("device-0002.seg", "reader-0001.seg", "notes.txt"):
        assert any(dict(problem.parameters).get("file") == f"raw/{name}" for problem in problems)


def test_deleting_swapping_or_doubling_lines_is_located(tiny):
    lines = (tiny.path / LEDGER).read_bytes().splitlines(keepends=True)
    changed = []
    for at in range(len(lines)):
        changed.append((at, lines[:at] + lines[at + 1 :]))
        changed.append((at + 1, lines[: at + 1] + lines[at:]))
        for other in range(at + 1, len(lines)):
            swapped = lines.copy()
            swapped[at], swapped[other] = swapped[other], swapped[at]
            changed.append((at, swapped))
    for line, content in changed:
        (tiny.path / LEDGER).write_bytes(b"".join(content))
        result, outcome = read(tiny.path)
        assert outcome is not Outcome.PASS or result.problems
        if content == lines[:-1]:
            assert result.ending is Ending.INTERRUPTED
        else:
            assert result.problems[0]["line"] == line + 1


def test_bytes_after_the_end_record_are_located(tiny):
    with (tiny.path / LEDGER).open("ab") as file:
        file.write(b"{")
    assert verify(tiny.path).problems == (Evidence.AFTER_END(line=9),)


def test_a_record_taken_away_and_the_chain_forged_is_found_by_its_head(tiny):
    head, records = verify(tiny.path).head, list(tiny.records())
    assert forge(tiny, records) == head, "forging nothing changes nothing"
    for gone in range(len(records)):
        forge(tiny, records[:gone] + records[gone + 1 :])
        result = verify(tiny.path, head)
        other = result.problems[-1]
        assert (other.is_a(Evidence.OTHER_HEAD), other["line"]) == (True, len(records) - 1)
        outcome = RunHistory.of(tiny).summary.outcome
        if records[gone].type in (RecordType.VERDICT, RecordType.END):
            assert outcome is Outcome.INCONCLUSIVE


EVIDENCE = (RecordType.OBSERVED, RecordType.READ, RecordType.STAGE_STARTED, RecordType.STAGE_FINISHED)


def judged(folder, ending=Ending.COMPLETE):
    """Return what the bytes of a run come to, had it ended so."""
    catalog = discover()
    return judge(folder, frozen_plan(folder), catalog, ending, RawDecoder(folder, catalog))[1].outcome


def test_no_evidence_can_be_taken_from_a_passing_run_that_then_still_passes(rng_run, tmp_path):
    _, original, outcome = rng_run
    assert outcome.verdict.outcome is Outcome.PASS
    folder = RunFolder(shutil.copytree(original.path, tmp_path / original.run))
    records = list(original.records())
    assert judged(folder) is Outcome.PASS
    taken = [at for at, record in enumerate(records) if record.type in EVIDENCE]
    assert len(taken) == 20
    for gone in taken:
        forge(folder, records[:gone] + records[gone + 1 :])
        assert not verify(folder.path, outcome.head).clean
        assert judged(folder) is not Outcome.PASS, records[gone]


@pytest.mark.parametrize("ending", [each for each in Ending if each is not Ending.COMPLETE])
def test_records_that_pass_do_not_pass_with_another_ending(rng_run, ending):
    assert judged(rng_run[1], ending) is Outcome.INCONCLUSIVE


def exchanges(folder):
    return [record for record in folder.records() if isinstance(record.body, ExchangeBody)]


def without(folder, dropped):
    """Write the ledger again, as somebody does who leaves one record out and chains the rest anew."""
    forge(folder, [record for record in folder.records() if record.seq != dropped.seq])


def unnamed(folder):
    return [problem for problem in verify(folder.path).problems if problem.is_a(Evidence.FRAMES_UNNAMED)]


def units(path, number, ending=Ending.COMPLETE):
    writer = tiny_start(path)
    for unit in range(number):
        tiny_unit(writer, unit)
    if ending is not None:
        writer.end(ending, ())
    else:
        writer.close()
    return RunFolder(path)


@pytest.mark.parametrize("unit", [0, 1, 2])
def test_a_unit_that_was_taken_out_of_the_ledger_leaves_its_frames(tmp_path, unit):
    folder = units(tmp_path / "run", 3)
    assert unnamed(folder) == []
    dropped = exchanges(folder)[unit]
    first, last = dropped.body.frames
    without(folder, dropped)
    (result,) = unnamed(folder)
    assert (result["channel"], result["frame"], result["frames"]) == ("device", first, last - first + 1)


def test_frames_at_the_end_of_a_run_that_goes_on_are_those_of_a_crash(tmp_path):
    folder = units(tmp_path / "run", 2, ending=None)
    records = list(folder.records())
    forge(folder, records[: exchanges(folder)[-1].seq])
    (folder.path / "acknowledged").unlink()
    assert unnamed(folder) == []


def test_what_a_crash_left_is_excused_by_its_recovery_and_nothing_else_is(tmp_path):
    writer = tiny_start(tmp_path / "run")
    tiny_unit(writer, 0)
    writer.record("device", Direction.OUT, b"lost with its record")
    writer.close()
    writer = RunWriter.reopen(RunFolder(tmp_path / "run"))
    tiny_unit(writer, 1)
    writer.end(Ending.COMPLETE, ())
    folder = RunFolder(tmp_path / "run")
    assert verify(folder.path).problems == ()
    without(folder, exchanges(folder)[1])
    assert len(unnamed(folder)) == 1


ENDINGS = [Ending.COMPLETE, Ending.STOPPED_BY_OPERATOR, Ending.STOPPED_BY_RULE, Ending.ERROR]


@pytest.mark.parametrize("ending", ENDINGS)
def test_transfers_after_the_last_exchange_of_a_run_that_ended(tmp_path, ending):
    writer = tiny_start(tmp_path / "run")
    tiny_unit(writer, 0)
    writer.record("device", Direction.IN, b"nobody asked")
    writer.end(ending, ())
    (result,) = unnamed(RunFolder(tmp_path / "run"))
    assert result["frames"] == 1


def test_opening_and_closing_belong_to_no_exchange(tmp_path):
    writer = tiny_start(tmp_path / "run")
    for unit in range(2):
        writer.record("device", Direction.OPEN, b"{}")
        tiny_unit(writer, unit)
        writer.record("device", Direction.CLOSE, b"")
    writer.end(Ending.COMPLETE, ())
    assert verify(tmp_path / "run").problems == ()


def test_a_run_with_unnamed_frames_is_not_resumed(tmp_path):
    folder = units(tmp_path / "run", 3, ending=None)
    without(folder, exchanges(folder)[1])
    (folder.path / "acknowledged").unlink()
    with pytest.raises(EvidenceError):
        RunWriter.reopen(folder)


def test_a_control_request_that_was_taken_out_of_the_ledger_leaves_its_frames(tmp_path):
    writer = tiny_start(tmp_path / "run")
    tiny_unit(writer, 0)
    writer.record("device", Direction.CONTROL, bytes(8))
    writer.record("device", Direction.REPLY, b"4")
    tiny_unit(writer, 1)
    writer.end(Ending.COMPLETE, ())
    (result,) = unnamed(RunFolder(tmp_path / "run"))
    assert result["frames"] == 2
