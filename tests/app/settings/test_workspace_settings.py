"""Settings of a workspace: one value is changed, by whom the laboratory lets, and a refused one stays."""

import pytest

from labharness.acts import people, settings, trust
from labharness.acts.declaring import Seat
from labharness.app.people import authority as lists
from labharness.app.people.authority import TrialAuthority
from labharness.app.people.staff import permitted, read_staff
from labharness.app.settings.workspace_settings import (
    CHANGED,
    SETTINGS,
    Owner,
    authorities_in,
    change_setting,
    setting_values,
    trust_rows,
)
from labharness.app.workspace.register import open_register, verify_register
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import LabharnessError, RegisterError
from labharness.filings.entries.entry import Role
from labharness.model.reasons.database import Databases
from labharness.model.reasons.register import Laboratories
from tests.support.listed import listed

WHY = "The reader stands on bench 2."


@pytest.fixture
def staffed(workspace):
    listed(workspace, "a-chief", "administrator", name="A. Chief", by="a-chief")
    listed(workspace, "b-clerk", "engineer", name="B. Clerk", by="a-chief")
    return workspace


def value(workspace, name):
    return next(each.value for each in setting_values(workspace) if each.field.name == name)


def test_every_value_of_the_file_is_a_setting_or_kept_by_the_program(workspace):
    fields = {field.alias or name for name, field in type(read_settings(workspace)).model_fields.items()}
    assert fields - SETTINGS.keys() == {"schema", "id", "begun", "queue_begun"}


def test_a_value_is_changed_and_everything_else_of_the_file_stays(workspace, tmp_path):
    marker = workspace.path / MARKER
    before = f"# Ours.\n{marker.read_text('utf-8')}clock_by_hand = false  # no network\n"
    marker.write_text(before, "utf-8")
    (tmp_path / "reader's").mkdir()
    change_setting(workspace, "reader", str(tmp_path / "reader's"), WHY, "a-chief")
    change_setting(workspace, "clock_by_hand", "Yes", WHY, "a-chief")
    assert read_settings(workspace).reader == str(tmp_path / "reader's")
    assert read_settings(workspace).clock_by_hand is True
    after = marker.read_text("utf-8").splitlines()
    assert set(before.splitlines()) - set(after) == {"clock_by_hand = false  # no network"}
    change_setting(workspace, "reader", "", "It was returned.", "a-chief")
    assert value(workspace, "reader") == ""


WRONG = [
    ("reader", "nowhere/at/all", Laboratories.NOT_A_FOLDER),
    ("store", "nowhere/at/all", Laboratories.NOT_A_FOLDER),
    ("store", "ftp://x/y", Laboratories.NOT_A_URL),
    ("store_endpoint", "objects.example", Laboratories.NOT_A_URL),
    *(
        ("time_stamps", url, Laboratories.NOT_A_URL)
        for url in ("http://", "http://[", "file:///x", "http://a b")
    ),
    ("time_stamps", "https://lab:secret@stamps.example", Laboratories.SECRET_IN_URL),
    ("store", "s3://KEY:secret@evidence", Laboratories.SECRET_IN_URL),
    ("store_endpoint", "ftp://objects.example?X-Amz-Signature=secret", Laboratories.SECRET_IN_URL),
    ("clock_by_hand", "maybe", Laboratories.NOT_YES_OR_NO),
    ("clock_by_hand", "no", Laboratories.NO_DIFFERENCE),
    ("begun", "true", Laboratories.UNKNOWN_SETTING),
    ("id", "x", Laboratories.UNKNOWN_SETTING),
    ("register", "postgresql+psycopg://127.0.0.1:1/none?connect_timeout=1", Laboratories.NOT_OPENED),
    *(
        ("register", f"postgresql+psycopg://{url}", Databases.PASSWORD_IN_URL)
        for url in ("lab:secret@db/register", "lab:a/secret@db/register", "lab@db/r?pass%77ord=secret")
    ),
]


def test_a_refused_value_keeps_the_old_one(workspace, refusal):
    before = (workspace.path / MARKER).read_bytes()
    for name, wanted, code in WRONG:
        assert refusal(change_setting, workspace, name, wanted, WHY, "a-chief").is_a(code), wanted
    assert (workspace.path / MARKER).read_bytes() == before


def test_a_secret_that_somebody_wrote_into_the_file_is_never_shown_nor_put_on_record(staffed):
    marker = staffed.path / MARKER
    before = marker.read_text("utf-8")
    for name, url, shown in (
        ("queue", "postgresql://lab:a/secret@db.example/lab", "postgresql://lab:***@db.example/lab"),
        ("queue", "postgresql://lab@db/lab?pass%77ord=secret", "postgresql://lab@db/lab?password=***"),
        ("queue", "postgresql://lab@db.example:5432/lab", "postgresql://lab@db.example:5432/lab"),
        ("store", "s3://KEY:secret@evidence", "s3://***@evidence"),
        ("time_stamps", "https://secret@stamps.example/a@b", "https://***@stamps.example/a@b"),
        ("store_endpoint", "https://objects.example:9000", "https://objects.example:9000"),
    ):
        marker.write_text(f'{name} = "{url}"\n{before}', "utf-8")
        assert value(staffed, name) == shown
    marker.write_text(f'store = "s3://KEY:secret@evidence"\n{before}', "utf-8")
    change_setting(staffed, "store", "", WHY, "a-chief")
    with open_register(staffed) as register:
        last = list(register.changes())[-1]
    assert (last.what, last.after["before"]) == (CHANGED, "s3://***@evidence")


def test_a_register_with_records_is_not_left_behind(staffed, refusal):
    (staffed.path / "broken.db").write_bytes(b"not a database" * 100)
    for name, code in (("other.db", Laboratories.WOULD_BEGIN_ANEW), ("broken.db", Laboratories.NOT_OPENED)):
        assert refusal(change_setting, staffed, "register", name, WHY, "a-chief").is_a(code)
    (staffed.path / "register.db").rename(staffed.path / "moved.db")
    (staffed.path / "register.db").write_bytes((staffed.path / "moved.db").read_bytes())
    change_setting(staffed, "register", "moved.db", WHY, "a-chief")
    assert [person.id for person in read_staff(staffed).people] == ["a-chief", "b-clerk"]


def test_only_an_administrator_changes_and_the_change_is_on_record(staffed, tmp_path, refusal):
    for person in ("b-clerk", "nobody"):
        reason = refusal(settings.set_, Seat(staffed, person), "reader", str(tmp_path), why=WHY)
        assert (reason.is_a(Laboratories.ROLE_NEEDED), reason["people"]) == (True, ("A. Chief",))
    chief = Seat(staffed, "a-chief")
    reason = refusal(settings.set_, chief, "reader", str(tmp_path), why=" ")
    assert reason.is_a(Laboratories.REASON_NEEDED)
    settings.set_(chief, "reader", str(tmp_path), why=WHY)
    with open_register(staffed) as register:
        last = list(register.changes())[-1]
    assert (last.what, last.who, last.why) == (CHANGED, "a-chief", WHY)
    assert last.after["after"] == str(tmp_path)
    assert verify_register(staffed)[2] == ()


def test_a_file_with_the_value_in_another_form_is_left_alone(workspace, tmp_path, refusal):
    marker = workspace.path / MARKER
    marker.write_text(marker.read_text("utf-8") + '"reader" = ""\n', "utf-8")
    reason = refusal(change_setting, workspace, "reader", str(tmp_path), WHY, "a-chief")
    assert reason.is_a(Laboratories.NOT_TAKEN)
    assert read_settings(workspace).reader == ""


def test_a_person_who_left_is_nobody_who_may(staffed):
    listed(staffed, "c-two", "administrator", name="C. Two", by="a-chief")
    people.change(Seat(staffed, "c-two"), "a-chief", active=False, why="Retired.")
    with pytest.raises(RegisterError):
        permitted(staffed, (Role.ADMINISTRATOR,), "a-chief")
    assert permitted(staffed, (Role.ADMINISTRATOR,), "c-two").who == "c-two"
    assert read_staff(staffed).refusal((Role.ADMINISTRATOR,), "b-clerk")["people"] == ("C. Two",)


def test_reading_makes_no_register(workspace):
    assert read_staff(workspace).people == ()
    assert read_staff(workspace).refusal((Role.ADMINISTRATOR,)) is None
    setting_values(workspace)
    assert not (workspace.path / "register.db").exists()


def test_the_command_lists_and_sets(workspace, tmp_path, cli):
    where = ("--why", WHY, "--workspace", workspace.path)
    assert cli("settings", "set", "reader", tmp_path, *where)[0] == 0
    assert f'"reader": "{tmp_path}"' in cli("settings", "list", "--json", *where[2:])[1]
    assert cli("settings", "set", "reader", "nowhere", *where)[0] == 3


@pytest.fixture(autouse=True)
def own_lists(tmp_path, monkeypatch):
    monkeypatch.setattr(lists, "installed", lambda: (tmp_path / "user.pem", tmp_path / "machine.pem"))


@pytest.fixture
def foreign(tmp_path):
    other = TrialAuthority.of(Workspace.init(tmp_path / "other").path)
    return other.path / "authority.pem"


def test_an_authority_is_added_and_removed_with_its_owner_shown(workspace, foreign):
    (candidate,) = authorities_in(foreign)
    trust.add(Seat(workspace), foreign, workspace=workspace.path)
    trust.add(Seat(workspace), foreign)
    rows = [(row.owner, row.authority) for row in trust_rows(workspace)]
    assert rows == [(Owner.WORKSPACE, candidate), (Owner.USER, candidate)]
    trust.remove(Seat(workspace), candidate.sha256, workspace=workspace.path)
    assert [row.owner for row in trust_rows(workspace)] == [Owner.USER]
    trust.remove(Seat(None), candidate.sha256.upper())
    assert trust_rows(None) == ()
    with pytest.raises(LabharnessError):
        trust.remove(Seat(None), candidate.sha256)


def test_an_administrator_keeps_the_list_of_a_workspace_and_everybody_their_own(workspace, foreign):
    """Whoever else changes the list of a workspace is refused: tests/acts/test_gates."""
    listed(workspace, "a-chief", "administrator", by="a-chief")
    trust.add(Seat(workspace, "a-chief"), foreign, workspace=workspace.path)
    trust.add(Seat(workspace, "b-clerk"), foreign)
    assert [row.owner for row in trust_rows(workspace)] == [Owner.WORKSPACE, Owner.USER]
