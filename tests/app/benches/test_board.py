"""What people see of a bench."""

from labharness.app.benches.watching import board_of
from labharness.app.runs.run_index import listed
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.model.results import Outcome, Qualifier, standing_of
from labharness.nights.items import Closing, Item
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.window.specimen import Specimen

ACTOR = Actor("engineer", "specimen")
NAMES = ("here", "elsewhere", "other")


def standings(space):
    return {row.item.id: row.standing for row in board_of(space, "b").ended}


def test_an_ended_item_stands_as_the_record_of_its_run_whatever_the_address_of_the_device(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    order = {"plan": "p", "device": "tcp://192.0.2.7:7711"}
    with open_queue(space) as queue:
        queue.add([Item(id=name, bench="b", device="d", order=order) for name in NAMES], ACTOR)
        benches = Benches(queue.database)
        fence = benches.hold("b", "desk-1", 1, ACTOR)
        for name in NAMES:
            benches.take("b", fence, ACTOR, "9999", ahead=1)
            benches.end("b", fence, ACTOR, name, Closing.RAN, None, Outcome.PASS)
    unknown = standing_of(Outcome.PASS, simulated=None)
    assert standings(space) == dict.fromkeys(NAMES, unknown)
    for name, outcome in (("here", Outcome.PASS), ("other", Outcome.FAIL)):
        Specimen(space.path / "runs" / name, "pai-gow-poker-645a-starting-position").end(outcome)
    listed(space)  # as Home does
    result = standings(space)
    assert result["elsewhere"] == result["other"] == unknown
    assert result["here"].qualifiers[0] is Qualifier.SIMULATED
