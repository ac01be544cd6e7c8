"""Whatever is cut off, taken out, doubled or moved is found, or the run reads as interrupted.

Transfers that no record names lie where a crash leaves them, or the run is damaged.
"""

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


def test_every_truncation_of_a_frozen_file_is_located(tiny):
    for name in ("plan.toml", "game.toml", "README.txt"):
        whole = (tiny.path / name).read_bytes()
        for length in (*range(0, len(whole), 9), len(whole) - 1):
            (tiny.path / name).write_bytes(whole[:length])
            assert verify(tiny.path).problems[0] == Evidence.ALTERED(file=name)
        (tiny.path / name).write_bytes(whole)


@pytest.mark.parametrize("name", [SEGMENT, "plan.toml", "game.toml", "README.txt"])
def test_a_deleted_file_is_named(tiny, name):
    (tiny.path / name).unlink()
    assert verify(tiny.path).problems[0] == Evidence.MISSING(file=name)


def test_a_folder_without_its_ledger_is_no_run(tiny):
    (tiny.path / LEDGER).unlink()
    assert refused(IntegrityError, verify, tiny.path) == (
        Evidence.NOT_A_RUN(folder=str(tiny.path), file=LEDGER),
    )


def test_without_the_raw_folder_the_files_are_named(tiny):
    shutil.rmtree(tiny.path / "raw")
    assert verify(tiny.path).problems[0] == Evidence.MISSING(file=SEGMENT)


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


def test_no_evidence_can_be_taken_from_a_passing_run_that_then_still_passes(rng_run, tmp_path):
    _, original, outcome = rng_run
    assert outcome.verdict.outcome is Outcome.PASS
    folder = RunFolder(shutil.copytree(original.path, tmp_path / original.run))
    frozen, catalog, records = frozen_plan(original), discover(), list(original.records())
    assert (
        judge(folder, frozen, catalog, Ending.COMPLETE, RawDecoder(folder, catalog))[1].outcome
        is Outcome.PASS
    )
    judged = 0
    for gone, record in enumerate(records):
        if record.type in EVIDENCE:
            forge(folder, records[:gone] + records[gone + 1 :])
            assert not verify(folder.path, outcome.head).clean
            verdict = judge(folder, frozen, catalog, Ending.COMPLETE, RawDecoder(folder, catalog))[1]
            assert verdict.outcome is not Outcome.PASS, record
            judged += 1
    assert judged == 20


@pytest.mark.parametrize("ending", [each for each in Ending if each is not Ending.COMPLETE])
def test_records_that_pass_do_not_pass_with_another_ending(rng_run, ending):
    _, folder, _ = rng_run
    assert (
        judge(folder, frozen_plan(folder), discover(), ending, RawDecoder(folder, discover()))[1].outcome
        is Outcome.INCONCLUSIVE
    )


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
