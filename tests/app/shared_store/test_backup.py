"""Register and queue that are lost: refused, restored from a backup, or gone on without by an authorizer's word."""

import json
import shutil
import sqlite3
from contextlib import closing
from itertools import count

import pytest
import sqlalchemy as sa

from labharness.app.shared_store.backup import LIST, accept_loss, back_up, read_backup, restore
from labharness.app.workspace.register import FILE, Kept, open_queue, open_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.database.copying import copy_to
from labharness.errors import LabharnessError, NotPermitted
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.events import RecordsLost
from labharness.filings.store.chain import VERSION_TABLE
from labharness.model.reasons.database import Databases
from labharness.nights.acts import LossAccepted
from labharness.nights.items import Item
from labharness.nights.store.queue import Actor
from tests.support.postgres import postgres  # noqa: F401  a fixture

ACTOR, NUMBERS = Actor("ann", "uid 1"), count(1)
WHY = "They are needed."


def new_database(server):
    """A database of its own: a dump is of a whole one."""
    url, name = sa.make_url(server()), f"kept{next(NUMBERS)}"
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    query = {key: value for key, value in url.query.items() if key != "options"}
    return url.set(database=name, query=query).render_as_string()


def name_databases(space, register, queue):
    """Write their places into the settings."""
    lines = (space.path / MARKER).read_text().splitlines()
    lines = [line for line in lines if not line.startswith(("register =", "queue ="))]
    lines = [f'register = "{register}"', f'queue = "{queue}"', *lines]
    (space.path / MARKER).write_text("\n".join(lines) + "\n")


@pytest.fixture(params=["sqlite", "postgresql", "one postgresql"])
def space(request, tmp_path):
    """A workspace with a register and a queue, and ``lose`` to empty the places of both."""
    workspace = Workspace.init(tmp_path / "ws")
    places = ["register.db", "queue.db"]
    if request.param != "sqlite":
        server = request.getfixturevalue("postgres")
        first = new_database(server)
        places = [first, first if request.param.startswith("one") else new_database(server)]
    name_databases(workspace, *places)
    with open_register(workspace) as register:
        ann = {"id": "ann", "name": "Ann", "roles": (Role.ADMINISTRATOR,)}
        register.put("", Person(**ann), "ann", WHY)
        register.put("", Person(id="bob", name="Bob", roles=(Role.AUTHORIZER,)), "ann", WHY)
    add(workspace, "one")
    return workspace


def add(space, name):
    with open_queue(space) as queue:
        queue.add([Item(id=name, bench="a", device="d", order={"plan": "p"})], ACTOR)


def lose(space):
    """Empty the places of both databases, as a server that was set up anew has them."""
    for file in space.path.glob("*.db*"):
        file.unlink()
    for line in (space.path / MARKER).read_text().splitlines():
        if "postgresql" in line:
            engine = sa.create_engine(json.loads(line.partition("=")[2]))
            with engine.begin() as connection:
                connection.exec_driver_sql("DROP SCHEMA public CASCADE")
                connection.exec_driver_sql("CREATE SCHEMA public")
            engine.dispose()


def heads(space):
    with open_register(space) as register, open_queue(space) as queue:
        return register.verify().head, queue.verify().head


def test_what_is_lost_is_refused_and_restored_with_the_same_heads(space, tmp_path, refusal):
    before = heads(space)
    backup = back_up(space, tmp_path / "backup")
    assert [each.database for each in backup.databases] == [Kept.REGISTER, Kept.QUEUE]
    assert tuple(each.head for each in backup.databases) == before
    with pytest.raises(LabharnessError) as refused:
        restore(space, tmp_path / "backup")
    assert refused.value.reasons[0].is_a(Databases.STANDS)
    lose(space)
    for _ in range(2):  # whoever polls makes no tables
        for opened in (open_register, open_queue):
            assert not refusal(opened, space).is_a(Databases.STANDS)
    assert [each.wrong for each in restore(space, tmp_path / "backup")] == [None, None]
    assert heads(space) == before


def test_records_after_the_backup_are_missed_until_an_authorizer_accepts_it(space, tmp_path, refusal):
    back_up(space, tmp_path / "backup")
    with open_register(space) as register:
        register.note("", "event", {}, "ann", WHY)
    add(space, "two")
    lose(space)
    for each in restore(space, tmp_path / "backup"):
        assert each.wrong.is_a(Databases.RECORDS_MISSING)
        assert each.wrong["held"] == each.copied.records == each.wrong["known"] - 1
    for opened in (open_register, open_queue):
        assert refusal(opened, space).is_a(Databases.RECORDS_MISSING)
    with pytest.raises(NotPermitted):
        accept_loss(space, Kept.REGISTER, WHY, "ann")
    assert refusal(open_register, space).is_a(Databases.RECORDS_MISSING, Databases.OTHER_RECORDS)
    for kept in Kept:
        assert refusal(accept_loss, space, kept, "", "bob") == Databases.REASON_NEEDED()
        assert accept_loss(space, kept, WHY, "bob")
        assert refusal(accept_loss, space, kept, WHY, "bob") == Databases.NOTHING_LOST(database=kept.value)
    with open_register(space) as register, open_queue(space) as queue:
        lost = [event for change in register.changes() if (event := change.event(RecordsLost))]
        assert [(event.database, event.role) for event in lost] == [
            (kept, "authorizer") for kept in ("register", "queue")
        ]
        assert isinstance(queue.acts()[-1].body, LossAccepted)
        assert (register.verify().problems, queue.verify().problems) == ((), ())


def test_where_the_list_of_people_is_lost_the_record_says_that_no_role_was_checked(space):
    lose(space)
    assert not accept_loss(space, Kept.REGISTER, WHY, "ann")
    with open_register(space) as register:
        (event,) = [event for change in register.changes() if (event := change.event(RecordsLost))]
    assert (event.database, event.role) == ("register", "")


@pytest.mark.parametrize("lost", list(Kept))
def test_the_lost_one_is_restored_beside_the_whole_one(tmp_path, lost):
    space = Workspace.init(tmp_path / "ws")
    with open_register(space) as register:
        register.note("", "event", {}, "ann", WHY)
    add(space, "one")
    before = heads(space)
    back_up(space, tmp_path / "backup")
    (space.path / f"{lost}.db").unlink()
    assert [each.copied.database for each in restore(space, tmp_path / "backup")] == [lost]
    assert heads(space) == before
    with pytest.raises(LabharnessError) as refused:
        restore(space, tmp_path / "backup")
    assert refused.value.reasons[0].is_a(Databases.STANDS)


def test_another_database_of_the_same_length_is_refused(space, refusal):
    lose(space)
    other = Workspace.init(space.path.with_name("other"))
    settings = (space.path / MARKER).read_text()
    lines = [line for line in settings.splitlines(keepends=True) if "begun" not in line]
    (other.path / MARKER).write_text("".join(lines))
    with open_register(other) as register:
        for _ in range(5):
            register.note("", "event", {}, "eve", WHY)
    if (other.path / "register.db").exists():
        shutil.copy(other.path / "register.db", space.path / "register.db")
    assert refusal(open_register, space).is_a(Databases.OTHER_RECORDS)


def test_a_workspace_that_knows_less_refuses_nothing(space, refusal):
    """It was copied to another computer, or its own file is older than the databases."""
    known = (space.path / FILE).read_bytes()
    add(space, "two")
    latest = (space.path / FILE).read_bytes()
    assert latest != known
    (space.path / FILE).write_bytes(known)
    heads(space)
    assert (space.path / FILE).read_bytes() == latest
    (space.path / FILE).unlink()
    heads(space)
    (space.path / FILE).write_bytes(latest.replace(b"1", b"2", 1))
    assert refusal(open_queue, space).is_a(Databases.HEADS_UNREADABLE)


def test_a_backup_that_was_altered_restores_nothing(space, tmp_path, refusal):
    backup = back_up(space, tmp_path / "backup")
    file = tmp_path / "backup" / backup.databases[0].file
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    lose(space)
    assert refusal(restore, space, tmp_path / "backup").is_a(Databases.BACKUP_DAMAGED)
    (tmp_path / "backup" / LIST).write_text("{}")
    assert refusal(read_backup, tmp_path / "backup").is_a(Databases.NOT_A_BACKUP)
    assert refusal(back_up, space, tmp_path / "backup").is_a(Databases.BACKUP_OCCUPIED)


@pytest.mark.parametrize("space", ["sqlite"], indirect=True)
def test_a_copy_that_is_made_while_others_write_is_of_one_moment(space, tmp_path):
    with open_queue(space) as queue, queue.database.writing():
        (head,) = copy_to(queue.database, tmp_path / "copy.db", [queue.database.holding])
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        last = copy.execute("SELECT number, hash FROM queue_audit ORDER BY number DESC LIMIT 1").fetchone()
    assert last == (head.number, head.hash)


@pytest.mark.parametrize("space", ["sqlite"], indirect=True)
def test_a_damaged_file_is_put_aside_and_never_removed(space, tmp_path):
    before = heads(space)
    back_up(space, tmp_path / "backup")
    (space.path / "queue.db").write_bytes(b"no database" * 1000)
    (space.path / "register.db").unlink()
    assert [each.wrong for each in restore(space, tmp_path / "backup")] == [None, None]
    assert heads(space) == before
    assert [file.read_bytes()[:11] for file in space.path.glob("queue.db.aside-*")] == [b"no database"]


@pytest.mark.parametrize("space", ["postgresql"], indirect=True)
def test_a_program_of_postgresql_that_is_missing_is_named(space, tmp_path, monkeypatch, refusal):
    missing = Databases.PROGRAM_MISSING(program="pg_dump")
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert refusal(back_up, space, tmp_path / "backup") == missing
    (tmp_path / "pg_dump").write_text("#!/bin/sh\nexit 0\n", "utf-8")  # of anybody, in the current folder
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".")
    assert refusal(back_up, space, tmp_path / "backup") == missing


@pytest.mark.parametrize("space", ["sqlite"], indirect=True)
@pytest.mark.parametrize("why", [Databases.NEWER_TABLES, Databases.HEADS_UNREADABLE, Databases.BUSY])
def test_a_database_that_may_be_whole_is_not_replaced_by_an_older_copy(
    space, tmp_path, monkeypatch, why, refusal
):
    """A newer version wrote it, the file of heads is damaged, or somebody else writes."""
    back_up(space, tmp_path / "backup")
    add(space, "two")
    busy = closing(sqlite3.connect(space.path / "register.db", isolation_level=None))
    with busy as register:
        if why is Databases.BUSY:
            monkeypatch.setattr("labharness.database.engine.PATIENCE_S", 0)
            register.execute("PRAGMA locking_mode = EXCLUSIVE")
            register.execute("BEGIN EXCLUSIVE")
        elif why is Databases.HEADS_UNREADABLE:
            (space.path / FILE).write_bytes(b"{}")
        else:
            register.execute(f"UPDATE {VERSION_TABLE} SET version_num = 'r9999'")
        before = {file.name for file in space.path.glob("*.db")} | {*space.path.glob("*.aside-*")}
        assert refusal(restore, space, tmp_path / "backup").is_a(why)
        assert refusal(accept_loss, space, Kept.REGISTER, WHY, "bob").is_a(why)
        assert before == {file.name for file in space.path.glob("*.db")} | {*space.path.glob("*.aside-*")}
