"""What is there and cannot be read is an error, and never reads as something that is not there."""

import shutil
import sys
from contextlib import contextmanager

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.judging import judge
from labharness.errors import StorageError
from labharness.evidence.folder import LedgerReader, RunFolder, read_ledger, take_commands
from labharness.evidence.glimpse import glimpse
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import is_held
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.inputs import Inputs
from labharness.model.results import Ending
from labharness.plans.frozen import frozen_plan
from labharness.runner.cutting import RawDecoder
from tests.support.reasons import refused
from tests.support.runs import tiny_start, tiny_unit

LEDGER = "ledger.jsonl"


@contextmanager
def no_descriptors():
    """Let this process open nothing more, as one that holds too many files open."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of a process")


@needs_limits
@pytest.mark.parametrize(
    "read",
    [
        lambda folder: list(LedgerReader(folder.path / LEDGER).poll()),
        lambda folder: list(read_ledger(folder.path / LEDGER)),
        lambda folder: list(folder.frames("device")),
        lambda folder: folder.frozen("plan.toml"),
        lambda folder: folder.alive,
        lambda folder: verify(folder.path),
        lambda folder: glimpse(folder.path),
        RunHistory.of,
    ],
    ids=["poll", "ledger", "frames", "frozen", "alive", "verify", "glimpse", "summary"],
)
def test_a_run_that_cannot_be_opened_is_no_empty_run(tiny, read):
    with no_descriptors(), pytest.raises(StorageError) as refused:
        read(tiny)
    assert refused.value.reasons[0].is_a(Inputs.FILE_UNREADABLE)
    assert refused.value.reasons[0]["why"] == "Too many open files"
    read(tiny)


@needs_limits
def test_nothing_is_judged_from_a_ledger_that_cannot_be_opened(rng_run, tmp_path):
    _, original, _ = rng_run
    folder, frozen, catalog = RunFolder(original.path), frozen_plan(original), discover()
    judge(folder, frozen, catalog, Ending.COMPLETE, RawDecoder(folder, catalog))  # everything is imported
    with no_descriptors(), pytest.raises(StorageError):
        judge(folder, frozen, catalog, Ending.COMPLETE, RawDecoder(folder, catalog))


@pytest.mark.parametrize("name", [LEDGER, "raw/device-0001.seg", "acknowledged", "raw"])
def test_a_run_is_not_resumed_of_which_something_cannot_be_read(tmp_path, name):
    writer = tiny_start(tmp_path / "tiny")
    tiny_unit(writer, 0)
    writer.close()
    folder = RunFolder(writer.path)
    place = folder.path / name
    if place.is_dir():
        shutil.rmtree(place)
        place.write_bytes(b"")  # a file where a folder is expected
    else:
        place.unlink()
        place.mkdir()
    assert refused(StorageError, RunWriter.reopen, folder)[0].is_a(Inputs.FILE_UNREADABLE)
    assert not folder.alive


def test_a_command_that_cannot_be_read_stays_for_the_next_time(tiny):
    tiny.send("pause", "anna")
    tiny.send("stop", "anna")
    first, _ = sorted((tiny.path / "inbox").iterdir())
    command = first.read_bytes()
    first.unlink()
    first.mkdir()
    assert [each["command"] for each in take_commands(tiny.path)] == ["stop"]
    first.rmdir()
    first.write_bytes(command)
    assert [each["command"] for each in take_commands(tiny.path)] == ["pause"]


def test_a_run_that_has_not_begun_has_no_records(tmp_path):
    assert list(LedgerReader(tmp_path / "tiny" / LEDGER).poll()) == []
    assert glimpse(tmp_path / "tiny").last is None
    assert not is_held(tmp_path / "tiny" / "lock")
