"""Transfers that no record names lie where a crash leaves them, or the run is damaged."""

import pytest

from labharness.errors import EvidenceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.calls import ExchangeBody
from labharness.evidence.segments import Direction
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending
from tests.support.runs import forge, tiny_start, tiny_unit


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
