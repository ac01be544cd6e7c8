"""Whoever has none of the roles of an act is refused before anything else, and the attempt is on record."""

import inspect

import pytest

from labharness.acts import queue
from labharness.acts.declaring import Seat
from labharness.app.queue import open_queue
from labharness.app.register import open_register
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.evidence.account import own_account
from labharness.filings.entries.people import Person, Role
from labharness.filings.store.refusals import REFUSED
from labharness.nights.acts import ActRefused
from tests.support.every_act import every_act


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    """A workspace with one person of each role, and one who has left."""
    space = Workspace.init(tmp_path_factory.mktemp("gates") / "workspace")
    with open_register(space) as register:
        for role in sorted(Role, key=lambda role: role is not Role.ADMINISTRATOR):
            register.put(
                "", Person(id=role.name.lower(), name=role.value, roles=(role,)), "administrator", "x"
            )
        gone = Person(id="gone", name="Gone", roles=tuple(Role), active=False)
        register.put("", gone, "administrator", "x")
    return space


def on_record(space):
    """Return the refusals of register and queue: who, and in whose account."""
    with open_register(space) as register:
        of_register = [
            (each.who, each.after["account"]) for each in register.changes() if each.what == REFUSED
        ]
    with open_queue(space) as queue:
        acts = [(each.who, each.account) for each in queue.acts() if isinstance(each.body, ActRefused)]
    return of_register + acts


MEANT = {
    "people add": {"role": [Role.ENGINEER]},
    "people change": {"person": "engineer", "name": "Another"},
}
"""Values that mean something, for acts that ask only when they know what is acted on."""


GUARDED = [act for act in every_act() if act.gate.roles and (not act.gate.asks or act.name in MEANT)]
"""Acts that ask themselves are attacked like those whose gate asks, where it is known what they need before they ask."""
LATE = {
    "accept-loss",
    "remark",
    "report amend",
    "report build",
    "report sign",
    "report trial-key",
    "store copy",
    "submission invalidate",
    "trust add",
    "trust remove",
}
"""Acts that ask when they know what is acted on; tests/app/test_permissions.py attacks what they call."""


def test_acts_that_ask_late_are_the_known_ones():
    assert {act.name for act in every_act() if act.gate.asks} - MEANT.keys() - LATE == {
        "analyze",
        "people laboratory",
    }


def given(act):
    """Return values for what an act needs; who may not never learns whether they mean anything."""
    needed = {each.name: "x" for each in act.parameters if each.default is inspect.Parameter.empty}
    return needed | MEANT.get(act.name, {})


@pytest.mark.parametrize("act", GUARDED, ids=lambda act: act.name)
def test_whoever_has_not_the_role_is_refused_and_the_attempt_is_on_record(space, act):
    others = [role.name.lower() for role in Role if role not in act.gate.roles]
    for who in (*others, "gone", "stranger"):
        before = on_record(space)
        with pytest.raises(LabharnessError) as refused:
            act(Seat(space, who), **given(act))
        assert {reason.code for reason in refused.value.reasons} & {
            "night.not_permitted",
            "laboratory.role_needed",
            "register.role_needed",
            "register.not_active",
            "inputs.unknown",
        }, who
        assert sorted(on_record(space)) == sorted([*before, (who, own_account())]), who


@pytest.mark.parametrize("act", every_act(), ids=lambda act: act.name)
def test_an_act_has_a_role_or_says_who_asks_for_it_or_lets_everybody_look(act):
    assert bool(act.gate.roles or act.gate.asks) == act.gate.acts


def test_a_refusal_names_what_was_to_be_acted_on_in_whatever_order_it_was_typed(space):
    """The command-line library hands options over as they were typed: a reason stood for the item."""
    with pytest.raises(LabharnessError):
        queue.take_over(Seat(space, "stranger"), why="It is off.", bench="bench-1")
    with open_queue(space) as opened:
        assert opened.acts()[-1].target == "bench-1"
