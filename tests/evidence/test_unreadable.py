"""What is there and cannot be read is an error, and never reads as something that is not there.

Every reader of a run refuses links, pipes and devices, and waits for none of them.
"""

import ast
import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

import labharness.evidence
from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.judging import judge
from labharness.errors import IntegrityError, LabharnessError, StorageError
from labharness.evidence.folder import LedgerReader, RunFolder, read_ledger, take_commands
from labharness.evidence.glimpse import glimpse
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import LEDGER, evidence, is_held, owner_of
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.results import Ending
from labharness.plans.frozen import frozen_plan
from labharness.runner.cutting import RawDecoder
from tests.support.reasons import refused
from tests.support.runs import tiny_start, tiny_unit


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


needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of a process, pipes and links")


@needs_posix
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


@needs_posix
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


def _link(file: Path) -> None:
    moved = file.with_name(f"{file.name}.moved")
    file.rename(moved.parent.parent / moved.name)
    file.symlink_to(moved.parent.parent / moved.name)


def _pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _device(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


@pytest.fixture
def half(tmp_path):
    """A run that is not over, so that it holds every file that a run can hold."""
    writer = tiny_start(tmp_path / "tiny")
    tiny_unit(writer, 1)
    writer.barrier()
    writer.close()
    return RunFolder(tmp_path / "tiny")


READERS = {
    LEDGER: [lambda run: list(LedgerReader(run.path / LEDGER).poll()), lambda run: glimpse(run.path)],
    "raw/device-0001.seg": [lambda run: list(run.frames("device"))],
}


@needs_posix
@pytest.mark.parametrize("kind", [_link, _pipe, _device])
@pytest.mark.parametrize("name", [LEDGER, "raw/device-0001.seg", "acknowledged", "plan.toml"])
def test_every_reader_refuses_what_is_not_regular(half, kind, name):
    kind(half.path / name)
    try:
        problems = verify(half.path).problems
    except IntegrityError as error:
        problems = error.reasons
    pipe_as_ledger = Evidence.NOT_A_RUN(folder=str(half.path), file=LEDGER)
    assert problems[0] in (Evidence.NOT_A_FILE(file=name), pipe_as_ledger)
    with pytest.raises(LabharnessError):
        RunWriter.reopen(half)
    for read in READERS.get(name, ()):
        assert refused(IntegrityError, read, half) == (Evidence.NOT_A_FILE(file=name),)


@needs_posix
def test_a_folder_that_is_a_link_is_refused(half, tmp_path):
    shutil.move(half.raw, tmp_path / "elsewhere")
    half.raw.symlink_to(tmp_path / "elsewhere")
    assert Evidence.NOT_A_FILE(file="raw/device-0001.seg") in verify(half.path).problems


@needs_posix
def test_a_pipe_in_the_inbox_or_as_lock_is_not_waited_for(half):
    os.mkfifo(half.path / "inbox" / "000000-x.json")
    assert take_commands(half.path) == [{"command": "unreadable", "who": "000000-x.json", "account": ""}]
    (half.path / "lock").unlink()
    os.mkfifo(half.path / "lock")
    assert owner_of(half.path / "lock") is None


def test_a_file_longer_than_its_limit_is_refused(tmp_path):
    (tmp_path / "file").write_bytes(bytes(9))
    assert evidence(tmp_path, "file", 9) == bytes(9)
    with pytest.raises(IntegrityError):
        evidence(tmp_path, "file", 8)


def test_no_module_of_the_evidence_opens_a_file_for_reading_by_itself():
    folder = Path(labharness.evidence.__file__).parent
    for file in folder.rglob("*.py"):
        if file.name in ("opening.py", "outside.py", "schema.py"):
            continue
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                mode = next((each.value for each in call.args if isinstance(each, ast.Constant)), "")
                assert call.func.attr not in ("read_bytes", "read_text"), (file.name, call.lineno)
                assert call.func.attr != "open" or mode != "rb", (file.name, call.lineno)
