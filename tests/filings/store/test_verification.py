"""What was changed behind the register's back is found and named, in both databases."""

import pytest
import sqlalchemy as sa

from labharness.errors import RegisterError
from labharness.filings.store.register import Register

COPIED = "utc, who, what, submission, kind, entry, before, after, why"

# What somebody does who can write to the database, and what verify must say.
UNGUARDED = {
    "an entry": (
        "UPDATE entry SET body = replace(body, 'As new.', 'Worn.') WHERE id = 'unit-1'",
        "unit 'unit-1' of submission 's-1' is not as record 6 left it",
    ),
    "an entry's spaces": (
        "UPDATE entry SET body = replace(body, ',', ', ') WHERE id = 'unit-1'",
        "unit 'unit-1' of submission 's-1' is not as record 6 left it",
    ),
    "which change was last": (
        "UPDATE entry SET last = 5 WHERE id = 'unit-1'",
        "unit 'unit-1' of submission 's-1' is not as record 6 left it",
    ),
    "an entry taken away": (
        "DELETE FROM entry WHERE id = 'unit-1'",
        "unit 'unit-1' of submission 's-1' is missing, although record 6 put it there",
    ),
    "an entry added": (
        "INSERT INTO entry SELECT submission, kind, 'unit-2', body, first, last FROM entry WHERE id = 'unit-1'",
        "unit 'unit-2' of submission 's-1' stands in the register, but no record",
    ),
    "a person": (
        "UPDATE entry SET body = replace(body, 'engineer', 'authoriser') WHERE id = 'engineer-a'",
        "person 'engineer-a' is not as record 2 left it",
    ),
}
RECORDS = {
    "a reason": (
        "UPDATE change SET why = '\"Other.\"' WHERE number = 4",
        "record 4 is not as it was written",
    ),
    "a time": ("UPDATE change SET utc = '2020-01-01T00:00:00Z' WHERE number = 4", "record 4 is not as"),
    "who": ("UPDATE change SET who = '\"authoriser\"' WHERE number = 4", "record 4 is not as it was written"),
    "no JSON": ("UPDATE change SET after = '{' WHERE number = 4", "record 4 is not as it was written"),
    "a hash": (f"UPDATE change SET hash = '{'0' * 64}' WHERE number = 4", "record 5 does not follow"),
    "the last one": (
        "DELETE FROM entry WHERE last = 6;DELETE FROM change WHERE number = 6",
        "",  # a chain cut at its end is whole; only the head printed in a report shows it
    ),
    "one between": (
        "DELETE FROM entry WHERE last = 4;DELETE FROM change WHERE number = 4",
        "record 5 stands where record 4 belongs",
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
    statement, said = UNGUARDED[what]
    database(statement)
    (problem,) = register.verify().problems
    assert said in problem


@pytest.mark.parametrize("what", RECORDS)
def test_a_record_changed_behind_our_back_is_named(register, database, url, what):
    statements, said = RECORDS[what]
    head = register.head
    guards(database, url, up=False)
    database(*statements.split(";"))
    found = register.verify()
    missing = [one for one in found.problems if "trigger" in one]
    assert missing
    assert "change_never" in missing[0]
    if said:
        assert any(said in one for one in found.problems), found.problems
    else:
        assert list(found.problems) == missing
        assert found.head != head


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE change SET why = why WHERE number = 2",
        "DELETE FROM change WHERE number = 6",
        f"INSERT INTO change SELECT 8, {COPIED}, hash, hash FROM change WHERE number = 6",
        f"INSERT INTO change SELECT 7, {COPIED}, previous, hash FROM change WHERE number = 6",
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


def test_every_byte_of_a_file_counts_or_holds_nothing(tmp_path, filled):
    """Flip one byte anywhere: what the register says is the same, or it is found out."""
    path = tmp_path / "register.db"
    filled(path)
    whole = path.read_bytes()
    with Register.open(path) as register:
        wanted = (register.snapshot("s-1"), tuple(register.changes()))
    found = 0
    for at in range(7, len(whole), 307):
        path.with_name("register.db-wal").unlink(missing_ok=True)
        path.with_name("register.db-shm").unlink(missing_ok=True)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        try:
            with Register.open(path) as register:
                if register.verify().clean:
                    assert (register.snapshot("s-1"), tuple(register.changes())) == wanted, at
                else:
                    found += 1
        except RegisterError:
            found += 1
    assert found > 5
