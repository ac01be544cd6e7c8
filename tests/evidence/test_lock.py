"""One writer at a time; whoever comes second is told who is there, and a dead owner holds nothing."""

import json
import os
import socket
import subprocess
import sys

import pytest

from labharness.errors import LockedError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import FileLock, is_held, owner_of
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.evidence import Evidence, Lockable
from tests.support.reasons import refused
from tests.support.runs import tiny_start

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
