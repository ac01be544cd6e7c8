"""What was changed behind the register's back is found and named, in both databases."""

import pytest
import sqlalchemy as sa

from labharness.errors import RegisterError
from labharness.filings.store.register import Register
from labharness.model.reasons.register import Registers

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


@pytest.mark.parametrize("stride", [601, pytest.param(101, marks=pytest.mark.long)])
def test_every_byte_of_a_file_counts_or_holds_nothing(tmp_path, filled, stride):
    """Flip one byte anywhere: what the register says is the same, or it is found out."""
    path = tmp_path / "register.db"
    filled(path)
    whole = path.read_bytes()
    with Register.open(path) as register:
        wanted = (register.snapshot("s-1"), tuple(register.changes()))
    result = 0
    for at in range(7, len(whole), stride):
        path.with_name("register.db-wal").unlink(missing_ok=True)
        path.with_name("register.db-shm").unlink(missing_ok=True)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        try:
            with Register.open(path) as register:
                if register.verify().clean:
                    assert (register.snapshot("s-1"), tuple(register.changes())) == wanted, at
                else:
                    result += 1
        except RegisterError:
            result += 1
    assert result > 5
