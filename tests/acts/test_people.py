"""The list of people: begun by the first, changed by an administrator, and every other attempt is on record."""

import pytest

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.workspace.register import login_id, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import RegisterError
from labharness.evidence.account import own_account
from labharness.filings.entries.entry import Role
from labharness.filings.store.file_store import REFUSED
from labharness.model.reasons.command import Commands
from labharness.model.reasons.register import Registers
from tests.support.listed import listed

CHANGES = {
    "add": lambda seat: people.add(seat, "new", name="New", role=[Role.ENGINEER]),
    "change": lambda seat: people.change(seat, "clerk", role=[Role.AUTHORIZER], why="More."),
    "laboratory": lambda seat: people.laboratory(seat, name="Another", address="1 Street"),
}


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


@pytest.mark.parametrize("who", ["clerk", "stranger"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_who_is_no_administrator_is_refused_and_that_is_on_record(staffed, change, who):
    before = records(staffed)
    with pytest.raises(RegisterError) as refused:
        change(Seat(staffed, who))
    *kept, (what, by, attempt) = records(staffed)
    assert (kept, what, by) == (before, REFUSED, who)
    assert attempt["account"] == own_account()
    assert [each["code"] for each in attempt["refused"]] == [str(each.code) for each in refused.value.reasons]


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
    assert (
        people.laboratory(Seat(staffed, "chief"), name="Second", address="1 Street").addressee == "The Board"
    )


def test_nobody_is_added_twice_and_nobody_changed_who_is_not_listed(staffed, refusal):
    assert refusal(listed, staffed, "clerk", "engineer") == Commands.PERSON_LISTED(person="clerk")
    assert refusal(
        people.change, Seat(staffed, "chief"), "nobody", why="Gone."
    ) == Commands.PERSON_NOT_LISTED(person="nobody")
