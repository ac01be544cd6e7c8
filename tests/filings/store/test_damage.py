"""A register that is lost, damaged or only to be read: one sentence, and nothing is written."""

import os

import pytest

from labharness.app.workspace.register import has_register, open_register, verify_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.database import engine
from labharness.errors import RegisterError
from labharness.filings.store.register import Register
from labharness.model.reasons.database import Databases
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Registers


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
        with pytest.raises(RegisterError) as refused:
            opened(space)
        assert refused.value.reasons == (Registers.LOST(database=str(file)),)
    assert not file.is_file() or not file.stat().st_size


@pytest.mark.parametrize("kept", ["files/ab/abcd", "reports/s-1-r1/dossier/submission.json"])
def test_a_lost_register_is_missed_even_where_the_settings_are_new(tmp_path, kept):
    space = Workspace.init(tmp_path / "ws")
    (space.path / kept).parent.mkdir(parents=True)
    (space.path / kept).write_text("{}")
    with pytest.raises(RegisterError) as refused:
        open_register(space)
    assert refused.value.reasons == (Registers.LOST(database=str(space.path / "register.db")),)


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


@pytest.mark.parametrize("stride", [523, pytest.param(101, marks=pytest.mark.long)])
def test_nothing_is_added_to_a_damaged_register(tmp_path, filled, stride):
    """Wherever a byte is not what it was: a sentence for whoever reads it, and no writer adds to what is broken."""
    path = tmp_path / "register.db"
    filled(path)
    whole = path.read_bytes()
    refused = []
    for at in range(100, len(whole), stride):
        for name in ("register.db-wal", "register.db-shm"):
            path.with_name(name).unlink(missing_ok=True)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x95]) + whole[at + 1 :])
        try:
            with Register.open(path) as register:
                register.note("", "looked again", {}, "engineer-a", "x")
        except RegisterError as error:
            refused += error.reasons
    assert len(refused) > 5
    known = (Databases.DAMAGED, Databases.FOREIGN_DATABASE, Databases.NEWER_TABLES)
    assert [reason for reason in refused if not reason.is_a(*known)] == []
