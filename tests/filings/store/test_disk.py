"""A disk that is full or fails harms no register, and nobody is told to put an older copy in its place."""

import sqlite3
import sys
from types import SimpleNamespace

import pytest

from labharness.app.workspace.register import BUILT, open_register, record, verify_register
from labharness.app.workspace.workspace import Workspace
from labharness.database import engine
from labharness.errors import RegisterError
from labharness.language.catalog import say
from labharness.model.reasons.database import Databases

MUCH = {"run": "x" * 30_000}


@pytest.fixture
def space(tmp_path):
    workspace = Workspace.init(tmp_path / "ws")
    record(workspace, BUILT, {"run": "one"}, "A report of the run was asked for.")
    return workspace


def fill(space):
    for _ in range(100):
        record(space, BUILT, MUCH, "A report of the run was asked for.")


def refused(space):
    with pytest.raises(RegisterError) as error:
        fill(space)
    (reason,) = error.value.reasons
    assert "copy" not in say(reason)
    assert "amaged" not in say(reason)
    return reason


def assert_intact(space):
    before = verify_register(space)[0]
    record(space, BUILT, {"run": "two"}, "A report of the run was asked for.")
    assert verify_register(space)[0] == before + 1
    assert verify_register(space)[2] == ()
    with open_register(space) as register:
        assert {change.after["run"] for change in register.changes()} >= {"one", "two"}


def test_a_disk_that_is_full_is_no_damage(space, monkeypatch):
    real = engine._prepare_sqlite

    def prepare(connection, given):
        real(connection, given)
        connection.execute("PRAGMA max_page_count = 40")

    with monkeypatch.context() as patch:
        patch.setattr(engine, "_prepare_sqlite", prepare)
        assert refused(space).is_a(Databases.DISK_FULL)
    assert_intact(space)


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of a process")
@pytest.mark.parametrize(("free", "code"), [(0, Databases.DISK_FULL), (1 << 40, Databases.DISK_ERROR)])
def test_a_write_that_fails_is_no_damage(space, monkeypatch, free, code):
    """SQLite says 'disk I/O error' of a full disk too, where it writes its log or shares memory."""
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(engine.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        assert refused(space).is_a(code)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert_intact(space)


@pytest.mark.parametrize("free", [0, 1 << 40])
def test_what_cannot_be_opened_on_a_full_disk(space, monkeypatch, free):
    """SQLite makes files beside the database; on a full disk it cannot open them."""
    monkeypatch.setattr(engine.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))

    def fail(*_):
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    monkeypatch.setattr(engine, "_prepare_sqlite", fail)
    with pytest.raises(RegisterError) as error:
        record(space, BUILT, {}, "why")
    assert error.value.reasons[0].is_a(Databases.CANNOT_OPEN if free else Databases.DISK_FULL)
