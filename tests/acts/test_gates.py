"""Whoever has none of the roles of an act is refused before anything else, and the attempt is on record."""

import inspect
import shutil
import subprocess
import sys
from unittest import mock

import pytest

import labharness.api
from labharness.acts import queue
from labharness.acts.declaring import Seat
from labharness.app.workspace.register import Kept, open_queue, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, QueueError, WorkspaceError
from labharness.evidence.durable import own_account
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.entry import Person, Role
from labharness.filings.store.file_store import REFUSED
from labharness.nights.acts import ActRefused
from labharness.nights.items import Bench
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.every_act import every_act
from tests.support.window import places

RUN = "dice"


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    """A workspace with one person of each role, and one who has left."""
    space = Workspace.init(tmp_path_factory.mktemp("gates") / "workspace")
    shutil.copytree(places.RELEASED / RUN, space.path / "runs" / RUN)
    with open_register(space) as register:
        for role in sorted(Role, key=lambda role: role is not Role.ADMINISTRATOR):
            person = Person(id=role.name.lower(), name=role.value, roles=(role,))
            register.put("", person, "administrator", "x")
        gone = Person(id="gone", name="Gone", roles=tuple(Role), active=False)
        register.put("", gone, "administrator", "x")
    return space


def on_record(space):
    """Return the refusals of register and queue: who, and in whose account."""
    with open_register(space) as register:
        attempts = [each for each in register.changes() if each.what == REFUSED]
    with open_queue(space) as queue:
        acts = [(each.who, each.account) for each in queue.acts() if isinstance(each.body, ActRefused)]
    return [(each.who, each.after["account"]) for each in attempts] + acts


MEANT = {
    "accept-loss": {"database": Kept.REGISTER},
    "people add": {"role": [Role.ENGINEER]},
    "people change": {"person": "engineer", "name": "Another"},
    "remark": {"run": RUN, "text": "Warm."},
    "report amend": {"number": "s-461-r1"},
    "report build": {"submission": "s-461"},
    "report sign": {"role": "tested"},
    "resume": {"name": RUN},
    "tell": {"name": RUN, "command": "jam"},
    "trust remove": {"fingerprint": "ab" * 32},
    "worker": {"bench": "bench-1", "take": True},
}
"""Values that mean something, for acts that ask only when they know what is acted on."""
GUARDED = [act for act in every_act() if act.gate.roles]


def test_only_an_act_that_its_parameters_alone_make_one_of_the_register_has_no_role():
    assert [act.name for act in every_act() if act.gate.asks and not act.gate.roles] == ["analyze"]


def given(act, space):
    """Return values for what an act needs; who may not never learns whether they mean anything."""
    needed = {each.name: "x" for each in act.parameters if each.default is inspect.Parameter.empty}
    own = {"workspace": space.path} if act.name in ("trust add", "trust remove") else {}
    return needed | MEANT.get(act.name, {}) | own


CODES = {"night.not_permitted", "laboratory.role_needed", "register.role_needed", "report.amending_role"}
CODES |= {"register.not_active", "register.not_on_the_list", "inputs.unknown", "signing.role_needed"}


def test_whoever_has_not_the_role_is_refused_and_the_attempt_is_on_record(space):
    before, tried = on_record(space), []
    for act in GUARDED:
        others = [role.name.lower() for role in Role if role not in act.gate.roles]
        for who in (*others, "gone", "stranger"):
            with mock.patch.object(RunFolder, "alive", new=True), pytest.raises(LabharnessError) as refused:
                act(Seat(space, who), **given(act, space))
            assert {reason.code for reason in refused.value.reasons} & CODES, (act.name, who)
            tried.append((who, own_account()))
        assert sorted(on_record(space)) == sorted(before + tried), act.name


def test_an_act_has_a_role_or_says_who_asks_for_it_or_lets_everybody_look():
    wrong = [act.name for act in every_act() if bool(act.gate.roles or act.gate.asks) != act.gate.acts]
    assert wrong == []


def test_a_refusal_names_what_was_to_be_acted_on_in_whatever_order_it_was_typed(space):
    """The command-line library hands options over as they were typed: a reason stood for the item."""
    with pytest.raises(LabharnessError):
        queue.take_over(Seat(space, "stranger"), why="It is off.", bench="bench-1")
    with open_queue(space) as opened:
        assert opened.acts()[-1].target == "bench-1"


def test_an_act_is_a_function_that_returns_a_record_or_refuses_with_a_typed_error(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    with open_queue(space) as queue:
        Benches(queue.database).hold("bench-1", "desk-1", 1, Actor("engineer-a", "a"))
    laboratory = labharness.api.open_workspace(space.path)
    paused = labharness.api.queue.pause(laboratory, "bench-1")
    assert isinstance(paused, Bench)
    assert paused.paused
    assert not labharness.api.queue.resume(laboratory, "bench-1").paused
    with pytest.raises(WorkspaceError):
        labharness.api.open_workspace(tmp_path / "elsewhere")
    with pytest.raises(QueueError):
        labharness.api.queue.pause(laboratory, "no-such")
    with pytest.raises(AttributeError):
        _ = labharness.api.no_such_group


def test_nothing_is_loaded_before_it_is_named():
    code = "import sys, labharness.api; print(*(m for m in sys.modules if m.startswith('labharness.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["labharness.api"]
