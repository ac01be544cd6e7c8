"""The list of people: begun by the first, changed by an administrator, and every other attempt is on record."""

import pytest

from labharness.acts import people
from labharness.acts import submission as acts
from labharness.acts.declaring import Seat
from labharness.app.workspace.register import login_id, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, NotPermitted, RegisterError
from labharness.filings.entries.entry import Role
from labharness.filings.store.file_store import REFUSED
from labharness.model.reasons.command import Commands
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Registers
from tests.support.filing_factory import NAME, file_submission
from tests.support.listed import listed


@pytest.fixture
def space(tmp_path):
    return Workspace.init(tmp_path / "workspace")


@pytest.fixture
def staffed(space):
    listed(space, "chief", "administrator")
    listed(space, "clerk", "engineer")
    return space


def records(space):
    with open_register(space) as register:
        return [(each.what, each.who, each.after) for each in register.changes()]


def test_the_first_is_an_administrator_who_adds_themselves_and_need_not_say_who_acts(space, refusal):
    for person, role in (("other", Role.ADMINISTRATOR), (login_id(), Role.ENGINEER)):
        assert (
            refusal(people.add, Seat(space), person, name="First", role=[role])
            == Registers.BEGIN_WITH_ADMINISTRATOR()
        )
    people.add(Seat(space), login_id(), name="First", role=[Role.ADMINISTRATOR])
    listing = people.list_(Seat(space))
    assert [each.id for each in listing.people] == [login_id()]


def test_what_is_not_named_stays(staffed):
    changed = people.change(Seat(staffed, "chief"), "clerk", title="Engineer", why="Promoted.")
    assert (changed.name, changed.roles, changed.active) == ("Clerk", (Role.ENGINEER,), True)
    people.laboratory(Seat(staffed, "chief"), name="First", address="1 Street", addressee="The Board")
    second = people.laboratory(Seat(staffed, "chief"), name="Second", address="1 Street")
    assert second.addressee == "The Board"


def test_whoever_may_not_is_refused_also_where_nothing_would_change(staffed, refusal):
    people.laboratory(Seat(staffed, "chief"), name="First", address="1 Street")
    before = len(records(staffed))
    assert refusal(people.laboratory, Seat(staffed, "clerk"), name="First", address="1 Street")
    assert refusal(people.change, Seat(staffed, "clerk"), "chief", name="Chief", why="None.")
    attempts = records(staffed)[before:]
    assert [(what, by) for what, by, _ in attempts] == [(REFUSED, "clerk")] * 2
    assert (attempts[-1][2]["act"], attempts[-1][2]["target"]) == ("people change", "chief")


def test_nobody_is_added_twice_and_nobody_changed_who_is_not_listed(staffed, refusal):
    assert refusal(listed, staffed, "clerk", "engineer") == Commands.PERSON_LISTED(person="clerk")
    assert refusal(
        people.change, Seat(staffed, "chief"), "nobody", why="Gone."
    ) == Commands.PERSON_NOT_LISTED(person="nobody")


WORDS = {"source": "Letter of March 2.", "reason": "The Bureau has the source code."}


@pytest.fixture
def filed(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    file_submission(space)
    (tmp_path / "letter.txt").write_text("Received.", encoding="utf-8")
    return space


def changes(space):
    with open_register(space) as register:
        return [(each.what, each.who, each.submission) for each in register.changes()]


def test_a_refused_decision_keeps_no_file_and_stands_in_the_history_of_its_submission(filed):
    before = changes(filed)
    letter = [filed.path.parent / "letter.txt"]
    with pytest.raises(NotPermitted):
        Seat(filed, "engineer-a").do(acts.waive, NAME, "compiler", file=letter, **WORDS)
    assert changes(filed) == [*before, (REFUSED, "engineer-a", NAME)]
    assert not list((filed.path / "files").glob("??/*"))
    change = Seat(filed, "authorizer-c").do(acts.waive, NAME, "compiler", file=letter, **WORDS)
    assert (change.entry, change.after["item"]) == ("waiver-1", "compiler")
    assert [each["name"] for each in change.after["files"]] == ["letter.txt"]


def test_every_mistake_of_a_decision_is_named_with_its_place(filed):
    with pytest.raises(RegisterError) as refused:
        Seat(filed, "authorizer-c").do(acts.waive, NAME, "compiler", source="x", reason="ok")
    places = {(each["where"], each["problem"].code) for each in refused.value.reasons}
    assert {where for where, _ in places} == {"source", "reason", "files"}
    assert ("reason", Entries.STATES_NO_FACT.code) in places
    assert all(each.is_a(Inputs.AT) for each in refused.value.reasons)


def test_what_a_role_decided_is_withdrawn_by_nobody_without_it(filed):
    before = changes(filed)
    with pytest.raises(NotPermitted) as refused:
        Seat(filed, "engineer-a").do(acts.withdraw, NAME, "recommendation/advice", why="No.")
    assert refused.value.reasons[0].is_a(Registers.ROLE_NEEDED)
    assert changes(filed) == [*before, (REFUSED, "engineer-a", NAME)]


def test_whoever_asks_what_an_invalidation_would_come_to_needs_no_role(filed):
    with pytest.raises(LabharnessError) as refused:
        Seat(filed, "engineer-a").do(acts.invalidate, NAME, "none", cause="x", **WORDS, planned=True)
    assert not isinstance(refused.value, NotPermitted)
    assert REFUSED not in [what for what, _, _ in changes(filed)]


def test_looking_makes_no_register(tmp_path):
    space = Workspace.init(tmp_path / "empty")
    before = sorted(space.path.rglob("*"))
    assert Seat(space).do(acts.list_) == ()
    assert sorted(space.path.rglob("*")) == before
