"""Who sits at this computer: the account, the person, the register, and what waits for a signature."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from labharness.app.overview import overview as desks
from labharness.app.overview.overview import Desk, Desks, NightBytes, RegisterState, unsigned_reports
from labharness.app.people.signing import NEEDS
from labharness.app.people.staff import Staff
from labharness.app.workspace.register import ISSUED, SIGNED, login_id, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Person, Role
from labharness.model.reasons.register import Laboratories
from labharness.reporting.stamps import SignatureRole


@pytest.fixture
def workspace(tmp_path):
    return Workspace.init(tmp_path / "workspace")


@pytest.fixture
def asked(workspace):
    """Look again and wait for the answer."""
    watch = Desks(workspace, clock=itertools.count(0, 100).__next__)

    def look():
        watch.look()
        watch._thread.join()
        return watch._desk

    return look


@pytest.mark.parametrize("attempt", range(20))
def test_rooms_look_at_once_from_several_threads(workspace, attempt):
    watch, together = Desks(workspace, clock=itertools.count(0, 100).__next__), threading.Barrier(12)

    def look(_):
        together.wait()
        return [watch.look().register for _ in range(20)]

    with ThreadPoolExecutor(12) as rooms:
        result = [state for states in rooms.map(look, range(12)) for state in states]
    assert result == [RegisterState.NONE] * 240


def enlist(workspace, name, *roles):
    with open_register(workspace) as register:
        people = [person.id for person in register.people()]
        if not people:
            register.put(
                "", Person(id="chief", name="C. Chief", roles=(Role.ADMINISTRATOR,)), "chief", "The first."
            )
        register.put("", Person(id=name, name="E. Engineer", roles=roles), "chief", "New.")


def test_without_a_register_everybody_may_act(asked):
    result = asked()
    assert (result.register, result.may_act) == (RegisterState.NONE, True)
    assert result.refusal((Role.AUTHORIZER,)) is None


def test_an_account_that_is_not_on_the_list_may_look(asked, workspace):
    enlist(workspace, "somebody", Role.ENGINEER)
    result = asked()
    assert result.staff.listed
    assert not result.may_act
    assert result.refusal((Role.ENGINEER,)) is not None


def test_a_list_whose_people_all_left_lets_nobody_act():
    left = Person(id="a", name="A", roles=(Role.ENGINEER,), active=False)
    result = Desk(Staff("a", "a", (left,)), RegisterState.REACHABLE)
    assert not result.may_act
    assert result.refusal((Role.ENGINEER,)).is_a(Laboratories.ROLE_NEEDED)


def test_an_account_on_the_list_has_its_roles(asked, workspace):
    enlist(workspace, login_id(), Role.ENGINEER, Role.REVIEWER)
    result = asked()
    assert result.staff.acting.name == "E. Engineer"
    assert result.refusal((Role.REVIEWER,)) is None
    assert result.refusal((Role.AUTHORIZER,)) is not None


def test_a_register_that_goes_away_is_told_and_who_sits_here_is_kept(asked, workspace):
    enlist(workspace, login_id(), Role.ENGINEER)
    before = asked()
    (workspace.path / "register.db").unlink()
    after = asked()
    assert after.register is RegisterState.AWAY
    assert after.away is not None
    assert after.staff == before.staff


def test_the_next_signature_of_the_latest_report_is_waited_for(workspace):
    with open_register(workspace) as register:
        for what, body in (
            (ISSUED, {"report": "A-r1", "runs": []}),
            (ISSUED, {"report": "A-r2", "runs": []}),
            (SIGNED, {"report": "A-r2", "role": "tested"}),
        ):
            register.note("a", what, body, "engineer", "Test.")
        (waiting,) = unsigned_reports(register.changes())
        assert (waiting.report, waiting.role) == ("A-r2", "reviewed")
        for role in ("reviewed", "authorized"):
            register.note("a", SIGNED, {"report": "A-r2", "role": role}, "engineer", "Test.")
        assert list(unsigned_reports(register.changes())) == []


def test_the_order_of_signing_is_the_product_s():
    assert list(desks.SIGNS.items()) == [(role.value, NEEDS[role]) for role in SignatureRole]


def test_a_desk_without_a_register_that_answers_may_not_act():
    assert not Desk(Staff("a"), register=RegisterState.AWAY).may_act


def test_the_largest_night_counts(workspace):
    from datetime import UTC, datetime

    now = datetime(2026, 11, 24, 12, tzinfo=UTC)
    for name, size in (("a", 10), ("b", 20), ("c", 5), ("old", 900)):
        folder = workspace.path / "runs" / name
        folder.mkdir()
        (folder / "ledger.jsonl").write_bytes(b"x" * size)
    ended = [
        ("a", "2026-11-24T08:00:00+00:00"),
        ("b", "2026-11-24T06:00:00+00:00"),
        ("c", "2026-11-20T06:00:00+00:00"),
        ("old", "2026-10-20T06:00:00+00:00"),
    ]
    nights = NightBytes(workspace)
    assert nights.largest(ended, now) == 30
    assert nights.largest((), now) == 0
