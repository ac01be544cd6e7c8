"""A run that is killed while it begins: either it is there and can be resumed, or its name is free."""

import os
import sys
import time

import pytest

from labharness.app.workspace.workspace import Workspace
from labharness.errors import StorageError
from labharness.evidence import writer as writing
from labharness.evidence.folder import LedgerWriter, RunFolder
from labharness.evidence.lock import FileLock
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.run import Runs
from tests.support.reasons import refused
from tests.support.runs import tiny_start


class Killed(BaseException):
    """The runner is gone; nothing that follows is carried out."""


MOMENTS = {
    "before its files": (writing, "create"),
    "before its first line": (LedgerWriter, "append"),
    "before that is written": (LedgerWriter, "write"),
    "before that is synced": (LedgerWriter, "sync"),
    "before that is acknowledged": (writing, "Acknowledgement"),
    "before it is locked": (FileLock, "__init__"),
    "before it has its name": (writing.Path, "rename"),
    "before its name is synced": (writing, "sync_folder"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_run_that_is_killed_while_it_begins_takes_no_name(tmp_path, monkeypatch, moment):
    space = Workspace.init(tmp_path / "ws")
    path = space.path / "runs" / "night"

    def kill(*_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(*MOMENTS[moment], kill)
        patch.setattr(writing.shutil, "rmtree", lambda *_, **__: None)
        with pytest.raises(Killed):
            tiny_start(path)
    begun = [run.run for run in space.runs()]
    if moment == "before its name is synced":
        assert begun == ["night"]
        RunWriter.reopen(RunFolder(path)).close()
    else:
        assert begun == []
        assert not path.exists()
        tiny_start(path).close()
    assert verify(path).clean
    assert [run.run for run in space.runs()] == ["night"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no folder with an open file")
def test_a_run_has_a_living_runner_from_the_moment_that_it_has_its_name(tmp_path, monkeypatch):
    path, alive = tmp_path / "night", []
    monkeypatch.setattr(writing, "sync_folder", lambda _: alive.append(RunFolder(path).alive))
    tiny_start(path).close()
    assert alive == [True]
    assert not RunFolder(path).alive


def test_what_a_killed_runner_left_is_removed_once_nobody_can_be_writing_it(tmp_path):
    young, old = tmp_path / ".begin-1", tmp_path / ".begin-2"
    for draft in (young, old):
        (draft / "raw").mkdir(parents=True)
    long_ago = time.time() - writing.DRAFT_S - 1
    os.utime(old, (long_ago, long_ago))
    tiny_start(tmp_path / "night").close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".begin-1", "night"]


def test_a_name_that_is_taken_meanwhile_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "night"
    real = writing._begin

    def begin(*given):
        path.mkdir()
        (path / "ledger.jsonl").write_text("another's")
        return real(*given)

    monkeypatch.setattr(writing, "_begin", begin)
    assert refused(StorageError, tiny_start, path) == (Runs.FOLDER_EXISTS(folder=str(path)),)
    assert [each.name for each in tmp_path.iterdir()] == ["night"]
    assert (path / "ledger.jsonl").read_text() == "another's"
