"""A device has a lock for all accounts and all spellings of its URL; a planted link is never followed."""

import os
import socket
import sys

import pytest

from labharness.app.devices.preflight import _lock_folder
from labharness.app.workspace.workspace import device_lock
from labharness.devices.identity import identity
from labharness.errors import LockedError, StorageError
from labharness.evidence.lock import FileLock
from labharness.model.reasons.evidence import Lockable

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links and accounts of POSIX")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("usbip://127.0.0.1/1-1", "usbip://localhost:3240/1-1"),
        ("usbip://127.0.0.1:3240/1-1", "usbip://127.0.0.1:03240/1-1"),
        ("file:///dev/null", "file:///dev/../dev/null"),
        ("file:///dev/null", "file:///dev/%6eull"),
    ],
)
def test_two_spellings_of_a_url_meet_at_a_lock(tmp_path, one, other):
    with device_lock(one, tmp_path), pytest.raises(LockedError), device_lock(other, tmp_path):
        pass


def test_two_devices_have_two_locks():
    assert identity("usbip://127.0.0.1/1-1") != identity("usbip://127.0.0.1/1-2")
    assert identity("file:///a") != identity("file:///b")


@posix
@pytest.mark.parametrize("plant", [os.symlink, os.link])
def test_a_planted_link_is_refused_and_its_target_stays(tmp_path, plant):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    with device_lock("file:///dev/null", tmp_path):
        pass
    (lock,) = tmp_path.glob("labharness-*.lock")
    lock.unlink()
    plant(victim, lock)
    with pytest.raises(StorageError), device_lock("file:///dev/null", tmp_path):
        pass
    assert victim.read_text() == "precious"


@posix
def test_a_lock_file_of_another_account_is_locked_and_not_written_to(tmp_path, monkeypatch):
    path = tmp_path / "shared.lock"
    path.write_text("theirs")
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    first = FileLock(path, Lockable.DEVICE, "d", shared=True)
    first.name_owner("now")
    with pytest.raises(LockedError):
        FileLock(path, Lockable.DEVICE, "d", shared=True)
    first.release()
    assert path.read_text() == "theirs"


@posix
def test_the_folder_of_locks_does_not_depend_on_the_account(monkeypatch):
    before = _lock_folder()
    monkeypatch.setenv("USER", "mallory")
    monkeypatch.setenv("TMPDIR", "/nowhere")
    assert _lock_folder() == before


def test_a_host_of_several_addresses_is_held_at_each(tmp_path, monkeypatch):
    addresses = {"shuffler.example": ["192.0.2.1", "2001:db8::1"]}

    def resolve(host, port, **_):
        return [(0, 0, 0, "", (address, port)) for address in addresses.get(host, [host])]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with device_lock("tcp://shuffler.example:7", tmp_path):
        for url in ("tcp://192.0.2.1:7", "tcp://[2001:db8::1]:7"):
            with pytest.raises(LockedError), device_lock(url, tmp_path):
                pass
