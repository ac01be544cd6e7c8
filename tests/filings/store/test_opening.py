"""What opens, what is refused, and for which reason."""

import hashlib
import importlib.util
import sqlite3
from contextlib import closing
from unittest.mock import patch

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from labharness.database.engine import Database, upgrade
from labharness.errors import RegisterError
from labharness.filings.entries.snapshot import KINDS
from labharness.filings.store.chain import REGISTER, REVISION, TABLES, VERSION_TABLE
from labharness.filings.store.register import Register
from labharness.model.reasons.database import Databases
from labharness.model.reasons.register import Registers
from tests.support import reasons


def refused(url):
    (reason,) = reasons.refused(RegisterError, Register.open, url)
    return reason


def test_the_tables_are_those_of_the_last_revision(register, url):
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert context.get_current_revision() == REVISION
        assert compare_metadata(context, TABLES) == []
    engine.dispose()


def test_a_newer_register_is_left_alone(register, url, database):
    database(f"UPDATE {VERSION_TABLE} SET version_num = 'r9999'")
    newer = refused(url)
    assert newer.is_a(Databases.NEWER_TABLES)
    assert (newer["revision"], newer["known"]) == ("r9999", REVISION)
    database(f"UPDATE {VERSION_TABLE} SET version_num = '{REVISION}'")
    with Register.open(url) as again:
        assert again.verify().clean


def test_another_database_is_left_alone(url, database):
    database("CREATE TABLE change (number INTEGER)")
    assert refused(url).is_a(Databases.FOREIGN_DATABASE)


def test_no_database_is_no_register(tmp_path):
    path = tmp_path / "notes.db"
    path.write_bytes(b"These are notes and no database." * 200)
    assert refused(path).is_a(Databases.DAMAGED)
    assert refused(tmp_path / "no" / "such" / "register.db").is_a(Databases.CANNOT_OPEN)
    foreign = sqlite3.connect(tmp_path / "foreign.db")
    foreign.execute("CREATE TABLE shopping (item TEXT)")
    foreign.close()
    assert refused(tmp_path / "foreign.db").is_a(Databases.FOREIGN_DATABASE)


def test_another_url_is_refused():
    for url in ("", "register", "mysql://host/x", "sqlite://", "postgresql://host"):
        assert refused(url).is_a(Databases.URL_UNREADABLE, Databases.URL_UNSUPPORTED), url


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path):
    reason = refused(f"postgresql://lab:secret@/none?host={tmp_path}")
    assert reason.is_a(Databases.NO_ANSWER)
    assert reason["database"].startswith("postgresql+psycopg://lab:***@/none")
    assert "secret" not in repr(reason)
    reason = refused(f"postgresql://lab@/none?host={tmp_path}&password=secret&sslpassword=secret")
    assert "secret" not in repr(reason)


def test_without_psycopg_it_says_what_to_install(monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "psycopg" else find(name))
    assert refused("postgresql://lab@host/register") == Databases.POSTGRESQL_NOT_INSTALLED()


def test_sqlite_is_as_safe_as_it_can_be(tmp_path):
    with Register.open(tmp_path / "register.db") as register, register.database.reading() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_writer_that_waits_too_long_says_so(register, url, monkeypatch, refusal):
    monkeypatch.setattr("labharness.database.engine.PATIENCE_S", 1)
    with Register.open(url) as other, register.database.writing():
        assert refusal(other.note, "", "looked again", {}, "engineer-a", "x").is_a(Databases.BUSY)


def test_a_reader_sees_one_moment_while_another_writes(register, url):
    chain = register.changes()
    first = next(chain)
    with Register.open(url) as other:
        other.note("s-1", "looked again", {}, "engineer-a", "x")
    assert [first.number, *(each.number for each in chain)] == [1, 2, 3, 4, 5, 6]
    assert len(register.snapshot("s-1").changes) == 4


def test_a_role_that_may_only_add_records_is_enough(postgres, filled):
    url = sa.make_url(postgres())
    filled(url.render_as_string(hide_password=False))
    name = url.query["options"].partition("=")[2]
    role = f"daily_{name}"
    owner = sa.create_engine(url)
    with owner.begin() as connection:
        for statement in (
            f"CREATE ROLE {role} LOGIN",
            f"GRANT USAGE ON SCHEMA {name} TO {role}",
            f"GRANT SELECT, INSERT ON change TO {role}",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON entry TO {role}",
            f"GRANT SELECT, INSERT ON file_part TO {role}",
            f"GRANT SELECT ON {VERSION_TABLE} TO {role}",
        ):
            connection.exec_driver_sql(statement)
    owner.dispose()
    daily = url.set(username=role)
    with Register.open(daily.render_as_string(hide_password=False)) as register:
        unit = register.snapshot("s-1").of(KINDS["unit"])[0]
        register.put("s-1", unit.model_copy(update={"serial": "7"}), "engineer-a", "Read again.")
        register.remove("s-1", "unit", "unit-1", "engineer-a", "Sent back.")
        assert register.verify().problems == ()
    engine = sa.create_engine(daily)
    for statement in (
        "ALTER TABLE change DISABLE TRIGGER ALL",
        "DROP TRIGGER change_follows ON change",
        "DELETE FROM change",
    ):
        with (
            pytest.raises(sa.exc.ProgrammingError, match=r"must be owner|permission denied"),
            engine.begin() as each,
        ):
            each.exec_driver_sql(statement)
    engine.dispose()


def at_revision(url, revision):
    """Make the tables of an earlier revision, and give a register on them that is left as it is."""
    database = Database(url, REGISTER)
    with database.writing() as connection:
        upgrade(connection, REGISTER, revision)
    return Register(database)


@pytest.fixture
def no_account():
    """Records as they were before they named accounts."""
    with patch("labharness.filings.store.chain.own_account", lambda: ""):
        yield


def test_a_filled_register_of_the_first_revision_is_brought_up(url, fill_register, no_account):
    with at_revision(url, "r0001") as old:
        fill_register(old)
        before = list(old.changes())

    with Register.open(url) as register:
        assert list(register.changes()) == before
        assert register.verify().problems == ()
        digest = hashlib.sha256(b"ab").hexdigest()
        register.keep_file(digest, [b"a", b"b"])
        assert list(register.file(digest)) == [b"a", b"b"]
    with Register.open(url) as again:
        assert again.verify().problems == ()
        assert again.snapshot("s-1").filing.reference == "S/1"


def test_a_register_of_the_first_revision_reads_where_it_cannot_be_changed(
    tmp_path, fill_register, no_account, monkeypatch
):
    path = tmp_path / "register.db"
    with at_revision(f"sqlite:///{path}", "r0001") as old:
        fill_register(old)
    monkeypatch.setattr("labharness.database.engine._may_only_be_read", lambda file: file.is_file())

    with Register.open(path) as register:
        assert register.snapshot("s-1").filing.reference == "S/1"
        assert list(register.file("0" * 64)) == []
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as database:
        database.executescript(f"UPDATE {VERSION_TABLE} SET version_num = 'r9999'")
    monkeypatch.setattr("labharness.database.engine._may_only_be_read", lambda file: file.is_file())
    assert refused(path).is_a(Databases.NEWER_TABLES)


def test_a_kept_file_that_was_altered_is_named(register, database, url):
    digest = hashlib.sha256(b"photograph").hexdigest()
    register.keep_file(digest, [b"photograph"])
    assert register.verify().clean
    register.keep_file(digest, [b"another"])
    assert list(register.file(digest)) == [b"photograph"], "what is kept is never written over"

    with pytest.raises(sa.exc.DBAPIError, match="never changed"):
        database("DELETE FROM file_part")
    if url.startswith("sqlite"):
        missing, other = "file_never_updated", "x'00'"
        database(f"DROP TRIGGER {missing}", f"UPDATE file_part SET content = {other}")
    else:
        missing, other = "file_never_changed", r"'\x00'"
        database(f"DROP TRIGGER {missing} ON file_part", f"UPDATE file_part SET content = {other}")
    assert register.verify().problems == (
        Registers.KEPT_FILE_ALTERED(sha256=digest),
        Registers.TRIGGER_MISSING(trigger=missing),
    )
