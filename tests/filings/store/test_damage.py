"""A register that is lost, damaged or only to be read: one sentence, and nothing is written."""

import os

import pytest

from labharness.app.register import has_register, open_register, verify_register
from labharness.app.workspace import MARKER, Workspace
from labharness.errors import RegisterError, WorkspaceError
from labharness.filings.store import engine
from labharness.filings.store.register import Register


@pytest.fixture
def space(tmp_path, filled):
    made = Workspace.init(tmp_path / "ws")
    with open_register(made):
        pass
    for one in made.path.glob("register.db*"):
        one.unlink()
    filled(made.path / "register.db")
    return made


@pytest.mark.parametrize("emptied", [False, True])
def test_a_register_that_is_lost_is_not_begun_anew(space, emptied):
    file = space.path / "register.db"
    assert file.stat().st_size
    file.write_bytes(b"") if emptied else file.unlink()
    assert has_register(space)
    for opened in (open_register, verify_register):
        with pytest.raises(RegisterError, match=r"is missing or empty, and this .* restore it from a copy"):
            opened(space)
    assert not file.is_file() or not file.stat().st_size


@pytest.mark.parametrize("kept", ["files/ab/abcd", "reports/s-1-r1/dossier/submission.json"])
def test_a_lost_register_is_missed_even_where_the_settings_are_new(tmp_path, kept):
    space = Workspace.init(tmp_path / "ws")
    (space.path / kept).parent.mkdir(parents=True)
    (space.path / kept).write_text("{}")
    with pytest.raises(RegisterError, match="restore it from a copy"):
        open_register(space)


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
    assert f"was made from record {last.number + 1}, which is not in this register; restore" in problem
    snapshot.write_text("{}")
    (problem,) = verify_register(space)[2]
    assert "cannot be read; look with: labharness report verify s-1-r1" in problem


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("", "schema: it is missing; add it."),
        ("schema = 99\n", "schema: write 1 (got 99)."),
        ('schema = 1\nregsiter = "x.db"\n', "regsiter: there is no such key here; correct its name"),
        ("schema = 1\nregister = ''\n", "register: it is empty; write something."),
        ("schema = " + "[" * 9999, "stand more than 40 deep"),
        ("schema = " + "9" * 5000, "a number in it has thousands of digits"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(space, settings, said):
    (space.path / MARKER).write_text(settings)
    with pytest.raises(WorkspaceError) as error:
        open_register(space)
    assert str(error.value).startswith(f"{MARKER}: ")
    assert said in str(error.value)


def test_settings_from_an_editor_that_marks_its_files(space):
    marker = space.path / MARKER
    marker.write_bytes(b"\xef\xbb\xbfschema = 1\n")
    with open_register(space) as register:
        assert register.submissions() == ("s-1",)
    assert marker.read_bytes().startswith(b"begun = true\n")


def test_what_may_only_be_read_is_read(space, monkeypatch):
    before = {path: path.read_bytes() for path in space.path.rglob("*") if path.is_file()}
    monkeypatch.setattr(engine.os, "access", lambda _, mode: mode != os.W_OK)
    changes, _, problems = verify_register(space)
    assert (changes, problems) == (6, ())
    with open_register(space) as register:
        assert register.snapshot("s-1").filing.title == "A shuffler"
        with pytest.raises(RegisterError, match=r"may only be read; change its permissions"):
            register.note("", "looked again", {}, "engineer-a", "x")
    assert {path: path.read_bytes() for path in space.path.rglob("*") if path.is_file()} == before


def test_nothing_is_added_to_a_damaged_register(tmp_path, filled):
    """Wherever a byte is not what it was: a sentence for whoever reads it, and no writer adds to what is broken."""
    path = tmp_path / "register.db"
    filled(path)
    whole = path.read_bytes()
    said = []
    for at in range(100, len(whole), 211):
        for name in ("register.db-wal", "register.db-shm"):
            path.with_name(name).unlink(missing_ok=True)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x95]) + whole[at + 1 :])
        try:
            with Register.open(path) as register:
                register.note("", "looked again", {}, "engineer-a", "x")
        except RegisterError as error:
            said.append(str(error))
    assert len(said) > 5
    words = ("damaged", "holds tables of something else", "newer labharness")
    assert [one for one in said if not any(each in one for each in words)] == []
