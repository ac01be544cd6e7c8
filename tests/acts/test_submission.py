"""Acts on submissions: whoever may not decide leaves nothing behind, and a folder without a workspace is begun."""

import pytest

from labharness.acts import submission as acts
from labharness.acts.declaring import Seat
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, NotPermitted, RegisterError
from labharness.filings.store.file_store import REFUSED
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Registers
from tests.support.filing_factory import NAME, file_submission

WORDS = {"source": "Letter of March 2.", "reason": "The Bureau has the source code."}


@pytest.fixture
def space(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    file_submission(space)
    (tmp_path / "letter.txt").write_text("Received.", encoding="utf-8")
    return space


def changes(space):
    with open_register(space) as register:
        return [(each.what, each.who, each.submission) for each in register.changes()]


def test_a_refused_decision_keeps_no_file_and_stands_in_the_history_of_its_submission(space):
    before = changes(space)
    letter = [space.path.parent / "letter.txt"]
    with pytest.raises(NotPermitted):
        Seat(space, "engineer-a").do(acts.waive, NAME, "compiler", file=letter, **WORDS)
    assert changes(space) == [*before, (REFUSED, "engineer-a", NAME)]
    assert not list((space.path / "files").glob("??/*"))
    change = Seat(space, "authorizer-c").do(acts.waive, NAME, "compiler", file=letter, **WORDS)
    assert (change.entry, change.after["item"]) == ("waiver-1", "compiler")
    assert [each["name"] for each in change.after["files"]] == ["letter.txt"]


def test_every_mistake_of_a_decision_is_named_with_its_place(space):
    with pytest.raises(RegisterError) as refused:
        Seat(space, "authorizer-c").do(acts.waive, NAME, "compiler", source="x", reason="ok")
    places = {(each["where"], each["problem"].code) for each in refused.value.reasons}
    assert {where for where, _ in places} == {"source", "reason", "files"}
    assert ("reason", Entries.STATES_NO_FACT.code) in places
    assert all(each.is_a(Inputs.AT) for each in refused.value.reasons)


def test_what_a_role_decided_is_withdrawn_by_nobody_without_it(space, refusal):
    before = changes(space)
    assert refusal(
        Seat(space, "engineer-a").do, acts.withdraw, NAME, "recommendation/advice", why="No."
    ).is_a(Registers.ROLE_NEEDED)
    assert changes(space) == [*before, (REFUSED, "engineer-a", NAME)]


def test_whoever_asks_what_an_invalidation_would_come_to_needs_no_role(space):
    with pytest.raises(LabharnessError) as refused:
        Seat(space, "engineer-a").do(acts.invalidate, NAME, "none", cause="x", **WORDS, planned=True)
    assert not isinstance(refused.value, NotPermitted)
    assert REFUSED not in [what for what, _, _ in changes(space)]


def test_looking_makes_no_register(tmp_path):
    space = Workspace.init(tmp_path / "empty")
    before = sorted(space.path.rglob("*"))
    assert Seat(space).do(acts.list_) == ()
    assert sorted(space.path.rglob("*")) == before
