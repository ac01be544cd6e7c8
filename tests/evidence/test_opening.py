"""Every reader of a run refuses links, pipes and devices, and waits for none of them."""

import ast
import os
import shutil
import sys
from pathlib import Path

import pytest

import labharness.evidence
from labharness.errors import IntegrityError, LabharnessError
from labharness.evidence.folder import LedgerReader, RunFolder, take_commands
from labharness.evidence.glimpse import glimpse
from labharness.evidence.lock import LEDGER, evidence, owner_of
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence
from tests.support.reasons import refused
from tests.support.runs import tiny_start, tiny_unit

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links")


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


def test_a_folder_that_is_a_link_is_refused(half, tmp_path):
    shutil.move(half.raw, tmp_path / "elsewhere")
    half.raw.symlink_to(tmp_path / "elsewhere")
    assert Evidence.NOT_A_FILE(file="raw/device-0001.seg") in verify(half.path).problems


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
