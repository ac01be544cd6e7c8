"""A register that is lost, damaged, altered or on a full disk: it is named, nothing is written, and what is whole stays so."""

import os
import sqlite3
import sys
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from labharness.app.workspace.register import BUILT, has_register, open_register, record, verify_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.database import engine
from labharness.errors import RegisterError
from labharness.filings.store.register import Register
from labharness.language.catalog import say
from labharness.model.reasons.database import Databases
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Registers
from tests.support.reasons import refused


@pytest.fixture
def space(tmp_path, filled):
    workspace = Workspace.init(tmp_path / "ws")
    with open_register(workspace):
        pass
    for each in workspace.path.glob("register.db*"):
        each.unlink()
    filled(workspace.path / "register.db")
    return workspace


@pytest.mark.parametrize("emptied", [False, True])
def test_a_register_that_is_lost_is_not_begun_anew(space, emptied):
    file = space.path / "register.db"
    assert file.stat().st_size
    file.write_bytes(b"") if emptied else file.unlink()
    assert has_register(space)
    for opened in (open_register, verify_register):
        assert refused(RegisterError, opened, space) == (Registers.LOST(database=str(file)),)
    assert not file.is_file() or not file.stat().st_size


@pytest.mark.parametrize("kept", ["files/ab/abcd", "reports/s-1-r1/dossier/submission.json"])
def test_a_lost_register_is_missed_even_where_the_settings_are_new(tmp_path, kept):
    space = Workspace.init(tmp_path / "ws")
    (space.path / kept).parent.mkdir(parents=True)
    (space.path / kept).write_text("{}")
    lost = Registers.LOST(database=str(space.path / "register.db"))
    assert refused(RegisterError, open_register, space) == (lost,)


def test_a_register_is_held_against_what_reports_were_made_from(space):
    folder = space.path / "reports" / "s-1-r1" / "dossier"
    folder.mkdir(parents=True)
    snapshot = folder / "submission.json"
    with open_register(space) as register:
        last = register.snapshot("s-1").changes[-1]
    line = '{"changes": [{"number": %d, "hash": "%s"}]}'
    snapshot.write_text(line % (last.number, last.hash))
    assert verify_register(space)[2] == ()
    snapshot.write_text(line % (last.number + 1, last.hash))
    (problem,) = verify_register(space)[2]
    assert problem == Registers.REPORT_RECORD_MISSING(report="s-1-r1", record=last.number + 1)
    snapshot.write_text("{}")
    (problem,) = verify_register(space)[2]
    assert problem == Registers.REPORT_UNREADABLE(report="s-1-r1")


@pytest.mark.parametrize(
    ("settings", "key", "code"),
    [
        ("", "schema", Inputs.KEY_MISSING),
        ("schema = 99\n", "schema", Inputs.NOT_A_CHOICE),
        ('schema = 1\nregsiter = "x.db"\n', "regsiter", Inputs.KEY_UNKNOWN),
        ("schema = 1\nregister = ''\n", "register", Inputs.TEXT_EMPTY),
        ("schema = " + "[" * 9999, "", Inputs.TOO_DEEP),
        ("schema = " + "9" * 5000, "", Inputs.NUMBER_TOO_LONG),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(space, settings, key, code, mistakes):
    (space.path / MARKER).write_text(settings)
    place, reason = mistakes(open_register, space)[0]
    assert place == (f"{MARKER}: {key}" if key else MARKER)
    assert reason.is_a(code)


def test_settings_from_an_editor_that_marks_its_files(space):
    marker = space.path / MARKER
    marker.write_bytes(b"\xef\xbb\xbfschema = 1\n")
    with open_register(space) as register:
        assert register.submissions() == ("s-1",)
    assert marker.read_bytes().startswith(b"begun = true\n")


def test_what_may_only_be_read_is_read(space, monkeypatch, refusal):
    before = {path: path.read_bytes() for path in space.path.rglob("*") if path.is_file()}
    monkeypatch.setattr(engine.os, "access", lambda _, mode: mode != os.W_OK)
    changes, _, problems = verify_register(space)
    assert (changes, problems) == (6, ())
    with open_register(space) as register:
        assert register.snapshot("s-1").filing.title == "A shuffler"
        assert refusal(register.note, "", "looked again", {}, "engineer-a", "x").is_a(Databases.READ_ONLY)
    assert {path: path.read_bytes() for path in space.path.rglob("*") if path.is_file()} == before


MUCH = {"run": "x" * 30_000}


@pytest.fixture
def built(tmp_path):
    workspace = Workspace.init(tmp_path / "ws")
    record(workspace, BUILT, {"run": "one"}, "A report of the run was asked for.")
    return workspace


def fill(space):
    for _ in range(100):
        record(space, BUILT, MUCH, "A report of the run was asked for.")


def refused_to(space):
    """Return why nothing is written any more; nobody is told to put an older copy in its place."""
    (reason,) = refused(RegisterError, fill, space)
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


def test_a_disk_that_is_full_is_no_damage(built, monkeypatch):
    real = engine._prepare_sqlite

    def prepare(connection, given):
        real(connection, given)
        connection.execute("PRAGMA max_page_count = 40")

    with monkeypatch.context() as patch:
        patch.setattr(engine, "_prepare_sqlite", prepare)
        assert refused_to(built).is_a(Databases.DISK_FULL)
    assert_intact(built)


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of a process")
@pytest.mark.parametrize(("free", "code"), [(0, Databases.DISK_FULL), (1 << 40, Databases.DISK_ERROR)])
def test_a_write_that_fails_is_no_damage(built, monkeypatch, free, code):
    """SQLite says 'disk I/O error' of a full disk too, where it writes its log or shares memory."""
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(engine.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        assert refused_to(built).is_a(code)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert_intact(built)


@pytest.mark.parametrize("free", [0, 1 << 40])
def test_what_cannot_be_opened_on_a_full_disk(built, monkeypatch, free):
    """SQLite makes files beside the database; on a full disk it cannot open them."""
    monkeypatch.setattr(engine.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))

    def fail(*_):
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    monkeypatch.setattr(engine, "_prepare_sqlite", fail)
    (reason,) = refused(RegisterError, record, built, BUILT, {}, "why")
    assert reason.is_a(Databases.CANNOT_OPEN if free else Databases.DISK_FULL)


COPIED = "utc, who, what, submission, kind, entry, before, after, why"

# What somebody does who can write to the database, and what verify must say.
UNGUARDED = {
    "an entry": (
        "UPDATE entry SET body = replace(body, 'As new.', 'Worn.') WHERE id = 'unit-1'",
        Registers.ENTRY_ALTERED(kind="unit", entry="unit-1", submission="s-1", record=6),
    ),
    "an entry's spaces": (
        "UPDATE entry SET body = replace(body, ',', ', ') WHERE id = 'unit-1'",
        Registers.ENTRY_ALTERED(kind="unit", entry="unit-1", submission="s-1", record=6),
    ),
    "which change was last": (
        "UPDATE entry SET last = 5 WHERE id = 'unit-1'",
        Registers.ENTRY_ALTERED(kind="unit", entry="unit-1", submission="s-1", record=6),
    ),
    "an entry taken away": (
        "DELETE FROM entry WHERE id = 'unit-1'",
        Registers.ENTRY_MISSING(kind="unit", entry="unit-1", submission="s-1", record=6),
    ),
    "an entry added": (
        "INSERT INTO entry SELECT submission, kind, 'unit-2', body, first, last FROM entry WHERE id = 'unit-1'",
        Registers.ENTRY_WITHOUT_RECORD(kind="unit", entry="unit-2", submission="s-1"),
    ),
    "a person": (
        "UPDATE entry SET body = replace(body, 'engineer', 'authorizer') WHERE id = 'engineer-a'",
        Registers.ENTRY_ALTERED(kind="person", entry="engineer-a", submission=None, record=2),
    ),
}
RECORDS = {
    "a reason": ("UPDATE change SET why = '\"Other.\"' WHERE number = 4", Registers.RECORD_ALTERED),
    "a time": ("UPDATE change SET utc = '2020-01-01T00:00:00Z' WHERE number = 4", Registers.RECORD_ALTERED),
    "who": ("UPDATE change SET who = '\"authorizer\"' WHERE number = 4", Registers.RECORD_ALTERED),
    "no JSON": ("UPDATE change SET after = '{' WHERE number = 4", Registers.RECORD_ALTERED),
    "a hash": (f"UPDATE change SET hash = '{'0' * 64}' WHERE number = 4", Registers.RECORD_UNCHAINED),
    "the last one": (
        "DELETE FROM entry WHERE last = 6;DELETE FROM change WHERE number = 6",
        None,  # a chain cut at its end is whole; only the head printed in a report shows it
    ),
    "one between": (
        "DELETE FROM entry WHERE last = 4;DELETE FROM change WHERE number = 4",
        Registers.RECORD_MISPLACED,
    ),
}


def guards(database, url, *, up):
    """Take the triggers away as an intruder would, or say how they are called."""
    if url.startswith("sqlite"):
        names = ("change_never_updated", "change_never_deleted")
        database(*(f"DROP TRIGGER {name}" for name in names))
    else:
        database(f"ALTER TABLE change {'ENABLE' if up else 'DISABLE'} TRIGGER change_never_changed")


@pytest.mark.parametrize("what", UNGUARDED)
def test_an_entry_changed_behind_our_back_is_named(register, database, what):
    statement, reason = UNGUARDED[what]
    database(statement)
    assert register.verify().problems == (reason,)


@pytest.mark.parametrize("what", RECORDS)
def test_a_record_changed_behind_our_back_is_named(register, database, url, what):
    statements, code = RECORDS[what]
    head = register.head
    guards(database, url, up=False)
    database(*statements.split(";"))
    result = register.verify()
    missing = [problem for problem in result.problems if problem.is_a(Registers.TRIGGER_MISSING)]
    assert missing
    assert str(missing[0]["trigger"]).startswith("change_never")
    if code:
        assert any(problem.is_a(code) for problem in result.problems), result.problems
    else:
        assert list(result.problems) == missing
        assert result.head != head


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE change SET why = why WHERE number = 2",
        "DELETE FROM change WHERE number = 6",
        f"INSERT INTO change SELECT 8, {COPIED}, hash, hash, account, signature FROM change WHERE number = 6",
        f"INSERT INTO change SELECT 7, {COPIED}, previous, hash, account, signature FROM change WHERE number = 6",
    ],
)
def test_the_database_itself_refuses_to_change_a_record(register, database, statement):
    with pytest.raises(sa.exc.DBAPIError, match="audit chain"):
        database(statement)
    assert register.verify().clean


def test_sqlite_does_not_replace_a_record(register, database, url):
    if url.startswith("sqlite"):
        with pytest.raises(sa.exc.DBAPIError, match="audit chain"):
            database("INSERT OR REPLACE INTO change SELECT * FROM change WHERE number = 2")
    else:
        with pytest.raises(sa.exc.DBAPIError, match="audit chain"):
            database("TRUNCATE change CASCADE")
    assert register.verify().clean


@pytest.mark.parametrize("stride", [523, pytest.param(101, marks=pytest.mark.long)])
def test_every_byte_of_a_file_counts_or_holds_nothing(tmp_path, filled, stride):
    """Flip one byte anywhere: what the register says is the same, or it is found out, and no writer adds to what is broken."""
    path = tmp_path / "register.db"
    filled(path)
    whole = path.read_bytes()
    with Register.open(path) as register:
        wanted = (register.snapshot("s-1"), tuple(register.changes()))
    faulty, problems = 0, []
    for at in range(7, len(whole), stride):
        for name in ("register.db-wal", "register.db-shm"):
            path.with_name(name).unlink(missing_ok=True)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x95]) + whole[at + 1 :])
        try:
            with Register.open(path) as register:
                if register.verify().clean:
                    assert (register.snapshot("s-1"), tuple(register.changes())) == wanted, at
                else:
                    faulty += 1
                register.note("", "looked again", {}, "engineer-a", "x")
        except RegisterError as error:
            problems += error.reasons
    assert (faulty > 0, len(problems) > 5) == (True, True)
    known = (Databases.DAMAGED, Databases.FOREIGN_DATABASE, Databases.NEWER_TABLES)
    assert [reason for reason in problems if not reason.is_a(*known)] == []
