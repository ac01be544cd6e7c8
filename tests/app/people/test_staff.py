"""Who sits at a computer is the person whose id the login has, in every list of people."""

from labharness.app.benches.queue_access import actor_for
from labharness.app.people.conducting import at_the_bench
from labharness.app.people.staff import read_staff
from labharness.app.workspace.register import open_queue, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Person, Role
from labharness.model.reasons.night import QueueAct


def test_a_login_with_signs_that_no_id_has_is_the_person(tmp_path, monkeypatch):
    workspace = Workspace.init(tmp_path / "lab")
    with open_register(workspace) as register:
        chief = Person(id="a-chief", name="A. Chief", roles=(Role.ADMINISTRATOR, Role.ENGINEER))
        register.put("", chief, "a-chief", "The first.")
        register.put("", Person(id="j-doe", name="J. Doe", roles=(Role.ENGINEER,)), "a-chief", "New.")
    monkeypatch.setenv("USER", "J.Doe")
    assert read_staff(workspace).acting.name == "J. Doe"
    assert [person.id for person in at_the_bench(workspace)] == ["j-doe", "a-chief"]
    with open_queue(workspace) as queue:
        assert actor_for(workspace, queue, None, QueueAct.PAUSE, "bench").who == "j-doe"
